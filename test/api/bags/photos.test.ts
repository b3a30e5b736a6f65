import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { app1, gps, images, jpegWith, pngWith, segment } from '../../support/api/images.ts'
import { form, keysBelow, readAddress, seenPhoto, sendPhoto, upload } from '../../support/api/photos.ts'
import { add, book, newTenant, type Tenant } from '../../support/api/tenant.ts'

const statusOf = async (url: string) => (await readAddress(url)).status
const mebibyte = 1024 * 1024
let tenant: Tenant
let id: string
beforeAll(async () => {
  tenant = await newTenant()
  id = (await add(tenant, (await book(tenant)).id)).id
})

/** A JPEG of exactly so many bytes, most of which are comments. */
function jpegOf(bytes: number): Buffer {
  const segments: Buffer[] = []
  for (let left = bytes - images.jpeg.length; left > 0;) {
    const size = left > 65_537 + 4 ? 65_537 : left > 65_537 ? left - 4 : left
    segments.push(segment(0xfe, 'x'.repeat(size - 4)))
    left -= size
  }
  return jpegWith(...segments)
}

describe('a photo comes', () => {
  const expectPhoto = async ({ status, text, body }: any, type: string, bytes: Buffer) => {
    expect(status, text).toBe(201)
    expect(body).toMatchObject({
      package_id: id,
      status: 'ready',
      content_type: type,
      size: bytes.length,
      width: 48,
    })
    const there = await readAddress(body.photo_url)
    expect(there).toMatchObject({ status: 200, type })
    expect(there.bytes.equals(bytes), 'as it was, to the byte').toBe(true)
  }

  test.each(['file', 'photo'])('as a form, in its field %s', async (name) => {
    const { raw, type } = await form(name, images.jpeg, 'image/jpeg', { note: 'front' })
    await expectPhoto(await sendPhoto(tenant, id, raw, type), 'image/jpeg', images.jpeg)
  })
  test.each([
    [
      'with headers of a part that nobody needs',
      'Content-Length: 1\r\nContent-Transfer-Encoding: binary\r\n',
      '',
      '',
    ],
    ['with words before and after it', '', 'A form follows.\r\n', 'That was it.'],
    ['without a type of the file', '', '', ''],
  ])('as a form %s', async (_how, headers, before, after) => {
    const disposition = 'content-disposition: form-data; name=photo; filename="фото.png"'
    const parts = [`${before}--b o\r\n${headers}${disposition}\r\n\r\n`, images.png, `\r\n--b o--\r\n${after}`]
    const raw = Buffer.concat(parts.map((part) => Buffer.from(part)))
    await expectPhoto(
      await sendPhoto(tenant, id, raw, 'Multipart/Form-Data; Boundary="b o"'),
      'image/png',
      images.png,
    )
  })
  test.each(Object.entries(images))('as an image, image/%s', async (name, bytes) => {
    await expectPhoto(await sendPhoto(tenant, id, bytes, `image/${name}`), `image/${name}`, bytes)
  })
  test.each([{ content_type: 'image/png' }, {}])('as JSON with %j', async (more) => {
    const body = { photo_base64: images.png.toString('base64'), ...more }
    await expectPhoto(await tenant.send(`POST /api/v1/packages/${id}/photo`, { body }), 'image/png', images.png)
  })
  test('as a data URL in JSON, as a browser makes it', async () => {
    const body = { photo_base64: `data:image/png;base64,${images.png.toString('base64')}` }
    await expectPhoto(await tenant.send(`POST /api/v1/packages/${id}/photo`, { body }), 'image/png', images.png)
  })
  test('from a client that does not know its type', async () => {
    const { raw, type } = await form('file', images.webp, 'application/octet-stream')
    await expectPhoto(await sendPhoto(tenant, id, raw, type), 'image/webp', images.webp)
    await expectPhoto(
      await sendPhoto(tenant, id, images.png, 'application/octet-stream'),
      'image/png',
      images.png,
    )
  })
})

test('where it was taken is not kept, how it is to be turned is', async () => {
  const { body } = await sendPhoto(tenant, id, jpegWith(app1('II', 6)))
  const { bytes } = await readAddress(body.photo_url)
  expect(bytes.includes(gps)).toBe(false)
  expect(bytes.length).toBe(images.jpeg.length + 36)
})

