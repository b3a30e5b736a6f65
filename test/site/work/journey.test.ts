import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTenant, openBag, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../support/site/console.ts'
import {
  chooseWarehouse,
  isKept,
  offline,
  openTask,
  openUnload,
  openWork,
  receive,
  sign,
  type,
  type Labelled,
} from './work.fixture.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const back = (page: Page) => page.getByRole('link', { name: 'Back' }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const label = ({ qr_data }: Labelled) => JSON.stringify(qr_data)
const read = async (path: string) => (await tenant.send(`GET ${path}`)).body

test('a parcel is received, packed, unloaded and handed over, with the network cut at every step', async () => {
  const moscow = await openWarehouse(tenant, { name: 'Moscow', code: 'SVO1', city: 'Moscow' })
  const tbilisi = await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1', city: 'Tbilisi' })
  const bag: Labelled & { label: string } = await openBag(tenant, { warehouse_id: moscow.id })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Moscow')
  await isKept(page)

  await page.getByRole('link', { name: 'Receive' }).click()
  await offline(page, async () => {
    await receive(page)
    await page.getByText('The label can be printed when').waitFor()
  })
  const code = (await page.locator('.note .code').last().textContent()) ?? ''
  const [shipment] = await read(`/api/v1/shipments?package_code=${code}`)
  const [parcel] = await read(`/api/v1/shipments/${shipment.id}/packages`)
  expect(parcel).toMatchObject({ qr_code: code, status: 'CREATED' })
  const packageNow = () => read(`/api/v1/packages/${parcel.id}`)

  await back(page)
  await openTask(page, 'Pack')
  await offline(page, async () => {
    await type(page, label(bag))
    await page.getByText('0 packages packed').waitFor()
    await type(page, label(parcel))
    await page.getByText('1 package packed').waitFor()
    await press(page, 'Seal the bag')
  })
  expect(await read(`/api/v1/bags/${bag.id}`)).toMatchObject({ status: 'SEALED', total_packages: 1 })
  await tenant.send(`PUT /api/v1/bags/${bag.id}`, { body: { status: 'IN_TRANSIT' } })

  await back(page)
  await chooseWarehouse(page, 'Tbilisi')
  // With the list the phone knows what the bag holds, so that nothing is missing at the end.
  await openUnload(page, new RegExp(bag.label))
  await offline(page, async () => {
    await type(page, label(bag))
    await page.getByRole('heading', { name: 'Scan the packages', exact: true }).waitFor()
    await type(page, label(parcel))
    await page.getByText('Saved on this phone, not checked').nth(1).waitFor()
    await press(page, 'End the unloading')
    await page.getByText(/ · Ended/).waitFor()
  })
  expect(await packageNow()).toMatchObject({ status: 'ARRIVED' })

  await back(page)
  const arrivals = `POST /api/v1/warehouse/${tbilisi.id}/consolidate`
  await eventually(
    async () => (await tenant.send(arrivals, { body: { preview: true } })).body.ready_count,
  ).toBe(1)
  await page.getByRole('link', { name: 'Ready to collect' }).click()
  await press(page, 'Make 1 shipment ready')
  await page.locator('.entries').getByText('Ready for pickup').waitFor()

  await back(page)
  await openTask(page, 'Hand over')
  await offline(page, async () => {
    await type(page, label(parcel))
    await page.getByLabel('Received by').fill('Giorgi Beridze')
    await sign(page)
    await page.locator('form button[type=submit]').last().click()
  })
  await eventually(async () => (await packageNow()).status).toBe('DELIVERED')
  const proof = await read(`/api/v1/shipments/${shipment.id}/proof`)
  expect(JSON.stringify(proof)).toContain('"received_by":"Giorgi Beridze"')
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
