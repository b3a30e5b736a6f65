import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NewWebhook } from '../../../shared/domain/webhooks/record.ts'
import {
  add,
  addContact,
  addCourier,
  book,
  exampleOf,
  invite,
  newTenant,
  openBag,
  openCase,
  openUnloading,
  openWarehouse,
  pack,
  scan,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { createKey } from '../../support/integrations/api-keys.ts'
import { desktop, expectAccessible, horizontalOverflow } from '../../support/site/browser.ts'
import {
  addressOf,
  eventually,
  screenNames,
  showAllScreens,
  smallPhone,
  startConsole,
  top,
  type Console,
} from '../../support/site/console.ts'

let site: Console
let full: Tenant
beforeAll(async () => {
  ;[site, full] = await Promise.all([startConsole(), fullTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const looks = [
  ['a desktop, light, in English', { ...desktop, colorScheme: 'light' }, 'en'],
  ['a phone, dark, in Arabic', { ...smallPhone, colorScheme: 'dark' }, 'ar'],
] as const

/** Opens the console in a language, at the screen of today. */
async function openIn(language: string, tenant: Tenant, options: object) {
  const opened = await site.openAs(tenant.email, '/console', options)
  await showAllScreens(opened.page)
  await opened.page.locator('.account select').selectOption(language)
  await eventually(() => opened.page.evaluate('document.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
  return opened
}
const isLoaded = async (page: Page) => {
  await eventually(() => page.locator('.skeleton').count()).toBe(0)
  await eventually(() => page.locator('.toast').count()).toBe(0)
}
/** What is not accessible on a page that is loaded; what is wider than the page. */
async function check(page: Page, what: string, found: unknown[]) {
  await isLoaded(page)
  await expectAccessible(page).catch((error: unknown) =>
    found.push([what, error instanceof Error && 'actual' in error ? error.actual : error]),
  )
  const overflow = await horizontalOverflow(page)
  if (overflow !== 0) found.push([what, `${overflow} pixels too wide`])
}
const show = async (page: Page, screen: string) => {
  const link = page.locator(`nav a[href="${addressOf(screen)}"]`).filter({ visible: true })
  if (!(await link.isVisible())) await showAllScreens(page)
  const title = (await link.innerText()).trim()
  await link.click()
  await page.locator('main h1').getByText(title, { exact: true }).waitFor()
}
/** The screens whose records open in a panel. */
const screensOfRecords = screenNames.filter(
  (screen) => !['today', 'scans', 'settings', 'sessions', 'transfers'].includes(screen),
)
const firstRecord = (page: Page) => page.locator('main [data-item]').first()

/** A company with a record of each kind. */
async function fullTenant() {
  const tenant = await newTenant()
  const shipment = await book(tenant, { reference: 'Order 7', recipient_email: 'giorgi@example.com' })
  const [courier, bag, first] = await Promise.all([
    addCourier(tenant),
    openBag(tenant),
    add(tenant, shipment.id),
    addContact(tenant),
    openCase(tenant),
    invite(tenant, { role: 'viewer' }),
  ])
  // The newest, whose unloadings are shown first: the bag's is one too.
  const warehouse = await openWarehouse(tenant)
  const { qr_data } = (await tenant.send(`GET /api/v1/packages/${first.id}`)).body
  // Not before today, even when the pages are opened after midnight: earlier flights are not shown.
  const departure = new Date(Date.now() + 3_600_000)
  await Promise.all([
    pack(tenant, bag.id, first.id),
    scan(tenant, qr_data),
    openUnloading(tenant, { warehouse: warehouse.id, bag_id: bag.id }),
    schedule(tenant, {
      courier_id: courier.id,
      scheduled_departure: departure.toISOString(),
      scheduled_arrival: new Date(departure.getTime() + 14_400_000).toISOString(),
    }),
    createKey(tenant),
    tenant
      .send('POST /api/v1/webhooks', { body: exampleOf(NewWebhook) })
      .then(({ status, text }) => expect(status, text).toBe(201)),
  ])
  return tenant
}

test.for(looks)('every screen is accessible while it is empty: on %s', async ([, options, language]) => {
  await using opened = await openIn(language, await newTenant(), options)
  const { page, faults } = opened
  const found: unknown[] = []
  for (const screen of screenNames) {
    await show(page, screen)
    await check(page, screen, found)
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
})

test.for(looks)('every screen is accessible with records: on %s', async ([, options, language]) => {
  await using opened = await openIn(language, full, options)
  const { page, faults } = opened
  const found: unknown[] = []
  for (const screen of screenNames) {
    await show(page, screen)
    if (screensOfRecords.includes(screen)) await firstRecord(page).waitFor()
    await check(page, screen, found)
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
})

test.for(looks)('the panel of a record is accessible on every screen: on %s', async ([, options, language]) => {
  await using opened = await openIn(language, full, options)
  const { page, faults } = opened
  const found: unknown[] = []
  for (const screen of screensOfRecords) {
    await show(page, screen)
    await eventually(() => firstRecord(page).count(), screen).toBe(1)
    await firstRecord(page).click()
    await page.getByRole('dialog').waitFor()
    await check(page, screen, found)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
})

test.for(looks)('forms, the palette and the shortcuts are accessible: on %s', async ([, options, language]) => {
  await using opened = await openIn(language, await newTenant(), options)
  const { page, faults } = opened
  const found: unknown[] = []
  await check(page, 'today', found)
  for (const screen of ['shipments', 'bags', 'flights']) {
    await show(page, screen)
    await page.locator('[data-new]').click()
    await page.getByRole('dialog').waitFor()
    await check(page, `the form of ${screen}`, found)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  for (const key of ['Control+k', 'Shift+Slash']) {
    await page.keyboard.press(key)
    await top(page).getByRole('heading').waitFor()
    await check(page, key, found)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
})

test.for(looks)('the forms to sign in are accessible: on %s', async ([, options, language]) => {
  await using opened = await site.open(options)
  const { page, faults } = opened
  const found: unknown[] = []
  await page.goto(`${site.url}/console`)
  await page.locator('select').selectOption(language)
  for (let n = 0; n < 4; n++) {
    await check(page, await page.locator('h1').innerText(), found)
    await page
      .locator('.links button')
      .nth(n % 3)
      .click()
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
})
