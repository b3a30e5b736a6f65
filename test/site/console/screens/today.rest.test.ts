import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  openWarehouse,
  schedule,
  verifyManager,
} from '../../../support/api/tenant.ts'
import { desktop } from '../../../support/site/browser.ts'
import { eventually, startConsole, top, type Console } from '../../../support/site/console.ts'
import { colleague } from '../../../support/site/staff.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('today names the courier who cannot fly, and leads to the bag that needs another', async () => {
  const tenant = await newTenant()
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const times = { scheduled_departure: inHours(5), scheduled_arrival: inHours(9) }
  const route = { departure_airport: 'SVO', arrival_airport: 'TBS' }
  const flight = await schedule(tenant, { ...route, ...times })
  const courier = await addCourier(tenant)
  const bag = await openBag(tenant, { origin: 'SVO', destination: 'TBS' })
  const assignment = { courier_id: courier.id, flight_id: flight.id }
  await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body: assignment })
  const body = { flight_id: flight.id, cause: 'ILLNESS' }
  expect((await tenant.send(`POST /api/v1/couriers/${courier.id}/no-shows`, { body })).status).toBe(201)
  await using opened = await site.openAs(tenant.email, '/console')
  const { page, faults } = opened
  const text = `${courier.full_name} cannot fly: choose another courier`
  const departure = page.getByRole('listitem').filter({ hasText: 'SVO → TBS' })
  await departure.getByText(`Cannot fly: ${courier.full_name}`).waitFor()
  await page.getByRole('link', { name: text }).click()
  const panel = page.getByRole('dialog', { name: bag.label })
  await panel.getByText('Cannot fly', { exact: true }).waitFor()
  await page.goto(`${site.url}/console/flights/${flight.id}`)
  await page.getByRole('dialog').getByText('Cannot fly', { exact: true }).waitFor()
  await page.getByRole('dialog').getByText(`Cannot fly: ${courier.full_name}`).waitFor()
  await page.goto(`${site.url}/console/flights`)
  await page.getByRole('row').getByText(`Cannot fly: ${courier.full_name}`).waitFor()
  await page.goto(`${site.url}/console/bags`)
  await page.getByRole('row').getByText('Cannot fly', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

// At each moment, the day of one of them is not that of UTC.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'the day of the screen is the one that its figures count, to a user in %s',
  async (timezoneId) => {
    const tenant = await newTenant()
    await book(tenant)
    await using opened = await site.openAs(tenant.email, '/console', { timezoneId })
    const { page, faults } = opened
    const day = async () => {
      const { date } = (await tenant.send('GET /api/v1/statistics/days')).body.at(-1)
      const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
      return new Intl.DateTimeFormat('en-GB', options).format(new Date(date))
    }
    await eventually(async () => (await page.locator('.head .hint').textContent()) === (await day())).toBe(true)
    expect(faults).toEqual([])
  },
)

