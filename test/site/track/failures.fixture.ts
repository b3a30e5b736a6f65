import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Tracking } from '../../../site/track/api/answer.ts'
import { freshAddress } from '../../support/api/client.ts'
import { sharedBrowser, openPage, stopClock } from '../../support/site/browser.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { seconds } from '../../support/suite/time.ts'

// Responses that the real service gives rarely or never.
export let browser: Browser
export let site: Awaited<ReturnType<typeof startSiteServer>>
export const id = 'TRK-7Q4M2X9KB3ZD1'
export const parcel = (fields: Partial<Tracking> = {}): Tracking => ({
  tracking_id: id,
  status: 'IN_TRANSIT',
  origin: 'Moscow (SVO)',
  destination: 'Tbilisi (TBS)',
  estimated_delivery: '2030-06-03',
  packages_count: 2,
  events: [],
  ...fields,
})
export const event = (event_type: string, timestamp: string, location = '', description = '') => ({
  event_type,
  timestamp,
  location,
  place: '',
  description,
})
export type Given = Parameters<Route['fulfill']>[0]
export type Opening = BrowserContextOptions & { path?: string; now?: string }
/** Opens the page with given responses of the service: each is returned once, and the last one from then on. */
export async function openWith(
  answers: Given[],
  { path = `/track/${id}`, now = '2030-06-01T12:00:00Z', ...options }: Opening = {},
) {
  const opened = await openPage(browser, [site.url], {
    locale: 'en-GB',
    timezoneId: 'Asia/Tbilisi',
    ...options,
  })
  opened.page.setDefaultTimeout(seconds(10))
  const sentEtags: (string | undefined)[] = []
  let answered = 0
  opened.page.on('response', (response) => {
    if (response.url().includes('/api/v1/track/')) answered++
  })
  await opened.page.route('**/api/v1/track/*', async (route) => {
    sentEtags.push(route.request().headers()['if-none-match'])
    await route.fulfill(answers[Math.min(sentEtags.length, answers.length) - 1] ?? {})
  })
  await stopClock(opened.page, now)
  await opened.page.goto(`${site.url}${path}`)
  /** Waits until the page has had the given number of responses. */
  const awaitResponses = async (times: number) => {
    await expect.poll(() => answered, { timeout: seconds(10) }).toBe(times)
    await opened.page.evaluate('fetch("/track").then((page) => page.text())')
  }
  return { ...opened, sentEtags, awaitResponses }
}
export const awaitHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
export const awaitText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([sharedBrowser(), startSiteServer(freshAddress())])
  })
  afterAll(async () => {
    await site[Symbol.asyncDispose]()
  })
}
