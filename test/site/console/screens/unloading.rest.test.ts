import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import {
  add,
  addCourier,
  book,
  change,
  newTenant,
  openBag,
  openUnloading,
  openWarehouse,
  pack,
  schedule,
} from '../../../support/api/tenant.ts'
import { findsOf, flown, found, open } from '../../../api/scans/unloading.fixture.ts'
import { eventually, press, startConsole, top, type Console } from '../../../support/site/console.ts'
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

  // Wherever the bag is shown: its status stays IN_TRANSIT until its packages are delivered.
  await page.goto(`${site.url}/console/bags`)
  const listed = page.getByRole('row', { name: /Bag 1/ })
  await listed.getByText('Unloaded', { exact: true }).waitFor()
  await listed.getByText(/^Tbilisi hub · /).waitFor()
  await page.goto(`${site.url}/console/flights/${flight.id}`)
  await top(page).getByRole('row', { name: /Bag 1/ }).getByText('Unloaded', { exact: true }).waitFor()
  await page.goto(`${site.url}/console/bags/${bag.id}`)
  await top(page).getByText('Missing: 1', { exact: true }).waitFor()
  await top(page).locator('header').getByText('Unloaded', { exact: true }).waitFor()
  await top(page)
    .getByRole('link', { name: /^Tbilisi hub · / })
    .click()
  await page.waitForURL(`**/console/unloading/${id}`)
  expect(faults).toEqual([])
})

test('no bag is listed as expected before it is known which were unloaded', async () => {
  const tenant = await newTenant()
  const { id: warehouse } = await openWarehouse(tenant, { name: 'Tbilisi hub', airport_code: 'TBS' })
  const { bag } = await flown(tenant, 1)
  const { id } = await openUnloading(tenant, { warehouse, bag_id: bag })
  await change(tenant, `POST /api/v1/unloadings/${id}/close`)
  await using opened = await site.openAs(tenant.email, '/console/contacts')
  const { page, faults } = opened
  const asked = Promise.withResolvers<undefined>()
  const answer = Promise.withResolvers<undefined>()
  await page.route(/unloadings\?limit=10$/, async (route) => {
    asked.resolve(undefined)
    await answer.promise
    await route.continue()
  })
  const bags = page.waitForResponse(/bags\?status=IN_TRANSIT/)
  await page.goto(`${site.url}/console/unloading`)
  await page.getByText('Bags to unload').waitFor()
  await Promise.all([asked.promise, bags])
  expect(await page.locator('.tiles .number').allInnerTexts()).toEqual(['–', '–', '–'])
  expect(await page.getByRole('button', { name: 'Unload', exact: true }).count()).toBe(0)
  answer.resolve(undefined)
  await page.getByText('No bags are on their way here').waitFor()
  await eventually(() => page.locator('.tiles .number').allInnerTexts()).toEqual(['0', '0', '0'])
  expect(faults).toEqual([])
})

