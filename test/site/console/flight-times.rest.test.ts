import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCourier,
  newParcel,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { eventually, startConsole, top, type Console } from '../../support/site/console.ts'
import { colleague } from '../../support/site/staff.ts'
import { openWork } from '../work/work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

/** The next time at which it is 23:40 in Moscow, a moment from now or later, and so within a day. */
const leaves = (() => {
  const soon = Date.now() + 120_000
  const today = new Date(soon).setUTCHours(20, 40, 0, 0)
  return new Date(today > soon ? today : today + 86_400_000)
})()
/** Leaves Moscow at 23:40, and arrives in Tbilisi at 04:10 on the next day. */
const overMidnight = {
  flight_number: 'SU1904',
  departure_airport: 'SVO',
  arrival_airport: 'TBS',
  scheduled_departure: leaves.toISOString(),
  scheduled_arrival: new Date(leaves.getTime() + 3.5 * 3_600_000).toISOString(),
}
/** What pages show of it wherever their user is; and hours that are those of no airport of the flight. */
const [departure, arrival] = [/23:40 GMT\+3/, /04:10(?: \+1)? GMT\+4/]
/** Of three users: the clocks in New York, Tokyo and Auckland show other hours. */
const users = ['America/New_York', 'Asia/Tokyo', 'Pacific/Auckland']
const hoursThere = (timeZone: string) =>
  [overMidnight.scheduled_departure, overMidnight.scheduled_arrival].map((at) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(at)),
  )

async function travelling(): Promise<{ tenant: Tenant; pages: Record<string, RegExp[]>; courier_id: string }> {
  const tenant = await newTenant()
  await openWarehouse(tenant, { name: 'Tbilisi hub', airport_code: 'TBS' })
  const courier = await addCourier(tenant)
  const flight = await schedule(tenant, { ...overMidnight, courier_id: courier.id })
  const send = async (key: string, body?: object) =>
    expect((await tenant.send(key, body && { body })).status, key).toBeLessThan(300)
  const [travels, waits] = [
    await openBag(tenant, { origin: 'SVO', destination: 'TBS' }),
    await openBag(tenant, { origin: 'SVO', destination: 'TBS' }),
  ]
  await pack(tenant, travels.id, (await newParcel(tenant)).id)
  const path = `/api/v1/bags/${travels.id}`
  await send(`POST ${path}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
  await send(`PUT ${path}/seal`)
  const { airline_tag_code, airline } = { airline_tag_code: '0555123456', airline: 'Aeroflot' }
  await send(`PUT ${path}/checkin`, { airline_tag_code, airline, flight_number: 'SU1904' })
  await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })
  // The other is ahead: a flight that has departed says when it did.
  const second = await addCourier(tenant)
  const ahead = await schedule(tenant, { ...overMidnight, flight_number: 'SU1906', courier_id: second.id })
  const assigned = await openBag(tenant, { origin: 'SVO', destination: 'TBS' })
  await send(`POST /api/v1/bags/${assigned.id}/assign-courier`, { courier_id: second.id, flight_id: ahead.id })
  return {
    tenant,
    courier_id: second.id,
    pages: {
      '/console/flights': [departure, arrival],
      [`/console/flights/${ahead.id}`]: [departure, arrival],
      [`/console/bags/${assigned.id}`]: [departure, arrival],
      [`/console/bags/${waits.id}#Assign a courier`]: [departure],
      [`/console/couriers/${second.id}`]: [departure],
      '/console': [departure],
      '/console/unloading#Tbilisi hub': [arrival],
    },
  }
}

const shown = async (page: Page) => (await page.locator('body').innerText()).replace(/\s+/g, ' ')

test.each(users)('pages show a flight by the clocks of its airports to a user in %s', async (timezoneId) => {
  const { tenant, pages } = await travelling()
  for (const [address, times] of Object.entries(pages)) {
    const [path = '', action] = address.split('#')
    await using opened = await site.openAs(tenant.email, path, { timezoneId })
    const { page, faults } = opened
    if (path.endsWith('unloading'))
      await page.getByRole('combobox', { name: 'Warehouse' }).selectOption(action ?? '')
    else if (action) await page.getByRole('button', { name: action }).first().click()
    for (const time of times) await eventually(() => shown(page), `${address} shows ${time}`).toMatch(time)
    for (const hour of hoursThere(timezoneId)) expect(await shown(page), address).not.toContain(hour)
    expect(faults).toEqual([])
  }
})