describe('a photo is refused', () => {
  const at = () => `POST /api/v1/packages/${id}/photo`
  test.each([
    ['a JPEG that is called PNG', 'image/png', images.jpeg],
    [
      'an SVG',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ['an SVG that is called JPEG', 'image/jpeg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', 'text/html', Buffer.from('<script>alert(1)</script>')],
    ['a GIF', 'image/gif', Buffer.from('GIF89a')],
    ['text that is called octet-stream', 'application/octet-stream', Buffer.from('hello')],
  ])('%s: 415', async (_name, type, raw) => {
    expect(await sendPhoto(tenant, id, raw, type)).toMatchObject({ status: 415 })
  })

  test('more than 4 MiB: 413, with where to go instead; 4 MiB is taken', async () => {
    const refused = await sendPhoto(tenant, id, jpegOf(4 * mebibyte + 1))
    expect(refused).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(refused.body.detail).toContain('photo-upload')
    const { raw, type } = await form('file', jpegOf(4 * mebibyte + 1), 'image/jpeg')
    expect((await sendPhoto(tenant, id, raw, type)).status).toBe(413)
    expect((await sendPhoto(tenant, id, jpegOf(4 * mebibyte))).status).toBe(201)
    const whole = await form('file', jpegOf(4 * mebibyte), 'image/jpeg')
    expect((await sendPhoto(tenant, id, whole.raw, whole.type)).status).toBe(201)
  })

  test('nothing, in each form: 422', async () => {
    const empty = await form('file', Buffer.alloc(0), 'image/jpeg')
    const other = await form('attachment', images.jpeg, 'image/jpeg')
    for (const { raw, type } of [empty, other, { raw: Buffer.alloc(0), type: 'image/jpeg' }])
      expect(await sendPhoto(tenant, id, raw, type), type).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'file'], type: 'missing' }] },
      })
    for (const options of [{}, { body: {} }, { body: { photo_base64: null } }, { body: { photo_base64: '' } }])
      expect((await tenant.send(at(), options)).body.detail[0].loc).toEqual(['body', 'photo_base64'])
    expect((await tenant.send(at(), { body: { photo_base64: 'not base64!' } })).status).toBe(422)
  })

  test('a broken image: 422 that says why', async () => {
    const { status, body } = await sendPhoto(tenant, id, images.jpeg.subarray(0, 500))
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      { loc: ['body', 'file'], msg: 'The image is broken: it ends too early', type: 'value_error' },
    ])
  })

  test('what is no form, and what is no JSON: 400', async () => {
    expect((await sendPhoto(tenant, id, images.jpeg, 'multipart/form-data')).status).toBe(400)
    expect((await sendPhoto(tenant, id, images.jpeg, 'multipart/form-data; boundary=x')).status).toBe(400)
    const { raw, type } = await form('file', images.jpeg, 'image/jpeg')
    const halved = await sendPhoto(tenant, id, raw.subarray(0, 500), type)
    expect(halved).toMatchObject({ status: 400, body: { detail: expect.stringContaining('boundary') } })
    expect((await sendPhoto(tenant, id, Buffer.from('{'), 'application/json')).status).toBe(400)
  })

  test('none of them is listed, and none happened', async () => {
    const { id } = await add(tenant, (await book(tenant)).id)
    await sendPhoto(tenant, id, images.jpeg.subarray(0, 500))
    await sendPhoto(tenant, id, images.jpeg, 'image/png')
    expect((await tenant.send(`GET /api/v1/packages/${id}/photos`)).body).toEqual([])
    const events = await tenant.send(`GET /api/v1/packages/${id}/events`)
    expect(events.body.map(({ event_type }: any) => event_type)).toEqual(['PACKAGE_CREATED'])
  })
})

test('photos are listed, newest first; the timeline tells of them, the public page does not', async () => {
  const shipment = await book(tenant)
  const { id } = await add(tenant, shipment.id)
  const first = await sendPhoto(tenant, id, images.jpeg)
  const second = await sendPhoto(tenant, id, images.png, 'image/png')
  const listed = await tenant.send(`GET /api/v1/packages/${id}/photos`)
  expect(listed.body.map(({ photo_id }: any) => photo_id)).toEqual([second.body.photo_id, first.body.photo_id])
  const events = await tenant.send(`GET /api/v1/packages/${id}/events`)
  expect(events.body.map(({ event_type }: any) => event_type)).toEqual([
    'PACKAGE_CREATED',
    'PHOTO_ADDED',
    'PHOTO_ADDED',
  ])
  const tracked = await tenant.call(`GET /api/v1/track/${shipment.tracking_id}`)
  expect(tracked.text).not.toContain('PHOTO')
})

test('repeated under one key, also at once, it is one photo; another photo under that key is refused', async () => {
  const { id } = await add(tenant, (await book(tenant)).id)
  const key = { 'idempotency-key': randomUUID() }
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => sendPhoto(tenant, id, images.jpeg, 'image/jpeg', key)),
  )
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(sent.map(({ body }) => body.photo_id)).size).toBe(1)
  expect((await sendPhoto(tenant, id, images.png, 'image/png', key)).status).toBe(422)
  expect((await tenant.send(`GET /api/v1/packages/${id}/photos`)).body).toHaveLength(1)
  expect((await readAddress(sent[0]!.body.photo_url)).bytes.equals(images.jpeg)).toBe(true)
})

