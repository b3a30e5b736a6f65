import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { expect, inject } from 'vitest'
import { launchBrowser, openPage, stopClock } from './browser.ts'
import { freshAddress } from '../api/client.ts'
import { startSiteServer } from './server.ts'
import { arrivingCode } from '../mail/mailbox.ts'
import { invite, password, type Tenant } from '../api/tenant.ts'

/** What Chromium itself writes of a connection that cannot be made. */
export const notConnected = /^console: WebSocket connection to '\S+' failed/
/** How many requests of a page are under way, and connections on which an answer is due. */
const underWay = new WeakMap<Page, number>()
function countRequests(page: Page): void {
  const count = (change: number) => void underWay.set(page, (underWay.get(page) ?? 0) + change)
  page.on('request', () => count(1))
  page.on('requestfinished', async (request) => {
    // A ticket is followed by a connection, which then is what is under way.
    const opens = request.url().endsWith('/realtime/ticket') && (await request.response())?.ok()
    if (!opens) count(-1)
  })
  page.on('requestfailed', () => count(-1))
  page.on('websocket', (socket) => {
    let due = true
    const answerIs = (now: boolean) => () => {
      if (due !== now) count(now ? 1 : -1)
      due = now
    }
    socket.on('framesent', answerIs(true))
    socket.on('framereceived', answerIs(false))
    socket.on('close', answerIs(false))
  })
}

/** The board's page in a browser of its own. */
export async function startBoard() {
  const [browser, site] = await Promise.all([launchBrowser(), startSiteServer(freshAddress())])

  /** A page on which time stands still but for what a test lets pass. */
  async function open(options: BrowserContextOptions = {}) {
    const opened = await openPage(browser, [site.url, inject('s3')], { locale: 'en-GB', ...options })
    const { page } = opened
    page.setDefaultTimeout(10_000)
    countRequests(page)
    await stopClock(page)
    return opened
  }
  /** Waits for the board, and until it is connected to events. */
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

/** The e-mail address of a user who was invited and has accepted. */
export async function colleague(tenant: Tenant, fields: { role: string; courier_id?: string }) {
  const { email } = await invite(tenant, fields)
  await accept(tenant, email)
  return email
}
export async function accept(tenant: Tenant, email: string) {
  const body = { code: await arrivingCode(email), password }
  expect((await tenant.call('POST /auth/email/accept-invitation', { body })).status).toBe(200)
}

/** Holds back what the page asks of an address next, until it is let go: to the service, or to that answer. */
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
/** What stands over the columns: "Received 3". */
export const heads = (page: Page) => page.locator('.column h2').allTextContents()

/**
 * Lets the board look for news again and again until it shows what it should: the indexes it reads may lag. No time
 * passes while it waits for an answer, which it would give up for lost. `pause` is how much passes before it is looked at
 * again, in milliseconds.
 */
export async function shows(page: Page, what: () => Promise<unknown>, expected: unknown, pause = 15_000) {
  const read = async () => {
    const found = await what()
    const idle = () => (underWay.get(page) ?? 0) === 0
    for (let passed = 0; passed < pause && !isEqual(found, expected) && idle(); passed += second)
      await page.clock.runFor(second)
    return found
  }
  await expect.poll(read, { timeout: 20_000, interval: 50 }).toEqual(expected)
}
/** In milliseconds. */
const second = 1000
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Waits for what comes without any time passing on the page. */
export const eventually = <T>(what: () => T | Promise<T>, message = '') =>
  expect.poll(what, { timeout: 10_000, interval: 20, message })

/** What Chromium itself writes of an answer that is an error. */
export const failed = (status: number) =>
  expect.stringContaining(`the server responded with a status of ${status}`)
