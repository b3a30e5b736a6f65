import { expect, test } from 'vitest'
import { add, addCourier, book, openBag, pack, schedule } from '../../support/api/tenant.ts'
import { stopClock } from '../../support/site/browser.ts'
import {
  announcement,
  answersTo,
  awaitHeading,
  awaitText,
  open,
  sent,
  setUp,
  site,
  tenant,
} from './track.fixture.ts'

setUp()

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
  await awaitHeading(page, 'Packed for its flight')
  await awaitText(page, /Monday,? 3 June 2030/)
  expect((await events.allTextContents())[0]).toBe('Checked in at the airline')
  for (const [event_type, title] of [
    ['ARRIVED_AT_WAREHOUSE', 'Arrived'],
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
