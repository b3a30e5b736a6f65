import { expect, test } from 'vitest'
import { caller, freshAddress } from '../../support/api/client.ts'
import { add, book } from '../../support/api/tenant.ts'
import { expectAccessible, phone } from '../../support/site/browser.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { announcement, awaitHeading, awaitText, open, sent, setUp, site, tenant } from './track.fixture.ts'

setUp()

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
