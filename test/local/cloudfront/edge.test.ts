import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { siteDir } from '../../../lib/site/build.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { caller } from '../../support/api/client.ts'
import { exampleOf, newTenant } from '../../support/api/tenant.ts'
import { localCloud } from '../../support/suite/local-cloud.ts'

const ask = (key: string, headers = {}) => caller(undefined, localCloud())(key, { headers, contract: false })
const html = readFileSync(join(siteDir, 'track', 'index.html'), 'utf8')

test('the API understands a slash at the end of a path, with body, query and If-Match', async () => {
  const { send } = await newTenant()
  const booked = await send('POST /api/v1/shipments/', { body: exampleOf(NewShipment), contract: false })
  expect(booked.status, booked.text).toBe(201)
  const change = (etag: string) =>
    send(`PUT /api/v1/shipments/${booked.body.id}/`, {
      body: { weight: 3 },
      headers: { 'if-match': etag },
      contract: false,
    })
  expect((await change('"0"')).status).toBe(412)
  expect(await change(booked.headers.etag!)).toMatchObject({ status: 200, body: { weight: 3 } })
  const listed = await send('GET /api/v1/shipments/?limit=0', { contract: false })
  expect([listed.status, listed.body.detail[0].loc]).toEqual([422, ['query', 'limit']])
})

describe('the pages on the port of the service', () => {
  test.each(['/track', '/track/', '/track/TRK-1', '/track/TRK-1?lang=ka', '/track/a/b'])(
    'are served at every path below their own: %s',
    async (path) => {
      const { status, text, headers } = await ask(`GET ${path}`)
      expect({ status, text }).toEqual({ status: 200, text: html })
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'public, max-age=60',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'permissions-policy': expect.stringContaining('camera=()') as string,
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'content-security-policy': expect.stringContaining("script-src 'self';") as string,
      })
    },
  )

  test('load files that browsers may cache forever', async () => {
    const [, script = ''] = /src="([^"]+)"/.exec(html) ?? []
    const { status, headers } = await ask(`GET ${script}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('are compressed for a client that accepts it, as CloudFront does', async () => {
    const [, script = ''] = /src="([^"]+)"/.exec(html) ?? []
    const [plain, gzip] = await Promise.all(
      ['identity', 'gzip, deflate'].map((coding) => ask(`GET ${script}`, { 'accept-encoding': coding })),
    )
    expect(plain!.headers['content-encoding']).toBeUndefined()
    expect(gzip!.headers).toMatchObject({ 'content-encoding': 'gzip', etag: `W/${plain!.headers.etag}` })
    expect(Number(gzip!.headers['content-length'])).toBeLessThan(Number(plain!.headers['content-length']) / 2)
    expect(gunzipSync(gzip!.bytes).equals(plain!.bytes)).toBe(true)
    // Fonts and pictures have a compression of their own.
    const font = readdirSync(join(siteDir, 'console')).find((file) => file.endsWith('.woff2'))
    const { headers } = await ask(`GET /console/${font}`, { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('get 304 for a client that has the current version', async () => {
    const { headers } = await ask('GET /track')
    const again = await ask('GET /track', { 'if-none-match': headers.etag })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: headers.etag } })
    expect((await ask('GET /track', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('are also served at a path that contains or ends with a full stop', async () => {
    for (const path of ['/track/TRK-7Q4M2X9KB3ZD1', '/track/TRK-7Q4M2X9KB3ZD1.', '/console/a.b'])
      expect((await ask(`GET ${path}`)).status, path).toBe(200)
  })

  test('of the former board redirect to the console', async () => {
    for (const path of ['/board', '/board/', '/board/a.b', '/board?view=list']) {
      const { status, text, headers } = await ask(`GET ${path}`)
      expect({ status, text, location: headers.location }).toEqual({
        status: 301,
        text: '',
        location: '/console',
      })
    }
  })

  test('can only be read, and other paths get 404', async () => {
    expect(await ask('HEAD /track')).toMatchObject({ status: 200, text: '' })
    expect((await ask('POST /track')).status).toBe(403)
    for (const path of [
      '/track/none-ABCDEFGH.js',
      '/trackers',
      '/track/../package.json',
      '/track/%2e%2e/index.html',
    ])
      expect((await ask(`GET ${path}`)).status, path).toBe(404)
  })
})

test('responses of the API pass through the edge unchanged', async () => {
  const { headers, body } = await ask('GET /api/v1/track/TRK-NONE')
  expect(body).toMatchObject({ error: 'not_found' })
  expect(headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(headers['permissions-policy']).toBeUndefined()
  expect((await ask('GET /')).headers['content-security-policy']).toContain("default-src 'none'; frame-")
})
