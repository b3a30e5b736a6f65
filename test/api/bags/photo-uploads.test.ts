import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { app1, gps, images, jpegWith, pngWith } from '../../support/api/images.ts'
import { keysBelow, readAddress, seenPhoto, sendPhoto, upload } from '../../support/api/photos.ts'
import { add, book, newTenant, newParcel } from '../../support/api/tenant.ts'
import { setUp, id, jpegOf, mebibyte, tenant } from './photos.fixture.ts'
import { waitFor } from '../../support/suite/wait.ts'

setUp()

const statusOf = async (url: string) => (await readAddress(url)).status

describe('a direct upload to S3', () => {
  const ask = async (at = id) => {
    const asked = await tenant.send(`POST /api/v1/packages/${at}/photo-upload`, {
      body: { content_type: 'image/jpeg' },
    })
    expect(asked.status, asked.text).toBe(201)
    return asked.body
  }

  test('is checked and becomes a photo like any other', async () => {
    const form = await ask()
    expect(form).toMatchObject({ package_id: id, max_bytes: 20 * mebibyte, expires_in: 600 })
    const pending = await tenant.send(`GET /api/v1/packages/${id}/photos`)
    expect(pending.body.find(({ photo_id }: any) => photo_id === form.photo_id)).toMatchObject({
      status: 'pending',
      photo_url: null,
    })
    const bytes = Buffer.concat([jpegWith(app1('II', 1)), Buffer.from(gps)])
    expect(await upload(form, bytes)).toMatchObject({ status: 204 })
    const photo = await seenPhoto(tenant, id, form.photo_id)
    expect(photo).toMatchObject({ status: 'ready', size: images.jpeg.length, reason: null })
    expect((await readAddress(photo.photo_url)).bytes.equals(images.jpeg)).toBe(true)
  })

  test('accepts photos that are too large for the API gateway, but none over 20 MiB', async () => {
    const form = await ask()
    expect(await upload(form, jpegOf(20 * mebibyte + 1))).toMatchObject({
      status: 400,
      text: expect.stringContaining('EntityTooLarge'),
    })
    expect((await upload(form, jpegOf(20 * mebibyte))).status).toBe(204)
    expect(await seenPhoto(tenant, id, form.photo_id)).toMatchObject({
      status: 'ready',
      size: images.jpeg.length,
    })
  })

  test.each([
    ['is not an image', Buffer.from('<script>alert(1)</script>'), /not image\/jpeg/],
    ['has another type than the request said', pngWith(), /declared as image\/jpeg, but is image\/png/],
    ['is broken', images.jpeg.subarray(0, 500), /ends too early/],
  ])('that %s is refused, and the list shows the reason', async (_name, bytes, why) => {
    const form = await ask()
    expect((await upload(form, bytes)).status).toBe(204)
    const { status, reason, photo_url } = await seenPhoto(tenant, id, form.photo_id)
    expect({ status, photo_url }).toEqual({ status: 'refused', photo_url: null })
    expect(reason).toMatch(why)
  })

  test('that is repeated with the same form, also at once, makes one photo, and its record matches its bytes', async () => {
    const large = Buffer.concat([jpegOf(3 * mebibyte), Buffer.alloc(0)])
    const [other] = [jpegWith(app1('II', 6))]
    for (const both of [
      [large, other],
      [other, large],
    ]) {
      const form = await ask()
      await Promise.all(both.map((bytes) => upload(form, bytes)))
      const photo = await seenPhoto(tenant, id, form.photo_id)
      expect((await upload(form, images.jpeg)).status).toBe(204)
      // The last upload is checked too, and changes nothing.
      const below = `${tenant.user.tenant_id}/${id}/${form.photo_id}`
      await waitFor(async () => expect(await keysBelow(below)).toHaveLength(1))
      const again = await seenPhoto(tenant, id, form.photo_id)
      expect({ ...again, photo_url: '' }).toEqual({ ...photo, photo_url: '' })
      expect((await readAddress(again.photo_url)).bytes).toHaveLength(photo.size)
    }
  })

  test('to a package that is deleted meanwhile leaves no object behind', async () => {
    const { id } = await newParcel(tenant)
    const form = await ask(id)
    const [posted] = await Promise.all([
      upload(form, jpegOf(6 * mebibyte)),
      tenant.send(`DELETE /api/v1/packages/${id}`),
    ])
    expect(posted.status).toBe(204)
    await waitFor(async () => expect(await keysBelow(`${tenant.user.tenant_id}/${id}/`)).toEqual([]))
  })

  test('is refused with any other key, type or signature than the form’s', async () => {
    const form = await ask()
    const elsewhere = form.fields.key.replace(tenant.user.tenant_id, randomUUID())
    expect((await upload(form, images.jpeg, { key: elsewhere })).status).toBe(403)
    expect((await upload(form, images.jpeg, { 'Content-Type': 'text/html' })).status).toBe(403)
    expect((await upload(form, images.jpeg, { acl: 'public-read' })).status).toBe(403)
    expect((await upload(form, images.jpeg, { 'X-Amz-Signature': '0'.repeat(64) })).status).toBe(403)
    const fields = Object.fromEntries(Object.entries<string>(form.fields).filter(([name]) => name !== 'Policy'))
    expect((await upload({ ...form, fields }, images.jpeg)).status).toBe(403)
  })
})

