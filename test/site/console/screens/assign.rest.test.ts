import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  schedule,
  type Tenant,
} from '../../../support/api/tenant.ts'
import { eventually, press, startConsole, top, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const route = { origin: 'SVO', destination: 'TBS' }
const onRoute = { departure_airport: 'SVO', arrival_airport: 'TBS' }
/** A bag with a package of this weight, in kilograms. */
async function bagOf(tenant: Tenant, weight: number) {
  const bag = await openBag(tenant, route)
  const shipment = await book(tenant)
  const { id } = await add(tenant, shipment.id, { weight })
  await pack(tenant, bag.id, id)
  return bag
}

test('a courier who cannot fly the flight comes last, and another is the best fit', async () => {
  const tenant = await newTenant()
  const [absent, other] = [
    await addCourier(tenant, { full_name: 'Ana Absent', preferred_routes: ['SVO-TBS'] }),
    await addCourier(tenant, { full_name: 'Zaza Other', email: 'zaza@example.com', preferred_routes: [] }),
  ]
  const [flight, bag] = [await schedule(tenant, onRoute), await bagOf(tenant, 2)]
  const send = async (key: string, body: object) =>
    expect((await tenant.send(key, { body })).status).toBeLessThan(300)
  await send(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: absent.id, flight_id: flight.id })
  await send(`POST /api/v1/couriers/${absent.id}/no-shows`, { flight_id: flight.id, cause: 'ILLNESS' })
  await using opened = await site.openAs(tenant.email, `/console/bags/${bag.id}`)
  const { page, faults } = opened
  await press(page, 'Assign a courier')
  const couriers = top(page).getByRole('group', { name: 'Courier' }).locator('label')
  await eventually(() => couriers.count()).toBe(2)
  await eventually(() => couriers.first().innerText()).toMatch(/Zaza Other[^]*Best fit/)
  expect(await couriers.last().innerText()).toMatch(/Ana Absent[^]*cannot fly this flight/)
  expect(await couriers.first().getByRole('radio').isChecked()).toBe(true)
  await press(page, 'Cancel')
  await press(page, 'Assign a courier')
  await eventually(() => couriers.count()).toBe(2)
  await top(page).locator('.outcome').getByRole('button', { name: 'Assign a courier' }).click()
  await eventually(async () => (await tenant.send(`GET /api/v1/bags/${bag.id}`)).body.courier_id).toBe(other.id)
  expect(faults).toEqual([])
})

