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
} from '../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, type Console } from '../support/site/console.ts'
import { chooseWarehouse, openWork } from './work/work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const hours = (some: number) => new Date(Date.now() + some * 3_600_000).toISOString()

/** Bags of one warehouse, each opened after the one before: for a flight tomorrow, for one today, without a flight, empty. */
async function someBags(tenant: Tenant) {
  const warehouse = await openWarehouse(tenant, { name: 'Moscow', code: 'MOW1', airport_code: 'SVO' })
  const courier = await addCourier(tenant)
  const bag = async (label: string, departure?: number, isEmpty = false) => {
    const { id } = await openBag(tenant, {
      label,
      origin: 'SVO',
      destination: 'TBS',
      warehouse_id: warehouse.id,
    })
    if (!isEmpty) await pack(tenant, id, (await add(tenant, (await book(tenant)).id)).id)
    if (departure === undefined) return
    const flight = await schedule(tenant, {
      departure_airport: 'SVO',
      arrival_airport: 'TBS',
      scheduled_departure: hours(departure),
      scheduled_arrival: hours(departure + 4),
    })
    const body = { courier_id: courier.id, flight_id: flight.id }
    const assigned = await tenant.send(`POST /api/v1/bags/${id}/assign-courier`, { body })
    expect(assigned.status, assigned.text).toBe(200)
  }
  await bag('Tomorrow', 30)
  await bag('Soon', 3)
  await bag('Without a flight')
  await bag('Empty and soon', 2, true)
  await bag('Empty', undefined, true)
}
/** Empty ones are in the order of their flights too. */
const order = ['Soon', 'Tomorrow', 'Without a flight', 'Empty and soon', 'Empty']

test('bags with content and the soonest departure are first, empty ones last, in the console and on phones', async () => {
  const tenant = await newTenant()
  await someBags(tenant)
  await using opened = await site.openAs(tenant.email, '/console/bags')
  const labels = opened.page.getByRole('row').locator('td:first-child')
  await eventually(async () => (await labels.allInnerTexts()).map((text) => text.trim())).toEqual(order)
  await using phone = await site.open(smallPhone)
  await openWork(phone.page, site.url, tenant.email)
  await chooseWarehouse(phone.page, 'Moscow')
  const offered = phone.page.locator('.choice')
  // A list may lag behind its records; the phone reads it when the task is opened.
  await eventually(async () => {
    await phone.page.getByRole('link', { name: 'Pack' }).click()
    await offered.getByRole('heading').waitFor()
    const labels = await offered.locator('li bdi').allInnerTexts()
    await phone.page.getByRole('link', { name: 'Back' }).click()
    return labels
  }).toEqual(order)
  expect([...opened.faults, ...phone.faults]).toEqual([])
})
