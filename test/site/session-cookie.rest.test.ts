import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fresh } from '../api/auth/auth.fixture.ts'
import { freshAddress } from '../support/api/client.ts'
import { sharedBrowser } from '../support/site/browser.ts'
import { startSiteServer } from '../support/site/server.ts'

// What a browser does with the cookie of a session, for a page of the service and for one of another site.
let site: Awaited<ReturnType<typeof startSiteServer>>
let browser: Browser
const foreign = createServer((_, response) =>
  response.setHeader('content-type', 'text/html').end('<p>Prizes</p>'),
)
let foreignUrl: string
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSiteServer(freshAddress()), sharedBrowser()])
  await once(foreign.listen(0, '127.0.0.1'), 'listening')
  foreignUrl = `http://localhost:${(foreign.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  foreign.close()
})

/** The status and body of a POST that a script of the page sends; "blocked" if the browser lets it not have them. */
const post = (page: Page, path: string, headers: Record<string, string>, body?: object) =>
  page.evaluate(
    async ({ url, headers, body }) => {
      const json = { 'Content-Type': 'application/json', ...headers }
      const sent = fetch(url, { method: 'POST', credentials: 'include', headers: json, body })
      return sent.then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => 'blocked' as const,
      )
    },
    { url: site.url + path, headers, body: JSON.stringify(body ?? {}) },
  )
const asked = { 'Refresh-Token-Cookie': 'session' }

test('a second tab is signed in, no script can read the cookie, and a page of another site can use it in no way', async () => {
  const context = await browser.newContext()
  const [tab, second, other] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await tab.goto(`${site.url}/track`)
  const registered = await post(tab, '/api/v1/auth/register', asked, fresh())
  expect(registered).toMatchObject({ status: 201, text: expect.not.stringContaining('refresh_token') })
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ name: '__Host-refresh-token', httpOnly: true, secure: true, expires: -1 })
  expect(await tab.evaluate('document.cookie')).toBe('')

  await other.goto(foreignUrl)
  expect(await post(other, '/api/v1/auth/refresh', asked)).toBe('blocked')
  // Nor without the header, since CORS allows no credentials.
  expect(await post(other, '/api/v1/auth/logout', {})).toBe('blocked')
  expect(await context.cookies()).toEqual([cookie])

  await second.goto(`${site.url}/track`)
  expect(await post(second, '/api/v1/auth/refresh', asked)).toMatchObject({ status: 200 })
  const [renewed] = await context.cookies()
  expect(renewed!.value).not.toBe(cookie!.value)
  expect(await post(tab, '/api/v1/auth/logout', asked)).toMatchObject({ status: 200 })
  expect(await context.cookies()).toEqual([])
  expect(await post(second, '/api/v1/auth/refresh', asked)).toMatchObject({ status: 401 })
  await context.close()
})
