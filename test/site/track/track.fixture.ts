import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openPage, sharedBrowser } from '../../support/site/browser.ts'
import { freshAddress } from '../../support/api/client.ts'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { seconds } from '../../support/suite/time.ts'

let browser: Browser
export let site: Awaited<ReturnType<typeof startSiteServer>>
export let tenant: Tenant
/** The address that the pages' requests come from. */
const address = freshAddress()

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    ;[browser, site, tenant] = await Promise.all([sharedBrowser(), startSiteServer(address), newTenant()])
  })
  afterAll(() => site[Symbol.asyncDispose]())
}

export async function open(options = {}, { url } = site) {
  const opened = await openPage(browser, [url], { locale: 'en-GB', ...options })
  opened.page.setDefaultTimeout(seconds(10))
  return opened
}
/** Changes something as the company, by a request that succeeds. */
export async function sent(key: string, body?: object): Promise<void> {
  const { status, text } = await tenant.send(key, { body })
  expect([key, status], text).toEqual([key, 200])
}
export const awaitText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
export const awaitHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
export const announcement = (page: Page) => page.locator('#announcement').textContent()
/** Records the statuses of the tracking responses that the page gets. */
export function answersTo(page: Page) {
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/track/')) answers.push(response.status())
  })
  return answers
}
