import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openBag, pack } from '../../../support/api/tenant.ts'
import { smallPhone, startConsole, top, type Console } from '../../../support/site/console.ts'
import { openTask, openWork, scanned, type, type Labelled } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('packages are counted once each; one that the office packed before is said to be in the bag, and UNDO leaves it there', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const [before, one, two] = [
    await add(tenant, id),
    await add(tenant, id),
    await add(tenant, id),
  ] as Labelled[] as [Labelled, Labelled, Labelled]
  const bag = await openBag(tenant)
  await pack(tenant, bag.id, before.id)
  const inBag = async () =>
    ((await tenant.send(`GET /api/v1/bags/${bag.id}/packages`)).body as Labelled[]).map(({ id }) => id).sort()
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await openTask(page, 'Pack')
  const counted = page.locator('.results > .hint')
  const again = ['Is in this bag already', 'again']
  expect(await scanned(page, JSON.stringify(bag.qr_data))).toEqual(['Now the packages', 'done'])
  expect(await counted.count(), 'the label of the bag').toBe(0)
  expect(await scanned(page, one.qr_code)).toEqual(['Recorded', 'done'])
  expect(await counted.textContent()).toBe('1 package scanned')
  expect(await scanned(page, JSON.stringify(before.qr_data))).toEqual(again)
  expect(await scanned(page, two.qr_code)).toEqual(['Recorded', 'done'])
  expect(await counted.textContent()).toBe('3 packages scanned')
  for (const text of [JSON.stringify(one.qr_data), one.qr_code, before.qr_code])
    expect(await scanned(page, text)).toEqual(again)
  expect(await counted.textContent()).toBe('3 packages scanned')
  expect(await scanned(page, 'UNDO')).toEqual(['Taken out', 'done'])
  expect(await inBag()).toEqual([before.id, one.id].sort())
  expect(await scanned(page, 'UNDO')).toEqual(['Taken out', 'done'])
  expect(await scanned(page, 'UNDO')).toEqual(['Nothing to take out', 'wrong'])
  expect(await inBag()).toEqual([before.id])
  expect(await counted.textContent()).toBe('3 packages scanned')
  const elsewhere = await add(tenant, (await book(tenant, { destination: 'Yerevan' })).id)
  const warned = ['Recorded · This bag does not go there: the parcel is for Yerevan (EVN)', 'needs']
  expect(await scanned(page, elsewhere.qr_code)).toEqual(warned)
  expect(faults).toEqual([])
})

test('an empty bag is sealed only when that is confirmed', async () => {
  const tenant = await newTenant()
  const bag = await openBag(tenant)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await openTask(page, 'Pack')
  await type(page, JSON.stringify(bag.qr_data))
  await page.getByText('0 packages packed').waitFor()
  const question = top(page).getByRole('heading', { name: 'This bag is empty. Seal it?' })
  await page.getByRole('button', { name: 'Seal the bag' }).click()
  await question.waitFor()
  await top(page).getByRole('button', { name: 'Cancel' }).click()
  await type(page, 'SEAL')
  await question.waitFor()
  const status = async () => (await tenant.send(`GET /api/v1/bags/${bag.id}`)).body.status
  expect(await status()).toBe('OPEN')
  await page.locator('.feedback').waitFor({ state: 'hidden' })
  await top(page).getByRole('button', { name: 'Seal the bag' }).click()
  await page.getByText(/ · Sealed$/).waitFor()
  expect(await status()).toBe('SEALED')
  expect(faults).toEqual([])
})
