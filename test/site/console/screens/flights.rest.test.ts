import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourier, change, newTenant, openBag, schedule } from '../../../support/api/tenant.ts'
import { eventually, startConsole, type Console } from '../../../support/site/console.ts'
import { seconds } from '../../../support/suite/time.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('flights from today on are below the titles of their days, with what is free; past ones are among all', async () => {
  const tenant = await newTenant()
  // Days are those of the airport, whose clocks are three hours ahead of UTC.
  const at = (days: number, hour: number) => {
    const date = new Date(Date.now() + 3 * 3_600_000)
    date.setUTCDate(date.getUTCDate() + days)
    return `${date.toISOString().slice(0, 'YYYY-MM-DD'.length)}T${hour}:00:00+03:00`
  }
  const fly = (flight_number: string, days: number) =>
    schedule(tenant, {
      flight_number,
      max_weight_kg: 40,
      scheduled_departure: at(days, 10),
      scheduled_arrival: at(days, 14),
    })
  await Promise.all([fly('SU1', 0), fly('SU2', 1), fly('SU3', -3)])
  await using opened = await site.openAs(tenant.email, '/console/flights')
  const { page, faults } = opened
  await eventually(() => page.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^Today, .*1 flight/),
    expect.stringContaining('SU1'),
    expect.stringMatching(/^(?!Today).*1 flight/),
    expect.stringContaining('SU2'),
  ])
  await page.getByRole('row', { name: /SU2/ }).getByText('40 kg', { exact: true }).waitFor()
  expect(await page.getByText('SU3').count()).toBe(0)

  await page.getByRole('button', { name: 'All days' }).click()
  await page.getByRole('link', { name: 'SU3' }).click()
  await page.getByRole('dialog', { name: 'SU3' }).waitFor()
  expect(faults).toEqual([])
})

test('of bags, the list of flights reads those whose courier cannot fly, and only if one may be on them', async () => {
  const tenant = await newTenant()
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const fly = (flight_number: string) =>
    schedule(tenant, { flight_number, scheduled_departure: hours(5), scheduled_arrival: hours(8) })
  const [flight, other] = [await fly('SU1'), await fly('SU2')]
  await using opened = await site.openAs(tenant.email, '/console/sessions')
  const { page, faults } = opened
  const read: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/v1/bags') read.push(search)
  })
  await page.goto(`${site.url}/console/flights`)
  await page.getByRole('row', { name: /SU1/ }).waitFor()
  expect(read).toEqual([])

  const bag = await openBag(tenant)
  await openBag(tenant)
  const courier = await addCourier(tenant, { full_name: 'Levan Ill' })
  const body = { courier_id: courier.id, flight_id: flight.id }
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, body)
  const noShow = { flight_id: flight.id, cause: 'ILLNESS' }
  const { status } = await tenant.send(`POST /api/v1/couriers/${courier.id}/no-shows`, { body: noShow })
  expect(status).toBe(201)
  // The list of bags may lag behind.
  const named = page.getByRole('row', { name: /SU1/ }).getByText('Levan Ill')
  await eventually(async () => {
    await page.reload()
    return named.waitFor({ timeout: seconds(3) }).then(
      () => true,
      () => false,
    )
  }).toBe(true)
  expect(
    await page
      .getByRole('row', { name: new RegExp(other.flight_number) })
      .getByText('Levan')
      .count(),
  ).toBe(0)
  // A page of a list may end anywhere.
  const lists = read.map((query) => query.replace(/&cursor=[^&]*/, ''))
  expect([...new Set(lists)]).toEqual(['?courier_no_show=true&limit=200'])
  expect(faults).toEqual([])
})
