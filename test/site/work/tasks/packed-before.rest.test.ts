import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openBag, pack } from '../../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../../support/site/console.ts'
import { openTask, openWork, type, type Labelled } from '../work.fixture.ts'

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
  const lines = page.getByRole('list', { name: 'Scans' })
  const counted = page.locator('.results > .hint')
  await type(page, JSON.stringify(bag.qr_data))
  await lines.getByText('Now the packages').waitFor()
  expect(await counted.count(), 'the label of the bag').toBe(0)
  await type(page, one.qr_code)
  await eventually(() => counted.textContent()).toBe('1 package scanned')

  await type(page, JSON.stringify(before.qr_data))
  await page.locator('.feedback.again').getByText('Is in this bag already').waitFor()
  await eventually(() => counted.textContent()).toBe('2 packages scanned')
  await type(page, two.qr_code)
  await eventually(() => counted.textContent()).toBe('3 packages scanned')
  for (const again of [JSON.stringify(one.qr_data), one.qr_code, before.qr_code]) await type(page, again)
  await eventually(() => lines.locator('.again').count()).toBe(4)
  await type(page, 'UNDO')
  await eventually(inBag).toEqual([before.id, one.id].sort())
  await type(page, 'UNDO')
  await eventually(inBag).toEqual([before.id])
  await type(page, 'UNDO')
  await lines.getByText('Nothing to take out').waitFor()
  expect(await counted.textContent()).toBe('3 packages scanned')
  expect(await inBag()).toEqual([before.id])
  expect(faults).toEqual([])
})
