import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCourier,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  schedule,
  type Tenant,
  newParcel,
} from '../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, top, type Console } from '../../support/site/console.ts'
import { colleague } from '../../support/site/staff.ts'
import { badge, isKept, offline, openWork, type } from './work.fixture.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const read = async (path: string) => (await tenant.send(`GET ${path}`)).body
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const back = (page: Page) => page.getByRole('link', { name: 'Back' }).click()
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a courier takes a bag over, checks it in and hands it over, without a network, and cannot take the next flight', async () => {
  const warehouse = await openWarehouse(tenant)
  const courier = await addCourier(tenant)
  const flight = (flight_number: string, hours: number) =>
    schedule(tenant, {
      flight_number,
      courier_id: courier.id,
      scheduled_departure: inHours(hours),
      scheduled_arrival: inHours(hours + 4),
    })
  const [first, second] = await Promise.all([flight('SU1234', 3.5), flight('SU5678', 30)])
  const take = async (label: string, flight: { id: string }) => {
    const bag = await openBag(tenant, { label, warehouse_id: warehouse.id })
    const body = { courier_id: courier.id, flight_id: flight.id }
    expect((await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })).status).toBe(200)
    return bag
  }
  const [bag] = await Promise.all([take('MOW-TBS-001', first), take('MOW-TBS-002', second)])
  const parcel = await newParcel(tenant)
  await pack(tenant, bag.id, parcel.id)
  await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)
  const bagNow = () => read(`/api/v1/bags/${bag.id}`)
  const custody = async () =>
    ((await read(`/api/v1/packages/${parcel.id}/events`)) as { event_type: string }[]).map(
      ({ event_type }) => event_type,
    )

  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, await colleague(tenant, { role: 'courier', courier_id: courier.id }))
  await isKept(page)
  expect(await page.getByRole('link', { name: 'Receive' }).count()).toBe(0)

  await page.getByRole('link', { name: 'My flights' }).click()
  await page.getByText(/^Departs in 3 hrs 2\d mins$/).waitFor()
  await page.getByRole('link', { name: bag.label }).click()
  await page.getByText(parcel.qr_code).waitFor()
  const [takenOver, kept] = [page.getByText(/^Taken over · /), /Saved on this phone, not checked$/]
  await offline(page, async () => {
    await press(page, 'I have taken it over')
    await takenOver.filter({ hasText: kept }).waitFor()
    expect(await page.getByRole('button', { name: 'I have taken it over' }).count()).toBe(0)
  })
  await eventually(custody).toContain('BAG_TAKEN_OVER')
  await takenOver.filter({ hasNotText: kept }).waitFor()

  await offline(page, async () => {
    await press(page, 'Check in')
    await press(page, 'Type')
    await type(page, '0555123456')
    await eventually(() => page.getByLabel('Number of the tag').inputValue()).toBe('0555123456')
    await page.locator('form button[type=submit]').last().click()
    await page.getByText(/^Check-in · .* · Saved on this phone, not checked$/).waitFor()
    expect(await page.getByRole('button', { name: 'Check in', exact: true }).count()).toBe(0)
  })
  await eventually(bagNow).toMatchObject({ status: 'CHECKED_IN', airline_tag_code: '0555123456' })
  await page.getByText('Tag 0 555 123456').waitFor()
  for (const name of ['I have taken it over', 'Check in'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
  await tenant.send(`PUT /api/v1/bags/${bag.id}`, { body: { status: 'IN_TRANSIT' } })

  // A page that is opened again shows what was read before, and then what is.
  await page.reload()
  await page.getByText('Tag 0 555 123456').waitFor()
  await page.getByRole('button', { name: 'I have handed it over' }).waitFor()
  await offline(page, () => press(page, 'I have handed it over'))
  await eventually(custody).toContain('BAG_HANDED_OVER')

  await back(page)
  await page.getByRole('link', { name: 'My flights' }).click()
  const next = page.locator('section', { hasText: 'SU5678' })
  await offline(page, async () => {
    await next.getByRole('button', { name: 'I cannot fly' }).click()
    await top(page).getByLabel('Why').selectOption('Documents')
    await top(page).getByRole('button', { name: 'Send' }).click()
  })
  await badge(page, 'All sent')
  await eventually(() => read(`/api/v1/couriers/${courier.id}/no-shows`)).toMatchObject([
    { flight_id: second.id, cause: 'DOCUMENT_PROBLEM' },
  ])
  // What was reported is said, and not asked again.
  await next.getByText('It is reported that you cannot fly').waitFor()
  expect(await next.getByRole('button', { name: 'I cannot fly' }).count()).toBe(0)
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('what a courier has read is shown after a start without a network, also while something waits', async () => {
  const company = await newTenant()
  const courier = await addCourier(company)
  const flight = await schedule(company, {
    flight_number: 'SU4321',
    courier_id: courier.id,
    scheduled_departure: inHours(5),
    scheduled_arrival: inHours(9),
  })
  const bag = await openBag(company, { label: 'MOW-TBS-077' })
  const body = { courier_id: courier.id, flight_id: flight.id }
  expect((await company.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })).status).toBe(200)
  await company.send(`PUT /api/v1/bags/${bag.id}/seal`)

  await using opened = await site.open(smallPhone)
  const { page } = opened
  await openWork(page, site.url, await colleague(company, { role: 'courier', courier_id: courier.id }))
  await isKept(page)
  await page.getByRole('link', { name: 'My flights' }).click()
  await page.getByRole('link', { name: bag.label }).click()
  await page.getByRole('button', { name: 'I have taken it over' }).waitFor()
  await page.context().setOffline(true)
  await press(page, 'I have taken it over')
  await page.getByRole('link', { name: /waiting$/ }).waitFor()
  // It is read again without success, and what was read before is kept on the phone.
  for (let start = 0; start < 2; start++) {
    await page.goto(`${site.url}/work`)
    await page.getByRole('link', { name: 'My flights' }).click()
    await page.getByRole('heading', { name: /SU4321/ }).waitFor()
    await page.getByRole('link', { name: bag.label }).waitFor()
  }
})
