import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { freshAddress } from '../../support/api/client.ts'
import { add, book, newTenant, openWarehouse, password, type Tenant } from '../../support/api/tenant.ts'
import { eventually, submit } from '../../support/site/console.ts'
import { startPhone, type Phone } from '../../support/site/phone.ts'
import { startSiteServer } from '../../support/site/server.ts'

let site: Awaited<ReturnType<typeof startSiteServer>>
let phone: Phone
let tenant: Tenant
let packages: { id: string; qr_code: string; qr_data: object }[]
beforeAll(async () => {
  site = await startSiteServer(freshAddress())
})
afterAll(() => site[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[phone, tenant] = await Promise.all([startPhone(), newTenant()])
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const shipment = await book(tenant)
  packages = []
  while (packages.length < 60) packages.push(await add(tenant, shipment.id))
})
afterEach(() => phone[Symbol.asyncDispose]())

/** Opens the page as a user, who signs in if need be, with the tasks shown. */
async function openWork(page: Page, email: string) {
  await page.goto(`${site.url}/work`)
  const form = page.getByLabel('E-mail address')
  const tasks = page.getByRole('link', { name: 'Scan in' })
  await form.or(tasks).waitFor()
  if (await form.isVisible()) await submit(page, { 'E-mail address': email, Password: password }, 'Sign in')
  await tasks.waitFor()
}
/** Waits until the page can start without a network: its files are kept. */
const isKept = (page: Page) =>
  eventually(() =>
    page.evaluate<boolean>('navigator.serviceWorker.ready.then((one) => one.active?.state === "activated")'),
  ).toBe(true)

/** A browser that was killed may have lost the cookie, which it stores half a minute later. The queue waits. */
async function signInAgain(page: Page) {
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.or(page.getByRole('link', { name: 'All sent' })).first().waitFor()
  if (!(await button.isVisible())) return
  await button.click()
  await submit(page, { 'E-mail address': tenant.email, Password: password }, 'Sign in')
}

async function openScanIn(page: Page) {
  await page.getByRole('link', { name: 'Scan in' }).click()
  const type = page.getByRole('button', { name: 'Type' })
  await type.click()
}
/** Types the codes of labels, as a scanner does. */
async function scan(page: Page, some: typeof packages) {
  for (const [n, { qr_code, qr_data }] of some.entries()) {
    await page.getByLabel('Code of the label').fill(n % 2 === 0 ? qr_code : JSON.stringify(qr_data))
    await page.getByRole('button', { name: 'Enter' }).dispatchEvent('click')
  }
}
const badge = (page: Page, text: string) => page.getByRole('link', { name: text, exact: true }).waitFor().catch(async (error) => { await page.screenshot({ path: '/tmp/w/badge.png' }); throw error })
/** The scans of a package, by its timeline. */
const scansOf = async (id: string) =>
  (
    (await tenant.send(`GET /api/v1/packages/${id}/events`)).body as { event_type: string; timestamp: string }[]
  ).filter(({ event_type }) => event_type === 'PACKAGE_SCANNED')

test('60 scans without a network outlive the end of the browser, and are recorded once, with their times', async () => {
  let page = await phone.start()
  await openWork(page, tenant.email)
  await page.getByLabel('Warehouse').selectOption({ label: 'Tbilisi' })
  await isKept(page)
  await page.context().setOffline(true)
  await openScanIn(page)
  const began = Date.now()
  await scan(page, packages)
  await badge(page, '60 waiting')
  const ended = Date.now()

  page = await phone.start()
  await page.context().setOffline(true)
  await page.goto(`${site.url}/work`)
  await badge(page, '60 waiting')
  // A second tab sends the same queue.
  const another = await phone.newPage()
  await another.goto(`${site.url}/work`)
  await badge(another, '60 waiting')
  await page.context().setOffline(false)
  await signInAgain(page)
  await badge(page, 'All sent')
  await badge(another, 'All sent')

  for (const { id } of packages) {
    const scans = await scansOf(id)
    expect(scans).toHaveLength(1)
    const at = Date.parse(scans[0]?.timestamp ?? '')
    expect(at).toBeGreaterThanOrEqual(began)
    expect(at).toBeLessThanOrEqual(ended)
  }
})