test('the manager of a new company is asked where it is, and others are not', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console', { ...desktop, timezoneId: 'Asia/Tbilisi' })
  const { page, faults } = opened
  const title = page.getByRole('heading', { name: 'Where is your company?', exact: true })
  await title.waitFor()
  await page.getByRole('button', { name: 'Later' }).click()
  await title.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByLabel('Country of phone numbers').selectOption({ label: 'Georgia' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await title.waitFor({ state: 'hidden' })
  expect((await tenant.send('GET /api/v1/settings')).body).toMatchObject({
    country: 'GE',
    time_zone: 'Asia/Tbilisi',
  })
  expect(faults).toEqual([])
  const other = await newTenant()
  const email = await colleague(other, { role: 'operator' })
  await using operator = await site.openAs(email, '/console', desktop)
  await operator.page.getByText('Book one, or import a file').waitFor()
  expect(
    await operator.page.getByRole('heading', { name: 'Where is your company?', exact: true }).count(),
  ).toBe(0)
})

test('today shows what was booked on each day and the share on time, and without any what to do', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console', desktop)
  const { page, faults } = opened
  await page.getByText('Book one, or import a file').waitFor()
  await page.getByText('Nothing was delivered in the last two weeks').waitFor()
  const toHandOver = page.getByText('Hand over what is ready for pickup')
  expect(await toHandOver.count(), 'nothing is ready').toBe(0)
  const { id } = await book(tenant)
  await book(tenant)
  await tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status: 'READY_FOR_PICKUP' } })
  await toHandOver.waitFor()
  await tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status: 'DELIVERED' } })
  // Both are counted, and the page reads the counts by itself.
  await page.getByText('1 of 1 on time', { exact: true }).waitFor()
  const tables = page.locator('.wide table')
  const today = (n: number) => tables.nth(n).locator('tr').last().locator('td').allTextContents()
  await eventually(() => today(0)).toEqual(['1', '0', '1', '0'])
  await eventually(() => today(1)).toEqual(['100% (1 / 1)'])
  await eventually(() => page.locator('.wide canvas').count()).toBe(2)
  expect(await page.getByText('Book one, or import a file').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a company without a shipment gets its first steps, and all clear when it has one', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console', desktop)
  const { page, faults } = opened
  const steps = page.locator('.first-steps')
  await steps.getByRole('heading', { name: 'First steps', exact: true }).waitFor()
  const open = () => steps.locator('li').getByRole('link').allInnerTexts()
  const rest = ['Add a warehouse', 'Book the first shipment']
  // Where the company is can be said right here, or later.
  await eventually(open).toEqual(rest)
  await steps.getByRole('heading', { name: 'Where is your company?', exact: true }).waitFor()
  await steps.getByRole('button', { name: 'Later' }).click()
  await eventually(open).toEqual(['Say where your company is', ...rest])
  expect(await page.getByText('All clear').count(), 'of nothing').toBe(0)
  // Nobody can be invited before that.
  await steps.getByText('Invite people').locator('..').getByText('Confirm your address').waitFor()
  await page.getByText('Recipients get no e-mails until a manager has confirmed their address.').waitFor()
  await verifyManager(tenant)
  await page.reload()
  await eventually(open).toEqual(['Invite people', ...rest])

  await tenant.send('PUT /api/v1/settings', { body: { country: 'GE' } })
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  await colleague(tenant, { role: 'operator' })
  await page.reload()
  await eventually(open).toEqual(['Book the first shipment'])
  await eventually(() => steps.getByRole('img', { name: 'Done' }).count()).toBe(3)
  await steps.getByRole('link', { name: 'Book the first shipment' }).click()
  await top(page).getByRole('heading', { name: 'New shipment', exact: true }).waitFor()

  await book(tenant)
  await page.goto(`${site.url}/console`)
  await page.locator('.clear').getByText('All clear: no').waitFor()
  expect(await steps.count()).toBe(0)
  expect(faults).toEqual([])
})

test('what there is nothing of is one line, and moves to the figures when there is something', async () => {
  const tenant = await newTenant()
  await book(tenant)
  await using opened = await site.openAs(tenant.email, '/console', desktop)
  const { page, faults } = opened
  const figures = page.getByRole('list', { name: 'Figures' })
  const figure = (title: string) => figures.getByRole('link', { name: title })
  await page.locator('.clear').getByRole('link', { name: 'Bags without a courier or flight' }).waitFor()
  expect(await figure('Bags without a courier or flight').count()).toBe(0)
  const bag = await openBag(tenant)
  await eventually(() => figure('Bags without a courier or flight').allInnerTexts()).toEqual([
    expect.stringMatching(/^1\s+Bags without a courier or flight$/),
  ])
  // The others are named, and nothing says that all is clear.
  await page.locator('.clear').getByText('No departures in the next 24 hours').waitFor()
  expect(await page.getByText('All clear').count()).toBe(0)
  await page.getByRole('link', { name: bag.label }).click()
  await page.getByRole('dialog', { name: bag.label }).waitFor()
  expect(faults).toEqual([])
})

test('all is clear only while no case is open', async () => {
  const tenant = await newTenant()
  const one = await add(tenant, (await book(tenant)).id)
  const { body: held } = await tenant.send('POST /api/v1/cases', {
    body: { kind: 'DAMAGE', package_ids: [one.id] },
  })
  const viewer = await colleague(tenant, { role: 'viewer' })
  await using opened = await site.openAs(viewer, '/console', desktop)
  const { page, faults } = opened
  await page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: '1 Open cases' }).waitFor()
  await page.locator('.clear').getByText('No departures in the next 24 hours').waitFor()
  expect(await page.getByText('All clear').count()).toBe(0)
  // A viewer cannot hand over.
  await page.getByText('Nothing was delivered in the last two weeks', { exact: true }).waitFor()
  await tenant.send(`PATCH /api/v1/cases/${held.id}`, { body: { status: 'RESOLVED', reason: 'Dry' } })
  await page.locator('.clear').getByText('All clear: no').waitFor()
  expect(faults).toEqual([])
})
