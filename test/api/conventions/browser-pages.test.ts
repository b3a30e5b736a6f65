import { expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'

const call = caller()
/** What Chromium and Firefox send for an address that someone opens. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  call(`${method} ${path}`, { headers: { accept: browser, ...headers }, contract: false })

test('a browser gets a start page with links to the pages, in its language', async () => {
  const { status, headers, text } = await open('/')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const page of ['/track', '/console', '/work', '/docs']) expect(text).toContain(`<a href="${page}">`)
  const inLanguage = async (tag: string) =>
    /<html lang="(\w+)" dir="(\w+)">/.exec((await open('/', { 'accept-language': tag })).text)?.slice(1)
  expect(await inLanguage('ka-GE,ka;q=0.9,en;q=0.8')).toEqual(['ka', 'ltr'])
  expect(await inLanguage('de, ru;q=0.7, en;q=0.5')).toEqual(['ru', 'ltr'])
  expect(await inLanguage('ar')).toEqual(['ar', 'rtl'])
  expect(await inLanguage('fr')).toEqual(['en', 'ltr'])
})

test('an unknown address answers a browser with a page and 404, with the address as text', async () => {
  const { status, headers, text } = await open('/parcels/%3Cb%3E?q=1')
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(text).toContain('There is no page at this address')
  expect(text).not.toContain('<b>')
  // Its style, and nothing else, may be applied.
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; frame-ancestors 'none'; style-src 'sha256-[\w+/]{43}='$/,
  )
  const head = await open('/nowhere', {}, 'HEAD')
  expect([head.status, head.headers['content-type'], head.text]).toEqual([404, 'text/html; charset=utf-8', ''])
})

test('clients that do not prefer HTML get JSON as before, and caches keep both apart', async () => {
  const usual = [undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9', 'image/png']
  for (const accept of usual)
    for (const [path, status] of [
      ['/', 200],
      ['/nowhere', 404],
    ] as const) {
      const answer = await call(`GET ${path}`, { headers: accept === undefined ? {} : { accept } })
      expect([answer.status, answer.headers['content-type']], accept).toEqual([status, 'application/json'])
      expect(answer.headers['vary']).toMatch(/, Accept$/)
    }
  expect((await call('GET /nowhere')).body).toMatchObject({ detail: 'Not Found', code: 'not_found' })
  expect((await open('/')).headers['vary']).toMatch(/Accept, Accept-Language$/)
})

test('what a script sends to an unknown address, and known addresses, keep their JSON', async () => {
  for (const key of ['POST /nowhere', 'PUT /', 'GET /api/v1/shipments']) {
    const { headers } = await call(key, { headers: { accept: browser }, contract: false })
    expect(headers['content-type'], key).toBe('application/json')
  }
})
