import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { app1, gps, images, jpegWith } from '../../support/api/images.ts'
import { form, readAddress, sendPhoto } from '../../support/api/photos.ts'
import { add, book, newParcel } from '../../support/api/tenant.ts'
import { setUp, id, jpegOf, mebibyte, tenant } from './photos.fixture.ts'

setUp()

describe('a photo is accepted', () => {
  const expectPhoto = async ({ status, text, body }: any, type: string, bytes: Buffer) => {
    expect(status, text).toBe(201)
    expect(body).toMatchObject({
      package_id: id,
      status: 'ready',
      content_type: type,
      size: bytes.length,
      width: 48,
    })
    const stored = await readAddress(body.photo_url)
    expect(stored).toMatchObject({ status: 200, type })
    expect(stored.bytes.equals(bytes), 'the stored bytes equal the uploaded ones').toBe(true)
  }

  test.each(['file', 'photo'])('from a form, in its field %s', async (name) => {
    const { raw, type } = await form(name, images.jpeg, 'image/jpeg', { note: 'front' })
    await expectPhoto(await sendPhoto(tenant, id, raw, type), 'image/jpeg', images.jpeg)
  })
  test.each([
    ['with unneeded part headers', 'Content-Length: 1\r\nContent-Transfer-Encoding: binary\r\n', '', ''],
    ['with text before and after it', '', 'A form follows.\r\n', 'That was it.'],
    ['without a content type for the file', '', '', ''],
  ])('from a form %s', async (_how, headers, before, after) => {
    const disposition = 'content-disposition: form-data; name=photo; filename="фото.png"'
    const parts = [`${before}--b o\r\n${headers}${disposition}\r\n\r\n`, images.png, `\r\n--b o--\r\n${after}`]
    const raw = Buffer.concat(parts.map((part) => Buffer.from(part)))
    await expectPhoto(
      await sendPhoto(tenant, id, raw, 'Multipart/Form-Data; Boundary="b o"'),
      'image/png',
      images.png,
    )
  })
  test.each(Object.entries(images))('as a raw body of type image/%s', async (name, bytes) => {
    await expectPhoto(await sendPhoto(tenant, id, bytes, `image/${name}`), `image/${name}`, bytes)
  })
  test.each([{ content_type: 'image/png' }, {}])('as JSON with the further fields %j', async (more) => {
    const body = { photo_base64: images.png.toString('base64'), ...more }
    await expectPhoto(await tenant.send(`POST /api/v1/packages/${id}/photo`, { body }), 'image/png', images.png)
  })
  test('as a data URL in JSON, as browsers create it', async () => {
    const body = { photo_base64: `data:image/png;base64,${images.png.toString('base64')}` }
    await expectPhoto(await tenant.send(`POST /api/v1/packages/${id}/photo`, { body }), 'image/png', images.png)
  })
  test('from a client that sends application/octet-stream', async () => {
    const { raw, type } = await form('file', images.webp, 'application/octet-stream')
    await expectPhoto(await sendPhoto(tenant, id, raw, type), 'image/webp', images.webp)
    await expectPhoto(
      await sendPhoto(tenant, id, images.png, 'application/octet-stream'),
      'image/png',
      images.png,
    )
  })
})

test('a photo’s GPS position is removed, and its orientation is kept', async () => {
  const { body } = await sendPhoto(tenant, id, jpegWith(app1('II', 6)))
  const { bytes } = await readAddress(body.photo_url)
  expect(bytes.includes(gps)).toBe(false)
  expect(bytes.length).toBe(images.jpeg.length + 36)
})

describe('a photo is refused', () => {
  const at = () => `POST /api/v1/packages/${id}/photo`
  test.each([
    ['if it is a JPEG declared as PNG', 'image/png', images.jpeg],
    [
      'if it is an SVG',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    [
      'if it is an SVG declared as JPEG',
      'image/jpeg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['if it is an HTML page', 'text/html', Buffer.from('<script>alert(1)</script>')],
    ['if it is a GIF', 'image/gif', Buffer.from('GIF89a')],
    ['if it is text declared as octet-stream', 'application/octet-stream', Buffer.from('hello')],
  ])('%s: 415', async (_name, type, raw) => {
    expect(await sendPhoto(tenant, id, raw, type)).toMatchObject({ status: 415 })
  })

  test('with 413 and the alternative to use if it exceeds 4 MiB; exactly 4 MiB is accepted', async () => {
    const refused = await sendPhoto(tenant, id, jpegOf(4 * mebibyte + 1))
    expect(refused).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(refused.body.detail).toContain('photo-upload')
    const { raw, type } = await form('file', jpegOf(4 * mebibyte + 1), 'image/jpeg')
    expect((await sendPhoto(tenant, id, raw, type)).status).toBe(413)
    expect((await sendPhoto(tenant, id, jpegOf(4 * mebibyte))).status).toBe(201)
    const whole = await form('file', jpegOf(4 * mebibyte), 'image/jpeg')
    expect((await sendPhoto(tenant, id, whole.raw, whole.type)).status).toBe(201)
  })

  test('with 422 if it is empty or missing, in each format', async () => {
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

  test('with 422 and the reason if the image is broken', async () => {
    const { status, body } = await sendPhoto(tenant, id, images.jpeg.subarray(0, 500))
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      { loc: ['body', 'file'], msg: 'The image is broken: it ends too early', type: 'value_error' },
    ])
  })

  test('with 400 if the form or the JSON is malformed', async () => {
    expect((await sendPhoto(tenant, id, images.jpeg, 'multipart/form-data')).status).toBe(400)
    expect((await sendPhoto(tenant, id, images.jpeg, 'multipart/form-data; boundary=x')).status).toBe(400)
    const { raw, type } = await form('file', images.jpeg, 'image/jpeg')
    const halved = await sendPhoto(tenant, id, raw.subarray(0, 500), type)
    expect(halved).toMatchObject({ status: 400, body: { detail: expect.stringContaining('boundary') } })
    expect((await sendPhoto(tenant, id, Buffer.from('{'), 'application/json')).status).toBe(400)
  })

  test('and then neither listed nor recorded in the timeline', async () => {
    const { id } = await newParcel(tenant)
    await sendPhoto(tenant, id, images.jpeg.subarray(0, 500))
    await sendPhoto(tenant, id, images.jpeg, 'image/png')
    expect((await tenant.send(`GET /api/v1/packages/${id}/photos`)).body).toEqual([])
    const events = await tenant.send(`GET /api/v1/packages/${id}/events`)
    expect(events.body.map(({ event_type }: any) => event_type)).toEqual(['PACKAGE_CREATED'])
  })
})

test('photos are listed newest first; the package’s timeline has an event, the public one does not', async () => {
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

test('requests with one Idempotency-Key, also at once, add one photo; another photo with that key is refused', async () => {
  const { id } = await newParcel(tenant)
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

describe('the URL of a photo', () => {
  test('is refused after any change, and no photo is readable without a signed URL', async () => {
    const { body } = await sendPhoto(tenant, id, images.jpeg)
    const url = new URL(body.photo_url)
    expect(url.searchParams.get('X-Amz-Expires')).toBe('55')
    expect(url.pathname.split('/')[2], 'the key begins with the tenant’s id').toBe(tenant.user.tenant_id)
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
