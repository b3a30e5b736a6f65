import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { routes } from '../../functions/index.ts'
import { desktop, expectAccessible, launchBrowser, openPage, phone } from '../support/site/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const url = inject('url')
async function openReference(options = desktop) {
  const opened = await openPage(browser, [url], options)
  await opened.page.goto(`${url}/docs`)
  await operation(opened.page, 'Register a user').waitFor()
  return opened
}
const operation = (page: Page, summary: string) => page.locator('.opblock', { hasText: summary }).first()
const summaryOf = (page: Page, summary: string) => operation(page, summary).locator('.opblock-summary-control')

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])(
  'the reference on %s shows every operation, loads nothing from other hosts, and is accessible',
  async (_, size) => {
    await using reference = await openReference(size)
    const { page, faults } = reference
    expect(await page.title()).toBe('Courier Logistics API')
    expect(await page.locator('.opblock').count()).toBe(routes.length)
    const horizontalScroll = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(horizontalScroll).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await summaryOf(page, 'Register a user').click()
    const parcel = operation(page, 'Follow a parcel')
    await summaryOf(page, 'Follow a parcel').click()
    await parcel.getByRole('button', { name: 'Try it out' }).click()
    await parcel.getByPlaceholder('tracking_id').fill('TRK-NONE')
    await parcel.getByRole('button', { name: 'Execute' }).click()
    await parcel.locator('.live-responses-table').waitFor()
    expect(await parcel.locator('.live-responses-table').innerText()).toContain('not_found')
    // The page has closed and open operations now, so one analysis covers both.
    await expectAccessible(page)
    // The browser reports every error response; this one is expected.
    expect(faults.filter((fault) => !fault.includes('404 (Not Found)'))).toEqual([])
  },
)

test('the reference can be used with the keyboard alone', async () => {
  await using reference = await openReference()
  const { page, faults } = reference
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  const tabTo = async (text: string) => {
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      if ((await focused()).includes(text)) return
    }
    expect.fail(`${text} is not reached`)
  }
  await tabTo('Authorize')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Authorize' }).getByRole('heading', { name: 'Available' })
  await dialog.waitFor()
  await expectAccessible(page)
  await page.keyboard.type('a-token')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await tabTo('/api/v1/auth/register')
  await page.keyboard.press('Enter')
  await operation(page, 'Register a user').locator('.responses-table').waitFor()
  expect(page.url()).toContain('#/Accounts/register')
  expect(faults).toEqual([])
})

test('a URL with an operation opens the operation', async () => {
  const { page, faults } = await openPage(browser, [url])
  await page.goto(`${url}/docs#/Public%20tracking/trackShipment`)
  await operation(page, 'Follow a parcel').locator('.responses-table').waitFor()
  expect(faults).toEqual([])
})
