import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTenant } from '../../../support/api/tenant.ts'
import { eventually, says, startConsole, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('the bar that saves settings appears with a change, also after a reload, until it is saved or discarded', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/settings')
  const { page, faults } = opened
  const phone = page.getByLabel('Phone', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await phone.waitFor()
  expect(await save.isVisible()).toBe(false)

  await phone.fill('+995322123456')
  await save.waitFor()
  await page.reload()
  await save.waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await save.waitFor({ state: 'hidden' })
  expect(await phone.inputValue()).toBe('')

  await phone.fill('+995322999000')
  await save.click()
  await says(page, 'Saved')
  await save.waitFor({ state: 'hidden' })
  await eventually(() => phone.inputValue()).toBe('+995322999000')
  expect((await tenant.send('GET /api/v1/settings')).body).toMatchObject({
    contact: { phone: '+995322999000' },
  })
  expect(faults).toEqual([])
})

test('managers choose that only created warehouses are accepted', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/settings')
  const { page, faults } = opened
  await page.getByLabel('Accept only warehouses that were created here').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await says(page, 'Saved')
  expect((await tenant.send('GET /api/v1/settings')).body).toMatchObject({
    warehouses: { registered_only: true },
    notices: { enabled: true },
  })
  expect(faults).toEqual([])
})

test('statuses of which recipients are always written to are not offered as a choice, and stay when others change', async () => {
  const tenant = await newTenant()
  const before = (await tenant.send('GET /api/v1/settings')).body.notices.statuses as string[]
  await using opened = await site.openAs(tenant.email, '/console/settings')
  const { page, faults } = opened
  const boxes = page
    .getByRole('group', { name: 'Also e-mail recipients when a shipment is' })
    .getByRole('checkbox')
  await boxes.first().waitFor()
  const offered = await boxes.evaluateAll((all) => all.map(({ id }) => id.replace('settings-statuses-', '')))
  expect(offered).toEqual(['RECEIVED', 'PREPARING', 'IN_TRANSIT', 'CONSOLIDATING', 'RETURNED'])
  await page.getByLabel('Preparing', { exact: true }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await says(page, 'Saved')
  const after = (await tenant.send('GET /api/v1/settings')).body.notices.statuses as string[]
  expect(after.toSorted()).toEqual([...before, 'PREPARING'].toSorted())
  expect(faults).toEqual([])
})
