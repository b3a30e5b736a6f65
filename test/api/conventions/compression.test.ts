import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { add, book, newTenant } from '../../support/api/tenant.ts'

const gzip = { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' }
const unzipped = (bytes: Buffer) => JSON.parse(gunzipSync(bytes).toString())

test('a list is compressed for clients that accept gzip, and is the same for others', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  await Promise.all(Array.from({ length: 20 }, () => add(tenant, id)))
  const read = (headers: Record<string, string>) =>
    tenant.send(`GET /api/v1/shipments/${id}/packages`, { headers, contract: false })
  const [plain, packed] = [await read({}), await read(gzip)]
  expect(plain.body).toHaveLength(20)
  expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
  expect(unzipped(packed.bytes)).toEqual(plain.body)
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4)
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding'])
  for (const refused of ['gzip;q=0', 'identity', 'br'])
    expect((await read({ 'accept-encoding': refused })).headers['content-encoding'], refused).toBeUndefined()
})

test('a cached document has another entity tag when compressed, by which it is not sent again', async () => {
  const call = caller()
  const read = (headers: Record<string, string>) => call('GET /openapi.json', { headers, contract: false })
  const [plain, packed] = [await read({}), await read(gzip)]
  expect(unzipped(packed.bytes)).toEqual(plain.body)
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5)
  const tags = [plain, packed].map(({ headers }) => headers.etag!)
  expect(tags[1]).toBe(tags[0]!.replace(/"$/, '-gzip"'))
  for (const tag of tags) expect((await read({ ...gzip, 'if-none-match': tag })).status).toBe(304)
})

test('a record is not compressed: its entity tag is also its version', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant, { description: 'x'.repeat(2000) })
  const { headers, body } = await tenant.send(`GET /api/v1/shipments/${id}`, { headers: gzip })
  expect([headers['content-encoding'], headers.etag]).toEqual([undefined, '"1"'])
  expect(body.description).toHaveLength(2000)
})

test('HEAD names the coding of GET', async () => {
  const { headers, text } = await caller()('HEAD /openapi.json', { headers: gzip, contract: false })
  expect([headers['content-encoding'], text]).toEqual(['gzip', ''])
})
