import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, launchBrowser, openPage, phone, stopClock } from '../../support/site/browser.ts'
import { caller, freshAddress } from '../../support/api/client.ts'
import { startSiteServer } from '../../support/site/server.ts'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'

let browser: Browser
let site: Awaited<ReturnType<typeof startSiteServer>>
let tenant: Tenant
const address = freshAddress()
beforeAll(async () => {
  ;[browser, site, tenant] = await Promise.all([launchBrowser(), startSiteServer(address), newTenant()])
})
afterAll(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
})

async function open(options = {}, { url } = site) {
  const opened = await openPage(browser, [url], { locale: 'en-GB', ...options })
  opened.page.setDefaultTimeout(10_000)
  return opened
}
const awaitText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const awaitHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const announcement = (page: Page) => page.locator('#announcement').textContent()
/** Records the statuses of the tracking responses that the page gets. */
function answersTo(page: Page) {
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/track/')) answers.push(response.status())
  })
  return answers
}
const sent = async (key: string, body?: object) => {
  const { status, text } = await tenant.send(key, { body })
  expect([key, status], text).toEqual([key, 200])
}

test('the page follows a parcel from booking to delivery', async () => {
  const shipment = await book(tenant, { origin: 'Moscow', destination: 'Tbilisi' })
  const parcel = await add(tenant, shipment.id)
  await using opened = await open()
  const { page, faults } = opened
  const answers = answersTo(page)
  // The page's clock is stopped, and advances only where the test says so.
  await stopClock(page)
  const { tracking_id } = shipment
  await page.goto(`${site.url}/track/${tracking_id.replace('-', '%20').toLowerCase()}.?lang=en`)
  await awaitHeading(page, 'Registered')
  expect(page.url(), 'the language is stored, so that links work without it').toBe(
    `${site.url}/track/${tracking_id}`,
  )
  expect(await page.title()).toBe(`Registered · ${shipment.tracking_id}`)
  await awaitText(page, 'Moscow (SVO)')
  await awaitText(page, '1 package')
  await awaitText(page, 'Updated now')
  const events = page.locator('.event')
  expect(await events.allTextContents()).toEqual(['Package registered', 'Shipment booked'])

  await page.clock.runFor(15_000)
  await expect.poll(() => answers).toEqual([200, 304])
  const scan = async (event_type: string) =>
    sent('POST /api/v1/scan-event', { qr_code: parcel.qr_code, warehouse_id: shipment.id, event_type })
  await scan('PACKAGE_SCANNED')
  await page.locator('#another').focus()
  await page.clock.runFor(15_000)
  await awaitHeading(page, 'Being prepared')
  expect(await announcement(page)).toContain('Being prepared')
  expect(await page.evaluate('document.activeElement.id'), 'the link keeps the focus').toBe('another')

  const bag = await openBag(tenant)
  await pack(tenant, bag.id, parcel.id)
  const [{ id: courier_id }, flight] = [await addCourier(tenant), await schedule(tenant)]
  await sent(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id, flight_id: flight.id })
  await sent(`PUT /api/v1/bags/${bag.id}/seal`)
  const { airline, flight_number } = flight
  await sent(`PUT /api/v1/bags/${bag.id}/checkin`, { airline_tag_code: '0555123456', airline, flight_number })
  await page.clock.runFor(15_000)
  await awaitHeading(page, 'On its way')
  await awaitText(page, /Monday,? 3 June 2030/)
  expect((await events.allTextContents())[0]).toBe('Checked in at the airline')
  for (const [event_type, title] of [
    ['ARRIVED_AT_WAREHOUSE', 'At the warehouse'],
    ['READY_FOR_PICKUP', 'Ready for pickup'],
    ['DELIVERED', 'Delivered'],
  ] as const) {
    await scan(event_type)
    await page.clock.runFor(15_000)
    await awaitHeading(page, title)
  }
  const responsesBefore = answers.length
  await page.clock.runFor(3600_000)
  await awaitText(page, 'Updated 1 hour ago')
  // Any earlier request of the page has been sent by the time this one is answered.
  await page.evaluate('fetch(`/api/v1${location.pathname}`).then((answer) => answer.text())')
  expect(answers.length, 'a delivered parcel is not polled').toBe(responsesBefore + 1)
  expect(faults).toEqual([])
})

test('an unknown tracking id shows a message, and a form in which to correct the id', async () => {
  await using opened = await open()
  const { page, faults } = opened
  await page.goto(`${site.url}/track/TRK-0000000000000`)
  await awaitHeading(page, 'We cannot find this parcel')
  expect(await page.getByLabel('Tracking number').inputValue()).toBe('TRK-0000000000000')
  await expectAccessible(page)
  // Chromium writes every 404 to the console.
  expect(faults).toEqual([expect.stringContaining('404 (Not Found)')])
})

