import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  addCourier,
  book,
  change,
  newTenant,
  openBag,
  openCase,
  openWarehouse,
  pack,
  schedule,
  type Tenant,
} from '../../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, top, type Console } from '../../../support/site/console.ts'
import { colleague } from '../../../support/site/staff.ts'
import {
  badge,
  chooseWarehouse,
  labelOf,
  openTask,
  openUnload,
  openWork,
  scanned,
  type Labelled,
} from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const back = (page: Page) => page.getByRole('link', { name: 'Back' }).click()
/** A bag with packages, on its way to Tbilisi unless `status` says otherwise. */
async function bagOf(tenant: Tenant, name: string, parcels: readonly Labelled[], isFlying = true) {
  const bag = await openBag(tenant, { label: name })
  for (const { id } of parcels) await pack(tenant, bag.id, id)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
  if (isFlying) await change(tenant, `PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
  return bag
}
/** A tenant with a phone at the warehouse in Tbilisi. */
async function atTbilisi() {
  const tenant = await newTenant()
  const warehouse = await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const opened = await site.open(smallPhone)
  const start = async () => {
    await openWork(opened.page, site.url, tenant.email)
    await chooseWarehouse(opened.page, 'Tbilisi')
  }
  return { tenant, warehouse, start, opened }
}

test('a scan that changes nothing is amber with the reason, and packages are named by their codes', async () => {
  const { tenant, warehouse, start, opened } = await atTbilisi()
  await using _ = opened
  const { page, faults } = opened
  const { id } = await book(tenant)
  const [delivered, lost, held, fresh] = (await Promise.all(
    [1, 2, 3, 4].map(() => add(tenant, id)),
  )) as unknown as [Labelled, Labelled, Labelled, Labelled]
  await change(tenant, `PUT /api/v1/packages/${delivered.id}`, { status: 'DELIVERED' })
  await change(tenant, `PUT /api/v1/packages/${lost.id}`, { status: 'LOST' })
  await openCase(tenant, { kind: 'HOLD', package_ids: [held.id] })
  const other = await book(tenant)
  const cancelled = await add(tenant, other.id)
  await change(tenant, `POST /api/v1/shipments/${other.id}/cancel`, { reason: 'The sender asked' })
  const { id: waits, tracking_id } = await book(tenant)
  const [here, away] = [await add(tenant, waits), await add(tenant, waits)]
  await change(tenant, `PUT /api/v1/packages/${here.id}`, { status: 'ARRIVED', warehouse_id: warehouse.id })
  await change(tenant, `PUT /api/v1/packages/${away.id}`, { status: 'LOST' })
  await openCase(tenant, { kind: 'HOLD', package_ids: [here.id] })
  const bag = await openBag(tenant)
  await start()
  await openTask(page, 'Scan in')
  const names = () => page.getByRole('list', { name: 'Scans' }).locator('.code').allTextContents()
  expect(await scanned(page, labelOf(fresh))).toEqual(['In the warehouse', 'done'])
  expect(await names()).toEqual([fresh.qr_code])
  expect(await scanned(page, fresh.qr_code)).toEqual(['In the warehouse · recorded, status unchanged', 'needs'])
  expect(await scanned(page, labelOf(delivered))).toEqual(['Delivered · recorded, status unchanged', 'needs'])
  expect(await scanned(page, labelOf(lost))).toEqual([
    'Lost · recorded, status unchanged · if it is found here, choose “Arrived”',
    'needs',
  ])
  expect(await scanned(page, labelOf(held))).toEqual(['In the warehouse · On hold', 'needs'])
  expect(await scanned(page, labelOf(cancelled))).toEqual(['Cancelled · recorded, status unchanged', 'needs'])
  const [wrong] = await scanned(page, 'HELLO WORLD')
  expect(wrong).toBe('No package has this code')
  expect((await names())[0]).toBe('HELLO WORLD')
  await page.getByLabel('Scan as').selectOption('Arrived')
  expect(await scanned(page, labelOf(lost))).toEqual(['Arrived', 'done'])
  await page.getByLabel('Scan as').selectOption('Delivery failed')
  await page.getByLabel('Why').fill('Nobody opened')
  expect(await scanned(page, labelOf(lost))).toEqual(['Arrived · Delivery failed', 'done'])
  // The list may lag behind.
  await eventually(async () => (await tenant.send('GET /api/v1/cases?kind=REFUSED')).body).toMatchObject([
    { package_ids: [lost.id], note: expect.stringContaining('Nobody opened') },
  ])
  await page.getByLabel('Scan as').selectOption('Held by customs')
  expect(await scanned(page, labelOf(lost))).toEqual(['Arrived · Held by customs', 'done'])
  await back(page)

  await openTask(page, 'Hand over')
  expect(await scanned(page, lost.qr_code)).toEqual([
    'Held by customs · The package is on hold. Resolve its case first.',
    'wrong',
  ])
  expect(await scanned(page, cancelled.qr_code)).toEqual([
    expect.stringMatching(/cannot be handed over now \(.?Cancelled.?\)/),
    'wrong',
  ])
  await back(page)
  const flying = (await add(tenant, id)) as unknown as Labelled
  await bagOf(tenant, 'MOW-TBS-031', [flying])
  await openTask(page, 'Hand over')
  expect(await scanned(page, flying.qr_code)).toEqual([
    'In transit: check that you have it, and its recipient',
    'needs',
  ])
  await back(page)
  await page.getByRole('link', { name: 'Ready to collect' }).click()
  const checked = page.locator('.entries > li', { hasText: tracking_id })
  await checked.getByText('1 of 1 arrived · 1 is missing').waitFor()
  await checked.getByText('On hold').waitFor()
  await back(page)
  await openTask(page, 'Pack')
  await scanned(page, labelOf(bag))
  expect(await scanned(page, labelOf(cancelled))).toEqual([
    expect.stringMatching(/does not go into a bag \(.?Cancelled.?\)/),
    'wrong',
  ])
  await back(page)
  await page.getByRole('link', { name: /refused/ }).click()
  expect(await page.getByText('…').count(), 'ends of ids').toBe(0)
  await page.getByText(fresh.qr_code).first().waitFor()
  expect(faults).toEqual([])
})

test('a package that was last in another warehouse is amber before it is handed over', async () => {
  const { tenant, warehouse, start, opened } = await atTbilisi()
  await using _ = opened
  const { page, faults } = opened
  const other = await openWarehouse(tenant, { name: 'Batumi', code: 'BUS1' })
  const { id } = await book(tenant)
  const [here, away, moved] = (await Promise.all([1, 2, 3].map(() => add(tenant, id)))) as unknown as [
    Labelled,
    Labelled,
    Labelled,
  ]
  const arrived = (one: Labelled, warehouse_id: string) =>
    change(tenant, `PUT /api/v1/packages/${one.id}`, { status: 'ARRIVED', warehouse_id })
  await arrived(here, warehouse.id)
  await arrived(away, other.id)
  await arrived(moved, other.id)
  const scan = { qr_code: moved.qr_code, event_type: 'PACKAGE_SCANNED', warehouse_id: warehouse.id }
  await change(tenant, 'POST /api/v1/scan-event', scan)
  await start()
  await openTask(page, 'Hand over')
  expect(await scanned(page, here.qr_code)).toEqual(['1 package', 'done'])
  expect(await scanned(page, moved.qr_code)).toEqual(['2 packages', 'done'])
  expect(await scanned(page, away.qr_code)).toEqual([
    // By its code until the list of warehouses, which lags, has its name.
    expect.stringMatching(/^Last seen at the warehouse (Batumi|BUS1): check that it is the right package$/),
    'needs',
  ])
  await page.locator('form button[type=submit]').last().click()
  await badge(page, 'All sent')
  const status = async () => (await tenant.send(`GET /api/v1/packages/${away.id}`)).body.status
  await eventually(status).toBe('DELIVERED')
  expect(faults).toEqual([])
})

test('the label of another company is called so in each task', async () => {
  const { tenant, start, opened } = await atTbilisi()
  await using _ = opened
  const { page, faults } = opened
  const stranger = await newTenant()
  const theirs = (await add(stranger, (await book(stranger)).id)) as unknown as Labelled
  const theirBag = await openBag(stranger)
  const bag = await bagOf(tenant, 'MOW-TBS-011', [await add(tenant, (await book(tenant)).id)])
  await start()
  const refused = ['This label is of another company.', 'wrong']
  for (const task of ['Scan in', 'Pack', 'Unload', 'Hand over', 'Damage', 'What is this label?']) {
    await openTask(page, task)
    if (task === 'Pack') await scanned(page, labelOf(await openBag(tenant)))
    if (task === 'Unload') {
      expect(await scanned(page, labelOf(theirBag)), 'bag').toEqual(refused)
      await scanned(page, labelOf(bag))
    }
    expect(await scanned(page, labelOf(theirs)), task).toEqual(refused)
    await back(page)
  }
  expect(faults.filter((fault) => !/40[0-9]/.test(fault))).toEqual([])
})

test('an unloading says what is off: bags that are not on their way, packages of other bags, and those that came before', async () => {
  const { tenant, warehouse, start, opened } = await atTbilisi()
  await using _ = opened
  const { page, faults } = opened
  const { id } = await book(tenant)
  const [early, lost, late, elsewhere, none] = (await Promise.all(
    [1, 2, 3, 4, 5].map(() => add(tenant, id)),
  )) as unknown as Labelled[] as [Labelled, Labelled, Labelled, Labelled, Labelled]
  const bag = await bagOf(tenant, 'MOW-TBS-021', [early, lost, late])
  await bagOf(tenant, 'MOW-TBS-022', [elsewhere])
  const sealed = await bagOf(tenant, 'MOW-TBS-023', [], false)
  await change(tenant, `PUT /api/v1/packages/${early.id}`, { status: 'ARRIVED' })
  await change(tenant, `PUT /api/v1/packages/${lost.id}`, { status: 'LOST' })
  await start()
  await openUnload(page, /MOW-TBS-021.*1 of 3 arrived/)
  expect(await scanned(page, labelOf(sealed))).toEqual([
    'Sealed · not on its way · Scan it again to unload it here',
    'needs',
  ])
  expect((await tenant.send(`GET /api/v1/warehouse/${warehouse.id}/unloadings`)).body).toEqual([])
  expect(await scanned(page, labelOf(sealed))).toEqual(['Now the packages', 'done'])
  await page.getByRole('button', { name: 'End the unloading' }).click()
  await page.getByText('Bag MOW-TBS-023 · Ended: 0 missing').waitFor()
  expect(await page.getByRole('list', { name: 'Scans' }).getByRole('listitem').count()).toBe(0)

  expect(await scanned(page, labelOf(bag))).toEqual(['Now the packages', 'done'])
  await page.getByText('1 not scanned yet:').waitFor()
  expect(await scanned(page, labelOf(early))).toEqual(['Was in this bag, and arrived before', 'needs'])
  expect(await scanned(page, labelOf(elsewhere))).toEqual(['Belongs to another bag · Bag MOW-TBS-022', 'needs'])
  expect(await scanned(page, labelOf(none))).toEqual(['Not expected here', 'needs'])

  const cases = async () => {
    const { body } = await tenant.send('GET /api/v1/cases')
    return (body as { kind: string }[]).map(({ kind }) => kind).sort()
  }
  await page.getByRole('button', { name: 'The seal is broken' }).click()
  await top(page).getByText('A case of damage is opened for each package of the bag.').waitFor()
  expect(await cases()).toEqual([])
  await top(page).getByRole('button', { name: 'Report it' }).click()
  await page.locator('p', { hasText: 'Recorded: the seal is broken' }).waitFor()
  expect(await page.getByRole('button', { name: 'The seal is broken' }).count()).toBe(0)
  await badge(page, 'All sent')
  await eventually(cases).toEqual(['DAMAGE'])

  await page.getByRole('button', { name: 'End the unloading' }).click()
  await top(page).getByText('A case is opened for each package that is missing.').waitFor()
  await top(page).getByRole('button', { name: 'End it' }).click()
  await page.getByText('Bag MOW-TBS-021 · Ended: 1 missing').waitFor()
  await eventually(cases).toEqual(['DAMAGE', 'SHORTAGE'])
  expect(faults).toEqual([])
})

test('a courier is told what of a check-in does not agree, and that other labels are not theirs', async () => {
  const tenant = await newTenant()
  const { id: courier_id } = await addCourier(tenant)
  const flight = await schedule(tenant, { flight_number: 'SU1234', courier_id })
  const bag = await openBag(tenant, { label: 'MOW-TBS-041' })
  // An empty bag would be delivered as soon as its flight arrives.
  await pack(tenant, bag.id, (await add(tenant, (await book(tenant)).id)).id)
  const assigned = { courier_id, flight_id: flight.id }
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, assigned)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
  const others = await openBag(tenant)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, await colleague(tenant, { role: 'courier', courier_id }))
  await openTask(page, 'What is this label?')
  expect(await scanned(page, labelOf(others))).toEqual([
    'This is not among your bags and their packages.',
    'wrong',
  ])
  await back(page)
  await page.getByRole('link', { name: 'My bags' }).click()
  await page.getByRole('link', { name: /MOW-TBS-041/ }).click()
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  await page.getByRole('button', { name: 'Type' }).click()
  expect(await scanned(page, labelOf(bag))).toEqual(['This is not an airline’s tag', 'wrong'])
  expect(await scanned(page, '0555123456')).toEqual(['Entered below, not checked in yet', 'done'])
  const tag = page.getByLabel('Number of the tag')
  await tag.fill('123')
  const submit = page.locator('form button[type=submit]').last()
  await submit.click()
  await page.getByText('This does not look like a bag tag').waitFor()
  await page.getByText('Correct the marked fields.').waitFor()
  await tag.fill('0555123456')
  await page.getByText('Correct the marked fields.').waitFor({ state: 'detached' })
  await page.getByLabel('Flight number').fill('SU9999')
  // The page waits 1.5 seconds for the service, which may take longer here.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)
  await submit.click()
  const warned = page.getByRole('button', { name: /flight.*Touch to go on/s })
  await warned.waitFor()
  await page.clock.resume()
  await warned.click()
  await change(tenant, `PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
  await change(tenant, `PUT /api/v1/flights/${flight.id}`, { status: 'ARRIVED' })
  await back(page)
  await eventually(async () => {
    await page.getByRole('link', { name: 'My flights' }).click()
    const shown = page.getByRole('link', { name: /MOW-TBS-041/ })
    await shown.waitFor()
    const text = await shown.textContent()
    await back(page)
    return text
  }).toContain('Arrived')
  expect(faults.filter((fault) => !/40[0-9]/.test(fault))).toEqual([])
})
