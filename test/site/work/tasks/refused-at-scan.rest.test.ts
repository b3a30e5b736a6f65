import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  book,
  change,
  newParcel,
  newTenant,
  openBag,
  openCase,
  openWarehouse,
  pack,
} from '../../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../../support/site/console.ts'
import { badge, chooseWarehouse, labelOf, openTask, openWork, scanned, scansOf, type } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const isRefused = async (page: Page, text: string, why: RegExp) =>
  expect(await scanned(page, text)).toEqual([expect.stringMatching(why), 'wrong'])

test('what would be refused later is refused when it is scanned, with what to do', async () => {
  const tenant = await newTenant()
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const { id } = await book(tenant)
  const [delivered, lost, held] = [await add(tenant, id), await add(tenant, id), await add(tenant, id)]
  await change(tenant, `PUT /api/v1/packages/${delivered.id}`, { status: 'DELIVERED' })
  await change(tenant, `PUT /api/v1/packages/${lost.id}`, { status: 'LOST' })
  await openCase(tenant, { kind: 'HOLD', package_ids: [held.id] })
  const sealed = await openBag(tenant, { label: 'MOW-TBS-088' })
  await change(tenant, `PUT /api/v1/bags/${sealed.id}/seal`)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  const back = () => page.getByRole('link', { name: 'Back' }).click()

  await openTask(page, 'Hand over')
  await isRefused(page, delivered.qr_code, /cannot be handed over now \(.?Delivered.?\)/)
  await isRefused(page, labelOf(lost), /cannot be handed over now \(.?Lost.?\)/)
  await isRefused(page, held.qr_code, /^The package is on hold\. Resolve its case first\.$/)
  expect(await page.getByLabel('Received by').count()).toBe(0)
  await back()

  await openTask(page, 'Pack')
  await isRefused(page, labelOf(sealed), /takes no more packages \(.?Sealed.?\)/)
  expect(await page.getByRole('button', { name: 'Seal the bag' }).count()).toBe(0)
  await back()

  await openTask(page, 'Scan in')
  await isRefused(page, labelOf(sealed), /^This is the label of a bag\. Scan its packages\.$/)
  await isRefused(page, '0555123456', /^This is not a package$/)
  expect(await page.getByText('Recorded').count()).toBe(0)
  await page.getByRole('link', { name: 'All sent' }).waitFor()
  expect(faults).toEqual([])
})

test('of a package in another bag, Pack says whether it can be taken out, or how it comes out of a closed one', async () => {
  const tenant = await newTenant()
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const { id } = await book(tenant)
  const [one, two] = [await add(tenant, id), await add(tenant, id)]
  const [open, flown, bag] = [
    await openBag(tenant, { label: 'MOW-TBS-001' }),
    await openBag(tenant, { label: 'MOW-TBS-002' }),
    await openBag(tenant, { label: 'MOW-TBS-003' }),
  ]
  await pack(tenant, open.id, one.id)
  await pack(tenant, flown.id, two.id)
  await change(tenant, `PUT /api/v1/bags/${flown.id}/seal`)
  await change(tenant, `PUT /api/v1/bags/${flown.id}`, { status: 'IN_TRANSIT' })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  const back = () => page.getByRole('link', { name: 'Back' }).click()
  const choose = async () => {
    await openTask(page, 'Pack')
    await type(page, labelOf(bag))
    await page.getByText('packages packed').waitFor()
  }
  await choose()
  await isRefused(page, one.qr_code, /is in bag .?MOW-TBS-001.?\. Take it out first/)
  await isRefused(
    page,
    two.qr_code,
    /is in bag .?MOW-TBS-002.? \(.?In transit.?\), from which nothing is taken out any more\. If you have it here, scan it in as arrived first/,
  )

  // As it says, so it works.
  await back()
  await openTask(page, 'Scan in')
  await page.getByLabel('Scan as').selectOption('Arrived')
  expect(await scanned(page, two.qr_code)).toEqual(['Arrived', 'done'])
  await back()
  await choose()
  await type(page, two.qr_code)
  await page.getByText('1 package packed').waitFor()
  const bags = async () => (await tenant.send(`GET /api/v1/packages/${two.id}`)).body.bags
  await eventually(bags).toEqual([bag.id])
  expect(faults).toEqual([])
})

test('a scan whose time is refused, since the clock of the phone was wrong, is sent again with the time of the second attempt', async () => {
  const tenant = await newTenant()
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const parcel = await newParcel(tenant)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await openTask(page, 'Scan in')
  await page.clock.setSystemTime(Date.now() + 26 * 3600_000)
  await type(page, parcel.qr_code)
  await badge(page, '1 refused')
  await page.getByRole('button', { name: 'Touch to go on' }).click()
  await page.clock.setSystemTime(Date.now())
  await page.getByRole('link', { name: '1 refused' }).click()
  await page.getByText('The clock of this phone is wrong. Set it, then try again').waitFor()
  const before = Date.now()
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(() => scansOf(tenant, parcel.id)).toHaveLength(1)
  const [at = 0] = await scansOf(tenant, parcel.id)
  expect(at).toBeGreaterThan(before - 60_000)
  expect(at).toBeLessThanOrEqual(Date.now())
  expect(faults).toEqual([])
})