describe('an address', () => {
  test('is good for what it names, unchanged, and nothing is open without one', async () => {
    const { body } = await sendPhoto(tenant, id, images.jpeg)
    const url = new URL(body.photo_url)
    expect(url.searchParams.get('X-Amz-Expires')).toBe('3600')
    expect(url.pathname.split('/')[2], 'the key begins with the tenant').toBe(tenant.user.tenant_id)
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url)
      change(copy)
      return readAddress(copy.href)
    }
    expect((await changed((copy) => (copy.search = ''))).status).toBe(403)
    expect((await changed((copy) => copy.searchParams.set('X-Amz-Expires', '7200'))).status).toBe(403)
    expect((await changed((copy) => (copy.pathname = copy.pathname.slice(0, -1)))).status).toBe(403)
    expect(
      (await changed((copy) => (copy.pathname = copy.pathname.split('/').slice(0, 2).join('/')))).status,
    ).toBe(403)
  })
})

describe('an upload to S3 directly', () => {
  const ask = async (at = id) => {
    const asked = await tenant.send(`POST /api/v1/packages/${at}/photo-upload`, {
      body: { content_type: 'image/jpeg' },
    })
    expect(asked.status, asked.text).toBe(201)
    return asked.body
  }

  test('is looked at and becomes a photo like any other', async () => {
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

  test('of a larger photo than the gateway takes goes through, of one byte more than 20 MiB does not', async () => {
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
    ['is no image', Buffer.from('<script>alert(1)</script>'), /no image\/jpeg/],
    ['is another type than it was asked for', pngWith(), /said to be image\/jpeg, and is image\/png/],
    ['is broken', images.jpeg.subarray(0, 500), /ends too early/],
  ])('that %s is refused, with a reason that is listed', async (_name, bytes, why) => {
    const form = await ask()
    expect((await upload(form, bytes)).status).toBe(204)
    const { status, reason, photo_url } = await seenPhoto(tenant, id, form.photo_id)
    expect({ status, photo_url }).toEqual({ status: 'refused', photo_url: null })
    expect(reason).toMatch(why)
  })

  test('under one form, over and over and at once, is one photo that is what its record says', async () => {
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
      // What came last is looked at too, and changes nothing.
      const below = `${tenant.user.tenant_id}/${id}/${form.photo_id}`
      await vi.waitFor(async () => expect(await keysBelow(below)).toHaveLength(1), { timeout: 20_000 })
      const again = await seenPhoto(tenant, id, form.photo_id)
      expect({ ...again, photo_url: '' }).toEqual({ ...photo, photo_url: '' })
      expect((await readAddress(again.photo_url)).bytes).toHaveLength(photo.size)
    }
  })

  test('to a package that is deleted meanwhile leaves nothing behind', async () => {
    const { id } = await add(tenant, (await book(tenant)).id)
    const form = await ask(id)
    const [posted] = await Promise.all([
      upload(form, jpegOf(6 * mebibyte)),
      tenant.send(`DELETE /api/v1/packages/${id}`),
    ])
    expect(posted.status).toBe(204)
    await vi.waitFor(async () => expect(await keysBelow(`${tenant.user.tenant_id}/${id}/`)).toEqual([]), {
      timeout: 20_000,
    })
  })

  test('goes where the form says and nowhere else', async () => {
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

test('a package takes a hundred photos, to the last one, and uploads that never came take no place', async () => {
  const { id } = await add(tenant, (await book(tenant)).id)
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

test('an upload that comes when its package is gone with its shipment leaves nothing behind', async () => {
  const shipment = await book(tenant)
  const { id } = await add(tenant, shipment.id)
  const { body: form } = await tenant.send(`POST /api/v1/packages/${id}/photo-upload`)
  expect((await tenant.send(`DELETE /api/v1/shipments/${shipment.id}`)).status).toBe(200)
  expect((await upload(form, images.jpeg)).status).toBe(204)
  await vi.waitFor(async () => expect(await keysBelow(`${tenant.user.tenant_id}/${id}/`)).toEqual([]), {
    timeout: 20_000,
  })
})

test('photos go with their package, also those of a shipment that is deleted', async () => {
  const shipment = await book(tenant)
  const [one, other] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  const addresses: string[] = []
  for (const { id } of [one, one, other])
    addresses.push((await sendPhoto(tenant, id, images.jpeg)).body.photo_url)
  // Who may not list a bucket, as the function that signed, is not told that there is no such object.
  const gone = (urls: string[]) =>
    vi.waitFor(async () => expect(await Promise.all(urls.map(statusOf))).toEqual(urls.map(() => 403)), {
      timeout: 20_000,
    })
  expect((await tenant.send(`DELETE /api/v1/packages/${one.id}`)).status).toBe(200)
  await gone(addresses.slice(0, 2))
  expect(await statusOf(addresses[2]!)).toBe(200)
  expect((await tenant.send(`DELETE /api/v1/shipments/${shipment.id}`)).status).toBe(200)
  await gone(addresses)
})

test('a company sees no other’s photos, and adds none', async () => {
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
