import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  change,
  newParcel,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  type Tenant,
} from '../../support/api/tenant.ts'
import { eventually } from '../../support/site/console.ts'
import { nothing, openInFrontOf, writeFilm } from './camera-film.fixture.ts'
import { label } from './camera-labels.fixture.ts'
import { badge, chooseWarehouse, receive, sign } from './work.fixture.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const read = async (path: string) => (await tenant.send(`GET ${path}`)).body
const print = async (path: string) => (await tenant.send(`GET ${path}/label?format=png`)).bytes
const back = (page: Page) => page.getByRole('link', { name: 'Back' }).click()

/** Writes what the camera sees next: printed labels, one after the other. */
const show = (film: string | undefined, ...labels: readonly Buffer[]) => {
  const scenes = labels.map((_, n) => ({ marker: n + 1, prints: [label(n)], light: 1, seconds: 4 }))
  return writeFilm(labels, [nothing(3), ...scenes], 30, film)
}

test('a parcel is received, packed and sealed, and what is scanned is in front of the camera', async () => {
  const moscow = await openWarehouse(tenant, { name: 'Moscow', code: 'SVO1', city: 'Moscow' })
  const bag = (await openBag(tenant, { warehouse_id: moscow.id })) as { id: string }
  const bagLabel = await print(`/api/v1/bags/${bag.id}`)
  const film = await show(undefined, bagLabel)
  await using opened = await openInFrontOf(film, tenant.email)
  const { page, faults } = opened
  await chooseWarehouse(page, 'Moscow')

  await page.getByRole('link', { name: 'Receive' }).click()
  await receive(page)
  await page.getByRole('button', { name: 'Print the label' }).waitFor()
  const code = (await page.locator('.note .code').last().textContent()) ?? ''
  const [shipment] = await read(`/api/v1/shipments?package_code=${code}`)
  const [parcel] = await read(`/api/v1/shipments/${shipment.id}/packages`)

  await show(film, bagLabel, await print(`/api/v1/packages/${parcel.id}`))
  await back(page)
  await page.getByRole('link', { name: 'Pack' }).click()
  await page.getByText('1 package packed').waitFor()
  await page.getByRole('button', { name: 'Seal the bag' }).dispatchEvent('click')
  await eventually(() => read(`/api/v1/bags/${bag.id}`)).toMatchObject({
    status: 'SEALED',
    total_packages: 1,
  })
  await badge(page, 'All sent')
  expect(faults).toEqual([])
})

test('a parcel is unloaded and handed over, and what is scanned is in front of the camera', async () => {
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1', city: 'Tbilisi' })
  const [bag, parcel] = [await openBag(tenant), await newParcel(tenant)]
  await pack(tenant, bag.id, parcel.id)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
  await change(tenant, `PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
  const packageNow = () => read(`/api/v1/packages/${parcel.id}`)
  const packageLabel = await print(`/api/v1/packages/${parcel.id}`)
  const film = await show(undefined, await print(`/api/v1/bags/${bag.id}`), packageLabel)
  await using opened = await openInFrontOf(film, tenant.email)
  const { page, faults } = opened
  await chooseWarehouse(page, 'Tbilisi')

  await page.getByRole('link', { name: 'Unload' }).click()
  await page.getByText('1 of 1 found').waitFor()
  await page.getByRole('button', { name: 'End the unloading' }).dispatchEvent('click')
  await eventually(async () => (await packageNow()).status).toBe('ARRIVED')
  await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status: 'READY_FOR_PICKUP' } })

  await show(film, packageLabel)
  await back(page)
  await page.getByRole('link', { name: 'Hand over' }).click()
  await page.getByText('1 package', { exact: true }).first().waitFor()
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  await sign(page)
  await page.locator('form button[type=submit]').last().dispatchEvent('click')
  await eventually(async () => (await packageNow()).status).toBe('DELIVERED')
  await badge(page, 'All sent')
  expect(faults).toEqual([])
})