test('a flight that has departed and arrived says when, whatever its timetable', async () => {
  const tenant = await newTenant()
  const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
  const flight = await schedule(tenant, {
    ...overMidnight,
    scheduled_departure: days(20),
    scheduled_arrival: days(21),
  })
  const bag = await openBag(tenant, { origin: 'SVO', destination: 'TBS' })
  const courier = await addCourier(tenant)
  const path = `/api/v1/bags/${bag.id}`
  const send = async (key: string, body?: object) =>
    expect((await tenant.send(key, body && { body })).status, key).toBeLessThan(300)
  await pack(tenant, bag.id, (await newParcel(tenant)).id)
  await send(`POST ${path}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
  await send(`PUT ${path}/seal`)
  const airline_tag_code = '0555123456'
  await send(`PUT ${path}/checkin`, { airline_tag_code, airline: 'Aeroflot', flight_number: 'SU1904' })
  await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })
  await send(`PUT /api/v1/flights/${flight.id}`, { status: 'ARRIVED' })
  const { actual_departure, actual_arrival } = (await tenant.send(`GET /api/v1/flights/${flight.id}`)).body
  const at = (moment: string, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(moment))
  const facts = [at(actual_departure, 'Europe/Moscow'), at(actual_arrival, 'Asia/Tbilisi')]
  for (const address of [`/console/flights/${flight.id}`, `/console/bags/${bag.id}`]) {
    await using opened = await site.openAs(tenant.email, address)
    for (const fact of facts)
      await eventually(() => shown(opened.page), `${address} shows ${fact}`).toContain(fact)
    expect(opened.faults).toEqual([])
  }
})

test.each(users)('a user in %s enters times by the clocks of the airports', async (timezoneId) => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/flights/new', { timezoneId })
  const { page, faults } = opened
  const form = top(page)
  const fill = (label: string, value: string) => form.getByLabel(label, { exact: false }).first().fill(value)
  await fill('Flight number', 'SU1904')
  await fill('Airline', 'Aeroflot')
  await fill('From', 'svo')
  await fill('To', 'TBS')
  await form.getByText('Moscow Standard Time').waitFor()
  await form.getByText('Georgia Standard Time').waitFor()
  await fill('Departure', '2030-11-24T23:40')
  await fill('Arrival', '2030-11-25T04:10')
  await fill('Capacity', '40')
  await form.getByRole('button', { name: 'New flight' }).last().click()
  const listed = async () => (await tenant.send('GET /api/v1/flights')).body
  await eventually(listed).toMatchObject([
    { scheduled_departure: '2030-11-24T20:40:00.000Z', scheduled_arrival: '2030-11-25T00:10:00.000Z' },
  ])
  await eventually(() => shown(page)).toMatch(departure)
  await page.getByRole('button', { name: 'Edit' }).click()
  expect(await top(page).getByLabel('Departure').inputValue()).toBe('2030-11-24T23:40')
  expect(faults).toEqual([])
})

test('the number of another flight, with which a bag was checked in, does not lead to the assigned flight', async () => {
  const tenant = await newTenant()
  const send = async (key: string, body?: object) => {
    const { status, text } = await tenant.send(key, body && { body })
    expect(status, text).toBe(200)
  }
  const courier = await addCourier(tenant)
  const flight = await schedule(tenant, { flight_number: 'SU1904' })
  const bag = await openBag(tenant)
  await pack(tenant, bag.id, (await newParcel(tenant)).id)
  const path = `/api/v1/bags/${bag.id}`
  await send(`POST ${path}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
  await using opened = await site.openAs(tenant.email, `/console/bags/${bag.id}`)
  const { page, faults } = opened
  await page.getByRole('dialog').getByRole('link', { name: 'SU1904' }).waitFor()
  await send(`PUT ${path}/seal`)
  const checkIn = { airline_tag_code: '0235123456', airline: 'Turkish Airlines', flight_number: 'TK999' }
  await send(`PUT ${path}/checkin`, checkIn)
  await page.reload()
  await page.getByRole('dialog').getByText('TK999', { exact: true }).waitFor()
  await eventually(() => page.getByRole('link', { name: 'TK999' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a courier sees a flight on the phone by the clocks of its airport', async () => {
  const { tenant, courier_id } = await travelling()
  const email = await colleague(tenant, { role: 'courier', courier_id })
  await using opened = await site.open({ timezoneId: 'Asia/Tokyo' })
  const { page, faults } = opened
  await openWork(page, site.url, email)
  await page.goto(`${site.url}/work/flights`)
  await eventually(() => shown(page)).toMatch(departure)
  expect(faults).toEqual([])
})
