import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openBag, openWarehouse, pack } from '../../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, top, type Console } from '../../../support/site/console.ts'
import { badge, chooseWarehouse, openTask, openWork, type } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('the missing packages are shown while a bag is unloaded, and its end is asked about while some are', async () => {
  const tenant = await newTenant()
  const moscow = await openWarehouse(tenant, { name: 'Moscow', code: 'SVO1', city: 'Moscow' })
  const tbilisi = await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1', city: 'Tbilisi' })
  const bag = await openBag(tenant, { warehouse_id: moscow.id, label: 'MOW-TBS-007' })
  const shipment = await book(tenant)
  const [found, missing] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  for (const { id } of [found, missing]) await pack(tenant, bag.id, id)
  await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)
  await tenant.send(`PUT /api/v1/bags/${bag.id}`, { body: { status: 'IN_TRANSIT' } })

  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await openTask(page, 'Unload')
  await type(page, JSON.stringify(bag.qr_data))
  await page.getByText('Bag MOW-TBS-007').waitFor()
  await page.getByText('0 of 2').waitFor()
  await page.getByRole('button', { name: 'The next is damaged' }).click()
  await type(page, found.qr_code)
  await page.getByText('Found, damaged: a case is open').first().waitFor()
  await page.getByRole('button', { name: 'The next is damaged', pressed: false }).waitFor()
  await page.getByText('1 not scanned yet:').waitFor()
  await page.getByText(missing.qr_code).waitFor()

  const end = page.getByRole('button', { name: 'End the unloading' })
  const unloadings = async () => (await tenant.send(`GET /api/v1/warehouse/${tbilisi.id}/unloadings`)).body
  await end.click()
  await top(page).getByText(missing.qr_code).waitFor()
  await top(page).getByRole('button', { name: 'Scan on' }).click()
  await eventually(unloadings).toMatchObject([{ status: 'OPEN', bag_id: bag.id }])
  await end.click()
  await top(page).getByRole('button', { name: 'End it' }).click()
  await eventually(unloadings).toMatchObject([{ status: 'CLOSED' }])
  await badge(page, 'All sent')
  expect(faults).toEqual([])
})
