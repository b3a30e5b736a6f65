import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  addCourier,
  book,
  change,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  schedule,
} from '../../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, top, type Console } from '../../../support/site/console.ts'
import { colleague } from '../../../support/site/staff.ts'
import {
  badge,
  chooseWarehouse,
  isKept,
  labelOf,
  openTask,
  openWork,
  scanned,
  type,
  type Labelled,
} from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const isFault = (fault: string) => !fault.includes('ERR_INTERNET_DISCONNECTED')

test('without a network a package counts as packed once, UNDO takes it out once, and a bag that was sealed is not open', async () => {
  const tenant = await newTenant()
  const { id: warehouse_id } = await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const { id } = await book(tenant)
  const [one, two] = [await add(tenant, id), await add(tenant, id)]
  const bag = await openBag(tenant, { label: 'MOW-TBS-006', warehouse_id })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await isKept(page)
  await openTask(page, 'Pack')
  const choice = page.getByRole('button', { name: /MOW-TBS-006/ })
  await choice.click()
  await page.getByText('0 packages packed').waitFor()
  await page.context().setOffline(true)
  for (const text of [labelOf(one), labelOf(two), labelOf(two)]) await type(page, text)
  await badge(page, '3 waiting')
  await page.getByText('2 packages packed').waitFor()
  await page.getByText('2 packages scanned').waitFor()
  await type(page, 'UNDO')
  await page.getByText('1 package packed').waitFor()
  const newest = page.getByRole('list', { name: 'Scans' }).locator('li').first()
  await newest.getByText('Taken out · Saved on this phone, not checked').waitFor()
  await page.getByRole('button', { name: 'Seal the bag' }).dispatchEvent('click')
  await badge(page, '5 waiting')
  await page.getByText('There are no open bags here').waitFor()
  await page.getByText('Bag MOW-TBS-006 · Sealed · Saved on this phone, not checked').waitFor()
  await type(page, labelOf(bag))
  await page
    .getByText(/takes no more packages \(.?Sealed.?\)/)
    .first()
    .waitFor()
  await page.context().setOffline(false)
  await badge(page, 'All sent')
  await page.getByText('Bag MOW-TBS-006 · Sealed', { exact: true }).waitFor()
  expect((await tenant.send(`GET /api/v1/bags/${bag.id}`)).body).toMatchObject({
    status: 'SEALED',
    total_packages: 1,
  })
  expect((await tenant.send(`GET /api/v1/packages/${one.id}`)).body.bags).toEqual([bag.id])
  expect(faults.filter(isFault)).toEqual([])
})

test('a package that was found before in an unloading is said to be, unless its damage is new', async () => {
  const tenant = await newTenant()
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const bag = await openBag(tenant)
  const parcel: Labelled = await add(tenant, (await book(tenant)).id)
  await pack(tenant, bag.id, parcel.id)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
  await change(tenant, `PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await openTask(page, 'Unload')
  await type(page, labelOf(bag))
  await page.getByText('0 of 1 found').waitFor()
  expect(await scanned(page, parcel.qr_code)).toEqual(['Found', 'done'])
  expect(await scanned(page, labelOf(parcel))).toEqual(['Found · scanned before', 'again'])
  await page.getByRole('button', { name: 'The next is damaged' }).click()
  expect(await scanned(page, parcel.qr_code)).toEqual(['Found, damaged: a case is open', 'done'])
  await page.getByText('1 package scanned').waitFor()
  expect(faults).toEqual([])
})

test('that a courier cannot fly is asked once, also while it waits to be sent', async () => {
  const tenant = await newTenant()
  const { id: courier_id } = await addCourier(tenant)
  const flight = await schedule(tenant, { courier_id })
  const bag = await openBag(tenant, { label: `MOW-${randomUUID().slice(0, 8)}` })
  const body = { courier_id, flight_id: flight.id }
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, body)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, await colleague(tenant, { role: 'courier', courier_id }))
  await isKept(page)
  const ask = page.getByRole('button', { name: 'I cannot fly' })
  await eventually(async () => {
    await page.getByRole('link', { name: 'My flights' }).click()
    await page.locator('section.card').or(page.getByText('You have no flights')).waitFor()
    if (await ask.isVisible()) return true
    await page.getByRole('link', { name: 'Back' }).click()
    return false
  }).toBe(true)
  await page.context().setOffline(true)
  await ask.click()
  await top(page).getByRole('button', { name: 'Send' }).click()
  await badge(page, '1 waiting')
  const note = page.locator('section.card .note')
  await note.getByText('Saved on this phone, not checked').waitFor()
  await page.context().setOffline(false)
  await note.getByText('It is reported that you cannot fly').waitFor()
  expect(await ask.count()).toBe(0)
  expect(faults.filter(isFault)).toEqual([])
})
