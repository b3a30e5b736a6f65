import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  book,
  change,
  newTenant,
  openBag,
  openUnloading,
  openWarehouse,
  pack,
  type Tenant,
} from '../../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, top, type Console } from '../../../support/site/console.ts'
import { badge, chooseWarehouse, isKept, openWork, type, type Labelled } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

/** A bag on its way to Tbilisi with some packages. */
async function flying(tenant: Tenant, label: string, count: number) {
  const bag = await openBag(tenant, { label })
  const { id } = await book(tenant)
  const parcels: Labelled[] = []
  while (parcels.length < count) parcels.push(await add(tenant, id))
  for (const one of parcels) await pack(tenant, bag.id, one.id)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
  await change(tenant, `PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
  return { ...bag, parcels }
}
/** Scanned in as arrived, without its bag. */
const scanIn = (tenant: Tenant, { id }: Labelled) =>
  change(tenant, `PUT /api/v1/packages/${id}`, { status: 'ARRIVED' })

const listOf = (page: Page, title: string) =>
  page.locator('.choice', { has: page.getByRole('heading', { name: title, exact: true }) })
/** Opens the task until a list has these bags with these notes, since it may lag behind changes. */
const lists = (page: Page, title: string, labels: readonly string[]) =>
  eventually(async () => {
    const back = page.getByRole('link', { name: 'Back' })
    if (await back.isVisible()) await back.click()
    await page.getByRole('link', { name: 'Unload' }).click()
    await listOf(page, 'Bags expected here').waitFor()
    const texts = await listOf(page, title).getByRole('button').allTextContents()
    return texts
      .map((text) =>
        (text.match(/MOW-TBS-\d{3}|MOW-EVN-\d{3}|opened again|\d of \d arrived/g) ?? []).join(', '),
      )
      .sort()
  }).toEqual(labels)

test('a bag is expected until its packages are here, with or without it, and without a network its list is known', async () => {
  const tenant = await newTenant()
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  await openWarehouse(tenant, { name: 'Village', code: 'VIL1', airport_code: '' })
  const [whole, half] = [await flying(tenant, 'MOW-TBS-001', 1), await flying(tenant, 'MOW-TBS-002', 2)]
  const [early, late] = half.parcels as [Labelled, Labelled]
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await isKept(page)
  await chooseWarehouse(page, 'Tbilisi')
  await lists(page, 'Bags expected here', ['MOW-TBS-001', 'MOW-TBS-002'])
  for (const one of [...whole.parcels, early]) await scanIn(tenant, one)
  await lists(page, 'Bags expected here', ['MOW-TBS-002, 1 of 2 arrived'])

  await page.context().setOffline(true)
  await page.getByRole('button', { name: /MOW-TBS-002/ }).click()
  await page.getByText('0 of 1 found').waitFor()
  await page.getByText('1 not scanned yet:').waitFor()
  await page.getByText(late.qr_code).waitFor()
  await page.getByRole('button', { name: 'End the unloading' }).click()
  await top(page).getByRole('button', { name: 'End it' }).click()
  await badge(page, '2 waiting')
  await page.getByText('No bags are on their way here').waitFor()
  await page.context().setOffline(false)
  await badge(page, 'All sent')

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByLabel('Warehouse').selectOption({ label: 'Village' })
  await page.getByRole('link', { name: 'Unload' }).click()
  await page.getByText('This warehouse has no airport').waitFor()
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('an unloading that is open is listed until it ends, and again when it is opened again', async () => {
  const tenant = await newTenant()
  const { id: warehouse } = await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const bag = await flying(tenant, 'MOW-TBS-003', 2)
  // A hub unloads bags of other airports, before they are known to have left.
  const other = await openBag(tenant, { label: 'MOW-EVN-004', destination: 'EVN' })
  await openUnloading(tenant, { warehouse, bag_id: other.id })
  const unload = () => openUnloading(tenant, { warehouse, bag_id: bag.id })
  const first = await unload()
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  const now = listOf(page, 'Unloading now')
  await lists(page, 'Unloading now', ['MOW-EVN-004', 'MOW-TBS-003'])
  expect(await listOf(page, 'Bags expected here').getByRole('button').count()).toBe(0)
  await change(tenant, `POST /api/v1/unloadings/${first.id}/close`)
  await lists(page, 'Unloading now', ['MOW-EVN-004'])
  await unload()
  await lists(page, 'Unloading now', ['MOW-EVN-004', 'MOW-TBS-003, opened again'])
  await now.getByRole('button', { name: /MOW-TBS-003.*opened again/ }).click()
  await page.getByText('0 of 2 found').waitFor()
  await type(page, bag.parcels[0]!.qr_code)
  await page.getByText('1 of 2 found').waitFor()
  expect(faults).toEqual([])
})