test('a courier who cannot fly is not the choice for any bag of the flight, and the flight of their own says so', async () => {
  const tenant = await newTenant()
  const absent = await addCourier(tenant, { full_name: 'Ana Absent', preferred_routes: ['SVO-TBS'] })
  await addCourier(tenant, { full_name: 'Zaza Other', email: 'zaza@example.com', preferred_routes: [] })
  // The flight is the courier's own, and none of its bags yet.
  const flight = await schedule(tenant, { ...onRoute, courier_id: absent.id })
  const bag = await bagOf(tenant, 2)
  const body = { flight_id: flight.id, cause: 'ILLNESS' }
  expect((await tenant.send(`POST /api/v1/couriers/${absent.id}/no-shows`, { body })).status).toBe(201)
  await using opened = await site.openAs(tenant.email, `/console/bags/${bag.id}`)
  const { page, faults } = opened
  await press(page, 'Assign a courier')
  const couriers = top(page).getByRole('group', { name: 'Courier' }).locator('label')
  await eventually(() => couriers.first().innerText()).toMatch(/Zaza Other[^]*Best fit/)
  expect(await couriers.first().getByRole('radio').isChecked()).toBe(true)
  expect(await couriers.last().innerText()).toMatch(/Ana Absent[^]*cannot fly this flight/)
  await page.goto(`${site.url}/console/flights/${flight.id}`)
  await page.getByRole('dialog').getByText('Ana Absent').waitFor()
  await page.getByRole('dialog').getByText('Cannot fly', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('a courier who is on another flight then is not the best fit, and the flight is named', async () => {
  const tenant = await newTenant()
  const irina = await addCourier(tenant, { full_name: 'Irina Away', preferred_routes: ['SVO-TBS'] })
  await addCourier(tenant, { full_name: 'Zaza Free', email: 'zaza@example.com', preferred_routes: [] })
  const hour = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const times = (departs: number) => ({
    scheduled_departure: hour(departs),
    scheduled_arrival: hour(departs + 4),
  })
  const away = await schedule(tenant, {
    flight_number: 'SU520',
    departure_airport: 'SVO',
    arrival_airport: 'DXB',
    ...times(24),
  })
  await schedule(tenant, { ...onRoute, flight_number: 'SU1234', ...times(26) })
  await schedule(tenant, { ...onRoute, flight_number: 'SU1236', ...times(50) })
  const other = await openBag(tenant, { origin: 'SVO', destination: 'DXB' })
  const body = { courier_id: irina.id, flight_id: away.id }
  expect((await tenant.send(`POST /api/v1/bags/${other.id}/assign-courier`, { body })).status).toBe(200)
  const bag = await bagOf(tenant, 2)
  await using opened = await site.openAs(tenant.email, `/console/bags/${bag.id}`)
  const { page, faults } = opened
  await press(page, 'Assign a courier')
  const couriers = top(page).getByRole('group', { name: 'Courier' }).locator('label')
  await eventually(() => couriers.first().innerText()).toMatch(/Zaza Free[^]*Best fit/)
  expect(await couriers.last().innerText()).toMatch(/Irina Away[^]*is on SU520 then/)
  expect(await couriers.first().getByRole('radio').isChecked()).toBe(true)
  // On the later flight she is free, and prefers the route.
  await top(page).getByRole('group', { name: 'Flight' }).getByText('SU1236').click()
  await eventually(() => couriers.first().innerText()).toMatch(/Irina Away[^]*Best fit/)
  expect(faults).toEqual([])
})

test('without a flight that has room, the weight of the bag and the way to the flights are shown', async () => {
  const tenant = await newTenant()
  await schedule(tenant, { ...onRoute, max_weight_kg: 10 })
  const bag = await bagOf(tenant, 12.5)
  await using opened = await site.openAs(tenant.email, `/console/bags/${bag.id}`)
  const { page, faults } = opened
  await press(page, 'Assign a courier')
  await top(page)
    .getByText(/^The bag weighs 12\.5\s+kg\. No flight on this route has room for it/)
    .waitFor()
  await top(page).getByRole('link', { name: 'Flights' }).click()
  await page.getByRole('heading', { name: 'Flights', level: 1 }).waitFor()
  expect(faults).toEqual([])
})

test('a new bag begins at the airport of its warehouse, and Cancel closes it', async () => {
  const tenant = await newTenant()
  const { id } = await openWarehouse(tenant, { name: 'Tbilisi hub', airport_code: 'TBS' })
  await using opened = await site.openAs(tenant.email, '/console/bags/new')
  const { page, faults } = opened
  await top(page).getByLabel('Warehouse').selectOption(id)
  await eventually(() => top(page).getByLabel('From airport').inputValue()).toBe('TBS')
  await press(page, 'Cancel')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

test('a long name does not make its column wide, and is shown whole when it is pointed at', async () => {
  const tenant = await newTenant()
  const name = 'Nino '.repeat(39).trim()
  await book(tenant, { recipient_name: name })
  await using opened = await site.openAs(tenant.email, '/console/shipments')
  const { page, faults } = opened
  await press(page, 'List')
  const cell = page.locator('td').getByText(name)
  await cell.waitFor()
  expect(await cell.getAttribute('title')).toBe(name)
  expect((await cell.boundingBox())?.width).toBeLessThan(300)
  expect(faults).toEqual([])
})
