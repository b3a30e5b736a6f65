import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { expect, inject } from 'vitest'
import { countAwaited, isIdle } from './awaited.ts'
import { launchBrowser, openPage, stopClock } from './browser.ts'
import { freshAddress } from '../api/client.ts'
import { startSiteServer } from './server.ts'
import { arrivingCode } from '../mail/mailbox.ts'
import { invite, password, type Tenant } from '../api/tenant.ts'

/** The console message that Chromium writes if a WebSocket connection fails. */
export const notConnected = /^console: WebSocket connection to '\S+' failed/

/** Starts a browser and a server for the board's pages. */
export async function startBoard() {
  const [browser, site] = await Promise.all([launchBrowser(), startSiteServer(freshAddress())])

  /** Opens a page whose clock only the test advances. */
  async function open(options: BrowserContextOptions = {}) {
    const opened = await openPage(browser, [site.url, inject('s3')], { locale: 'en-GB', ...options })
    const { page } = opened
    page.setDefaultTimeout(10_000)
    await countAwaited(page)
    await stopClock(page)
    return opened
  }
  /** Waits until the board is shown and receives events. */
  const isIn = (page: Page) => page.locator('.desk:not(.waiting) .live').waitFor()
  async function signIn(page: Page, email: string, path = '/board') {
    await page.goto(`${site.url}${path}`)
    await signInHere(page, email)
  }
  async function signInHere(page: Page, email: string) {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isIn(page)
  }
  const end = async () => {
    await browser.close()
    await site[Symbol.asyncDispose]()
  }
  return { ...site, open, isIn, signIn, signInHere, [Symbol.asyncDispose]: end }
}
export type BoardPage = Awaited<ReturnType<typeof startBoard>>

/** Invites a user and accepts the invitation. Returns the user's e-mail address. */
export async function colleague(tenant: Tenant, fields: { role: string; courier_id?: string }) {
  const { email } = await invite(tenant, fields)
  await accept(tenant, email)
  return email
}
export async function accept(tenant: Tenant, email: string) {
  const body = { code: await arrivingCode(email), password }
  expect((await tenant.call('POST /auth/email/accept-invitation', { body })).status).toBe(200)
}

/** Delays the page's next request to an address. The returned function forwards it, or responds with `answer`. */
export async function holding(page: Page, address: string, answer?: Parameters<Route['fulfill']>[0]) {
  const held = Promise.withResolvers<undefined>()
  const hold = async (route: Route) => {
    await held.promise
    await (answer ? route.fulfill(answer) : route.continue())
  }
  await page.route(address, hold, { times: 1 })
  return () => held.resolve(undefined)
}

export const column = (page: Page, title: string) =>
  page.getByRole('region', { name: new RegExp(`^${title} [\\d,]+$`) })
/** The headings of the columns, such as "Received 3". */
export const heads = (page: Page) => page.locator('.column h2').allTextContents()

/**
 * Advances the page's clock, so that the board polls, until it shows the expected value. (The indexes that it reads may
 * lag.) The clock stands still during pending requests, which would otherwise time out. `pause` is the time between two
 * checks, in milliseconds.
 */
export async function shows(page: Page, what: () => Promise<unknown>, expected: unknown, pause = 15_000) {
  const read = async () => {
    const found = await what()
    for (let passed = 0; passed < pause && !isEqual(found, expected) && (await isIdle(page)); passed += second)
      await page.clock.runFor(second)
    return found
  }
  await expect.poll(read, { timeout: 20_000, interval: 50 }).toEqual(expected)
}
/** In milliseconds. */
const second = 1000
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Waits for a change without advancing the page's clock. */
export const eventually = <T>(what: () => T | Promise<T>, message = '') =>
  expect.poll(what, { timeout: 10_000, interval: 20, message })

/** The console message that Chromium writes for an error response. */
export const failed = (status: number) =>
  expect.stringContaining(`the server responded with a status of ${status}`)
