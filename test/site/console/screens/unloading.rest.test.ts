import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  schedule,
} from '../../../support/api/tenant.ts'
import { startConsole, type Console } from '../../../support/site/console.ts'
import { seconds } from '../../../support/suite/time.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const route = { origin: 'SVO', destination: 'TBS' }
/** An event whose delivery fails is delivered again after the visibility timeout of its queue. */
const delivered = { timeout: seconds(30) }

test('bags on a flight to a warehouse are expected there, with how many of their packages are unloaded', async () => {
  const tenant = await newTenant()
  const send = async (key: string, body?: object) => {
    const { status, text, body: answer } = await tenant.send(key, { ...(body && { body }) })
    expect(status, `${key}: ${text}`).toBeLessThan(300)
    return answer
  }
  const here = await openWarehouse(tenant, { name: 'Tbilisi hub', airport_code: 'TBS' })
  const shipment = await book(tenant)
  const courier = await addCourier(tenant)
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const flight = await schedule(tenant, {
    flight_number: 'SU1850',
    departure_airport: 'SVO',
    arrival_airport: 'TBS',
    scheduled_departure: hours(1),
    scheduled_arrival: hours(4),
  })
  const bag = await openBag(tenant, { ...route, label: 'Bag 1' })
  await openBag(tenant, { ...route, label: 'Bag that stays' })
  const packages = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  for (const { id } of packages) await pack(tenant, bag.id, id)
  await send(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
  await send(`PUT /api/v1/bags/${bag.id}/checkin`, {
    airline_tag_code: '0555123456',
    airline: 'Aeroflot',
    flight_number: 'SU1850',
  })
  await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })

  await using opened = await site.openAs(tenant.email, '/console')
  const { page, faults } = opened
  // A page of a list may be empty before the last.
  await page.route(/bags\?status=IN_TRANSIT&limit=200$/, (route) =>
    route.fulfill({ json: [], headers: { 'X-Next-Cursor': 'next' } }),
  )
  await page.route(/bags\?status=IN_TRANSIT&limit=200&cursor=next$/, (route) =>
    route.continue({ url: route.request().url().replace('&cursor=next', '') }),
  )
  await page.goto(`${site.url}/console/unloading`)
  await page.getByRole('combobox', { name: 'Warehouse' }).selectOption('Tbilisi hub')
  const expected = page.getByRole('row', { name: /SU1850/ })
  for (const text of ['Bag 1', 'Departed', '0 of 2']) await expected.getByText(text).waitFor()
  expect(await page.getByText('Bag that stays').count()).toBe(0)

  await send(`PUT /api/v1/flights/${flight.id}`, { status: 'ARRIVED' })
  await expected.getByText('Arrived').waitFor(delivered)
  const { id } = await send(`POST /api/v1/warehouse/${here.id}/unloadings`, { bag_id: bag.id })
  const find = { find_id: randomUUID(), qr_code: packages[0].qr_code, condition: 'OK' }
  await send(`POST /api/v1/unloadings/${id}/finds`, { finds: [find] })
  await expected.getByText('1 of 2').waitFor(delivered)
  await send(`POST /api/v1/unloadings/${id}/close`)
  await expected.waitFor({ state: 'detached', ...delivered })
  const past = page.getByRole('row', { name: /Closed/ })
  for (const text of ['Bag 1', '1 of 2']) await past.getByText(text).waitFor()
  await past.getByRole('link').click()
  const lost = page.getByRole('dialog').getByRole('listitem').filter({ hasText: packages[1].qr_code })
  await lost.getByText('Missing', { exact: true }).waitFor()
  expect(await lost.getByText('In transit').count()).toBe(0)
  // The bag is still in transit, and says why.
  await page.goto(`${site.url}/console/bags/${bag.id}`)
  await page.getByRole('dialog').getByText('Its flight has arrived. Unload the bag').waitFor()
  expect(faults).toEqual([])
})