test('a package takes exactly a hundred photos, and unfinished uploads do not count', async () => {
  const { id } = await newParcel(tenant)
  for (let n = 0; n < 5; n++) await tenant.send(`POST /api/v1/packages/${id}/photo-upload`)
  const sent = []
  for (let n = 0; n < 11; n++)
    sent.push(...(await Promise.all(Array.from({ length: 10 }, () => sendPhoto(tenant, id, images.jpeg)))))
  const taken = sent.filter(({ status }) => status === 201)
  expect(taken).toHaveLength(100)
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const { body } = await tenant.send(`GET /api/v1/packages/${id}/photos`)
  const listed = body.filter(({ status }: any) => status === 'ready').map(({ photo_id }: any) => photo_id)
  expect(listed.sort()).toEqual(taken.map(({ body }) => body.photo_id).sort())
  expect(await keysBelow(`${tenant.user.tenant_id}/${id}/`)).toHaveLength(100)
})

test('an upload that arrives after the shipment and its package were deleted leaves no object behind', async () => {
  const shipment = await book(tenant)
  const { id } = await add(tenant, shipment.id)
  const { body: form } = await tenant.send(`POST /api/v1/packages/${id}/photo-upload`)
  expect((await tenant.send(`DELETE /api/v1/shipments/${shipment.id}`)).status).toBe(200)
  expect((await upload(form, images.jpeg)).status).toBe(204)
  await waitFor(async () => expect(await keysBelow(`${tenant.user.tenant_id}/${id}/`)).toEqual([]))
})

test('photos are deleted with their package or shipment', async () => {
  const shipment = await book(tenant)
  const [one, other] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  const photoUrls: string[] = []
  for (const { id } of [one, one, other])
    photoUrls.push((await sendPhoto(tenant, id, images.jpeg)).body.photo_url)
  // The function that signed the URLs may not list the bucket, so S3 answers 403 for a missing object.
  const expectDeleted = (urls: string[]) =>
    waitFor(async () => expect(await Promise.all(urls.map(statusOf))).toEqual(urls.map(() => 403)))
  expect((await tenant.send(`DELETE /api/v1/packages/${one.id}`)).status).toBe(200)
  await expectDeleted(photoUrls.slice(0, 2))
  expect(await statusOf(photoUrls[2]!)).toBe(200)
  expect((await tenant.send(`DELETE /api/v1/shipments/${shipment.id}`)).status).toBe(200)
  await expectDeleted(photoUrls)
})

test('a company can neither see nor add photos of another company', async () => {
  const other = await newTenant()
  const unknown = randomUUID()
  for (const route of ['GET /photos', 'POST /photo', 'POST /photo-upload']) {
    const [method, path] = route.split(' ') as [string, string]
    const ask = (at: string) =>
      path === '/photo'
        ? sendPhoto(other, at, images.jpeg)
        : other.send(`${method} /api/v1/packages/${at}${path}`)
    const [theirs, none] = await Promise.all([ask(id), ask(unknown)])
    expect([theirs.status, theirs.text], route).toEqual([404, none.text])
  }
})