test('without an id, the page asks for one and accepts it in any common notation', async () => {
  const { tracking_id } = await book(tenant)
  await using opened = await open(phone)
  const { page, faults } = opened
  await page.goto(`${site.url}/track`)
  await page.getByLabel('Tracking number').fill(`  ${tracking_id.slice(4).toLowerCase()} `)
  await page.keyboard.press('Enter')
  await awaitHeading(page, 'Registered')
  expect(new URL(page.url()).pathname).toBe(`/track/${tracking_id}`)
  expect(faults).toEqual([])
})

test('an offline page keeps its content, and updates as soon as the network is back', async () => {
  const { id, tracking_id } = await book(tenant)
  await using opened = await open()
  const { page, faults } = opened
  await page.goto(`${site.url}/track/${tracking_id}`)
  await awaitHeading(page, 'Registered')
  await page.context().setOffline(true)
  await awaitText(page, 'You seem to be offline')
  expect(await announcement(page)).toContain('You seem to be offline')
  await awaitHeading(page, 'Registered')
  await sent(`PUT /api/v1/shipments/${id}`, { status: 'PREPARING' })
  await page.context().setOffline(false)
  await awaitHeading(page, 'Being prepared')
  expect(await page.getByText('You seem to be offline').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a rate-limited page says so, and offers no button to retry', async () => {
  const { tracking_id } = await book(tenant)
  const limited = freshAddress()
  const call = caller(limited)
  await Promise.all(Array.from({ length: 60 }, () => call(`GET /api/v1/track/${tracking_id}`)))
  await using full = await startSiteServer(limited)
  await using opened = await open({}, full)
  const { page } = opened
  await page.goto(`${full.url}/track/${tracking_id}`)
  await awaitText(page, 'There were too many requests from your network')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('a reader can change the language, which is remembered, and open the form with the keyboard alone', async () => {
  const { tracking_id } = await book(tenant)
  await using opened = await open()
  const { page, faults } = opened
  await page.goto(`${site.url}/track/${tracking_id}`)
  await awaitHeading(page, 'Registered')
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  const stops: string[] = []
  for (let n = 0; n < 6; n++) {
    await page.keyboard.press('Tab')
    stops.push(await focused())
    const ring = 'getComputedStyle(document.activeElement).outlineStyle'
    expect([stops.at(-1), await page.evaluate(ring)]).toEqual([stops.at(-1), 'solid'])
  }
  const shown = ['English', 'Русский', 'ქართული', 'العربية']
  expect(stops).toEqual(['Swift Couriers', ...shown, 'Track another parcel'])
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await awaitHeading(page, 'Оформлена')
  expect([await focused(), await page.getAttribute('html', 'lang')]).toEqual(['Русский', 'ru'])
  await page.reload()
  await awaitHeading(page, 'Оформлена')
  await page.getByRole('link', { name: 'Другая посылка' }).press('Enter')
  await awaitHeading(page, 'Где моя посылка')
  expect(faults).toEqual([])
})

test.each([
  ['en', 'ltr', 'On its way'],
  ['ru', 'ltr', 'В пути'],
  ['ka', 'ltr', 'გზაშია'],
  ['ar', 'rtl', 'في الطريق'],
])('the page in %s is %s, and accessible, light and dark', async (language, direction, title) => {
  const { id, tracking_id } = await book(tenant)
  await add(tenant, id)
  await sent(`PUT /api/v1/shipments/${id}`, { status: 'IN_TRANSIT' })
  for (const options of [{ ...phone, colorScheme: 'light' as const }, { colorScheme: 'dark' as const }]) {
    await using opened = await open({ locale: language, ...options })
    const { page, faults } = opened
    await page.goto(`${site.url}/track/${tracking_id}`)
    await awaitHeading(page, title)
    const html = page.locator('html')
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([language, direction])
    // A status that a manager set has its words in each language as well.
    expect((await page.locator('.event').allTextContents())[0]).toBe(title)
    // Offline, so that the page checked for accessibility has its error note.
    await page.context().setOffline(true)
    await page.locator('.note').waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.goto(`${site.url}/track`)
    await page.getByRole('textbox').waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
    await page.goto(`${site.url}/track/TRK-0000000000000`)
    await page.getByRole('textbox').waitFor()
    await expectAccessible(page)
  }
})
