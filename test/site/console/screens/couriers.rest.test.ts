import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourier, newTenant, verifyManager } from '../../../support/api/tenant.ts'
import {
  eventually,
  press,
  says,
  startConsole,
  submit,
  top,
  type Console,
} from '../../../support/site/console.ts'
import { colleague } from '../../../support/site/staff.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('a manager sees a passport number for a reason, until the dialog is closed', async () => {
  const tenant = await newTenant()
  const { id } = await addCourier(tenant, { passport_number: '12AB34567' })
  await using opened = await site.openAs(tenant.email, `/console/couriers/${id}`)
  const { page, faults } = opened
  await page.locator('dl').getByText('•••••4567').waitFor()
  const shown = page.getByText('12AB34567')
  const show = async () => {
    await press(page, 'Show passport number')
    await submit(page, { 'Why it is needed': 'The airline asks for it' }, 'Show')
    await top(page).getByText('12AB34567', { exact: true }).waitFor()
  }
  await show()
  await top(page).getByRole('button', { name: 'Close', exact: true }).click()
  await eventually(() => shown.count()).toBe(0)
  // It is asked for again.
  await show()
  expect(faults).toEqual([])
})

test('the form of a courier keeps a passport number that is not typed, and takes a new one', async () => {
  const tenant = await newTenant()
  const { id } = await addCourier(tenant, { passport_number: '12AB34567' })
  await using opened = await site.openAs(tenant.email, `/console/couriers/${id}`)
  const { page, faults } = opened
  const number = async () => {
    const body = { reason: 'Test' }
    return (await tenant.send(`POST /api/v1/couriers/${id}/passport/reveal`, { body })).body.passport_number
  }
  await press(page, 'Edit')
  await top(page).getByText('Is •••••4567. Leave empty to keep it.').waitFor()
  expect(await top(page).getByLabel('Passport number').inputValue()).toBe('')
  await submit(page, { Phone: '+995599000001' }, 'Save')
  await says(page, 'Saved')
  expect(await number()).toBe('12AB34567')

  await press(page, 'Edit')
  await submit(page, { 'Passport number': '99XY98765' }, 'Save')
  await page.locator('dl').getByText('•••••8765').waitFor()
  expect(await number()).toBe('99XY98765')
  expect(faults).toEqual([])
})

test('an operator is not offered to see passport numbers', async () => {
  const tenant = await newTenant()
  const { id } = await addCourier(tenant)
  await verifyManager(tenant)
  const email = await colleague(tenant, { role: 'operator' })
  await using opened = await site.openAs(email, `/console/couriers/${id}`)
  const { page } = opened
  await top(page).getByRole('button', { name: 'Edit', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Show passport number', includeHidden: true }).count()).toBe(0)
})