test('a bag is expected until its packages are here, with or without it, and again when its unloading is opened again', async () => {
  const tenant = await newTenant()
  const { id: warehouse } = await openWarehouse(tenant, { name: 'Tbilisi hub', airport_code: 'TBS' })
  const { id } = await book(tenant)
  /** A bag on its way with two packages. */
  const flying = async (label: string) => {
    const bag = await openBag(tenant, { ...route, label })
    const parcels = [await add(tenant, id), await add(tenant, id)]
    for (const one of parcels) await pack(tenant, bag.id, one.id)
    await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
    await change(tenant, `PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
    return { ...bag, parcels }
  }
  const [whole, half, reopened] = [await flying('Whole'), await flying('Half'), await flying('Reopened')]
  for (const { id } of [...whole.parcels, half.parcels[0]])
    await change(tenant, `PUT /api/v1/packages/${id}`, { status: 'ARRIVED' })
  const unload = () => openUnloading(tenant, { warehouse, bag_id: reopened.id })
  const first = await unload()
  await change(tenant, `POST /api/v1/unloadings/${first.id}/close`)
  await using opened = await site.openAs(tenant.email, '/console/unloading')
  const { page, faults } = opened
  await page.getByRole('combobox', { name: 'Warehouse' }).selectOption('Tbilisi hub')
  const expected = page.locator('section', {
    has: page.getByRole('heading', { name: 'Bags expected here', exact: true }),
  })
  const rows = async () => (await expected.getByRole('row').allInnerTexts()).slice(1).sort()
  await eventually(rows).toEqual([expect.stringMatching(/Half[^]*1 of 2/)])
  await unload()
  await eventually(rows).toEqual([
    expect.stringMatching(/Half[^]*1 of 2/),
    expect.stringMatching(/Reopened[^]*0 of 2/),
  ])
  expect(faults).toEqual([])
})

test('a bag is shown with the times of the flight whose number it has, however the number is written', async () => {
  const tenant = await newTenant()
  await openWarehouse(tenant, { name: 'Tbilisi hub', airport_code: 'TBS' })
  const courier = await addCourier(tenant)
  const fly = async (label: string, flight_number: string, checkedInFor: string, to: string[]) => {
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
    const flight = await schedule(tenant, {
      flight_number,
      departure_airport: route.origin,
      arrival_airport: route.destination,
      scheduled_departure: hours(1),
      scheduled_arrival: hours(4),
    })
    const bag = await openBag(tenant, { ...route, label })
    await pack(tenant, bag.id, (await add(tenant, (await book(tenant)).id)).id)
    const body = { courier_id: courier.id, flight_id: flight.id }
    await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, body)
    await change(tenant, `PUT /api/v1/bags/${bag.id}/checkin`, {
      airline_tag_code: '0555123456',
      airline: 'Airline',
      flight_number: checkedInFor,
    })
    for (const status of to) await change(tenant, `PUT /api/v1/flights/${flight.id}`, { status })
    return bag.id as string
  }
  const same = await fly('Bag of its flight', 'TK384', 'TK 0384', ['DEPARTED'])
  const other = await fly('Bag of another', 'SU1850', 'SU1852', ['DEPARTED'])

  await using opened = await site.openAs(tenant.email, '/console/unloading')
  const { page, faults } = opened
  // That of the packages was scanned in.
  await page.getByRole('combobox', { name: 'Warehouse' }).selectOption('Tbilisi hub')
  const padded = page.getByRole('row', { name: /TK 0384/ })
  await padded.getByText('Departed').waitFor()
  await padded.getByText(/GMT\+4/).waitFor()
  const another = page.getByRole('row', { name: /SU1852/ })
  await another.waitFor()
  expect(await another.innerText()).not.toMatch(/GMT|Departed|SU1850/)

  await page.goto(`${site.url}/console/bags/${same}`)
  await top(page).getByText('Departure', { exact: true }).waitFor()
  await top(page)
    .getByText(/GMT\+4/)
    .waitFor()
  await page.goto(`${site.url}/console/bags/${other}`)
  await top(page).getByText('on SU1850').waitFor()
  expect(await top(page).getByText(/GMT/).count()).toBe(0)
  expect(faults).toEqual([])
})

test('what an unloading finds damaged, or beyond the manifest, is named and warned of, not green', async () => {
  const tenant = await newTenant()
  const { bag, packages } = await flown(tenant, 3)
  const { qr_code } = await add(tenant, (await book(tenant)).id)
  const { body: unloading } = await open(tenant, bag)
  await found(tenant, unloading.id, findsOf([packages[0]], { condition: 'DAMAGED' }))

  await using opened = await site.openAs(tenant.email, `/console/unloading/${unloading.id}`)
  const { page, faults } = opened
  const listed = (title: string) =>
    top(page)
      .locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
      .getByRole('listitem')
  const damaged = listed('Damaged').filter({ hasText: packages[0].qr_code })
  await damaged.locator('.tag.wrong').getByText('Damaged').waitFor()
  expect(await damaged.locator('.tag.done').count()).toBe(0)

  const scan = async (code: string) => {
    await top(page).getByLabel('Scan each package of the bag').fill(code)
    await page.keyboard.press('Enter')
    return top(page).getByRole('list', { name: 'Scans' }).getByRole('listitem').filter({ hasText: code })
  }
  const stateOf = () => top(page).locator('.scan').getAttribute('data-state')
  await (await scan(packages[1].qr_code)).getByText('Found', { exact: true }).waitFor()
  expect(await stateOf()).toBe('done')
  await press(page, 'Damaged')
  await (await scan(packages[2].qr_code)).getByText('Found · Damaged').waitFor()
  expect(await stateOf()).toBe('needs')
  await (await scan(qr_code)).getByText('Not on the manifest').waitFor()
  expect(await stateOf()).toBe('needs')
  const excess = listed('Not on the manifest').filter({ hasText: qr_code })
  await excess.locator('.tag.needs').getByText('Not on the manifest').waitFor()
  expect(await excess.locator('.tag.done').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a scan in a warehouse that opens a case is a warning which names it', async () => {
  const tenant = await newTenant()
  const { id } = await openWarehouse(tenant)
  const { qr_code } = await add(tenant, (await book(tenant)).id)
  await using opened = await site.openAs(tenant.email, `/console/warehouses/${id}`)
  const { page, faults } = opened
  const scans = () => top(page).locator('.scans li')
  for (const [event, tone, text] of [
    ['ARRIVED_AT_WAREHOUSE', 'done', 'Arrived'],
    ['DAMAGED', 'needs', 'Damaged'],
    ['CUSTOMS_HOLD', 'needs', 'Held by customs'],
  ] as const) {
    await page.getByLabel('Scan as').selectOption(event)
    await top(page).locator('#scan-line').fill(qr_code)
    await page.keyboard.press('Enter')
    await scans().first().getByText(text).waitFor()
    await eventually(() => top(page).locator('.scan').getAttribute('data-state')).toBe(tone)
  }
  expect(faults).toEqual([])
})
