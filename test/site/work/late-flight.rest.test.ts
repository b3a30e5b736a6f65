import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addCourier, change, newTenant, schedule } from '../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../support/site/console.ts'
import { colleague } from '../../support/site/staff.ts'
import { openWork } from './work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('a late flight shows when it is expected to depart, and that it is delayed, to its courier and to the office', async () => {
  const tenant = await newTenant()
  const { id: courier_id } = await addCourier(tenant)
  // Whole minutes, as providers report them.
  const inHours = (hours: number) =>
    new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString()
  const plan = (flight_number: string) => ({
    flight_number,
    departure_airport: 'SVO',
    arrival_airport: 'TBS',
    scheduled_departure: inHours(3.5),
    scheduled_arrival: inHours(6.5),
  })
  const late = plan('SU9304')
  const { id } = await schedule(tenant, { ...late, courier_id })
  await schedule(tenant, { ...plan('SU9306'), courier_id })
  const { flight_number, ...planned } = late
  const expected = { estimated_departure: inHours(8.5), estimated_arrival: inHours(11.5) }
  const reported = await fetch(`${inject('environment')['FLIGHT_DATA_URL']}/flights/${flight_number}`, {
    method: 'PUT',
    body: JSON.stringify({ ...planned, ...expected }),
  })
  expect(reported.status, await reported.text()).toBeLessThan(300)
  expect(await change(tenant, `POST /api/v1/flights/${id}/sync`)).toMatchObject(expected)

  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, await colleague(tenant, { role: 'courier', courier_id }))
  await page.getByRole('link', { name: 'My flights' }).click()
  const card = (number: string) => page.locator('section.card', { hasText: number })
  await card('SU9304').waitFor()
  /** By the clocks of Moscow. */
  const hour = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Moscow', hour: '2-digit', minute: '2-digit' }).format(
      new Date(at),
    )
  await card('SU9304')
    .getByText(`${hour(expected.estimated_departure)} GMT+3`)
    .waitFor()
  expect(await card('SU9304').getByText(hour(late.scheduled_departure)).count()).toBe(0)
  await card('SU9304')
    .getByText(/^Departs in [78] hr/)
    .waitFor()
  await card('SU9304').getByText('Delayed').waitFor()
  await card('SU9306')
    .getByText(`${hour(late.scheduled_departure)} GMT+3`)
    .waitFor()
  await eventually(() => card('SU9306').locator('.countdown').textContent()).toMatch(/^Departs in [23] hr/)
  expect(await card('SU9306').getByText('Delayed').count()).toBe(0)
  expect(faults).toEqual([])

  await using office = await site.openAs(tenant.email, '/console/flights?period=hours')
  const row = (number: string) => office.page.getByRole('row', { name: number })
  await row('SU9304').getByText('Delayed').waitFor()
  await row('SU9304').getByText(hour(expected.estimated_departure)).waitFor()
  expect(await row('SU9304').locator('s').allInnerTexts()).toEqual([
    hour(late.scheduled_departure),
    // Moscow is an hour behind Tbilisi.
    hour(new Date(Date.parse(late.scheduled_arrival) + 3_600_000).toISOString()),
  ])
  await row('SU9306').getByText('Scheduled').waitFor()
  expect(await row('SU9306').locator('s').count()).toBe(0)
  await row('SU9304').getByRole('link').click()
  const panel = office.page.getByRole('dialog')
  await panel.locator('header').getByText('Delayed').waitFor()
  await panel.getByText(`${hour(late.scheduled_departure)} GMT+3.`).waitFor()
  await office.page.goto(`${site.url}/console`)
  await office.page.getByRole('listitem').filter({ hasText: 'SU9304' }).getByText('Delayed').waitFor()
  expect(office.faults).toEqual([])
})
