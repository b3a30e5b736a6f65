import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTenant, openWarehouse, type Tenant } from '../support/api/tenant.ts'
import { eventually, fill, says, smallPhone, startConsole, top, type Console } from '../support/site/console.ts'
import { forms } from './console/forms.fixture.ts'
import { chooseWarehouse, openWork, receive } from './work/work.fixture.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const form = (page: Page) => top(page).locator('form').last()
/** Enters a number, and leaves its field; returns what is shown then. */
async function shownFor(page: Page, field: string, text: string) {
  const input = page.getByLabel(field).last()
  await input.fill(text)
  await input.blur()
  return input.inputValue()
}

test('a booking takes a weight and a price as people type them, and shows what it understands', async () => {
  await using opened = await site.openAs(tenant.email, '/console/shipments/new')
  const { page, faults } = opened
  await fill(form(page), {
    'From: Name': 'Anna',
    'From: Phone': '+79991234567',
    'From: City': 'Moscow',
    'To: Name': 'Decimal Comma',
    'To: Phone': '+995599123456',
    'To: City': 'Tbilisi',
  })
  for (const [typed, shown] of [
    ['2,5', '2.5'],
    ['2,5 kg', '2.5'],
    [' 2,5 кг', '2.5'],
    ['1 002,5kg', '1002.5'],
    ['٢٫٥ كغ', '2.5'],
  ] as const)
    expect(await shownFor(page, 'Weight (kg)', typed), typed).toBe(shown)
  await form(page).getByText('2.5 kg').waitFor()
  expect(await shownFor(page, 'Price', '1 234,5')).toBe('1234.5')

  // It may be two and a half kilograms, or two and a half thousand.
  const send = form(page).locator('button[type=submit]')
  expect(await shownFor(page, 'Weight (kg)', '2,500')).toBe('2,500')
  expect(
    await form(page)
      .getByText(/2\.5 kg|2,500 kg/)
      .count(),
  ).toBe(0)
  await send.click()
  await form(page).getByText('Enter 2.500 or 2500').waitFor()
  expect(await shownFor(page, 'Weight (kg)', '500 g')).toBe('500 g')
  await send.click()
  await form(page).getByText('Enter a number such as 1234.5').waitFor()
  await page.getByLabel('Weight (kg)').fill('2,5 kg')
  // Also without leaving the field.
  await page.keyboard.press('Enter')
  await says(page, /TRK-/)
  const find = async () => (await tenant.send('GET /api/v1/shipments?q=decimal')).body
  await eventually(find).toMatchObject([{ weight: 2.5, price: 1234.5 }])
  expect(faults).toEqual([])
})

test('a flight takes its capacity with its unit', async () => {
  await using opened = await site.openAs(tenant.email, '/console/flights/new')
  const { page, faults } = opened
  const flight = forms.find(({ name }) => name === 'a new flight')
  await fill(form(page), { ...flight?.fields, 'Capacity in kg': '40,5 кг' })
  await form(page).locator('button[type=submit]').click()
  const flights = async () => (await tenant.send('GET /api/v1/flights')).body
  await eventually(flights).toMatchObject([{ max_weight_kg: 40.5 }])
  expect(faults).toEqual([])
})

test('a parcel at the counter takes a weight with a comma and its unit', async () => {
  const own = await newTenant()
  await openWarehouse(own, { name: 'Tbilisi', code: 'TBS1' })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, own.email)
  await chooseWarehouse(page, 'Tbilisi')
  await page.getByRole('link', { name: 'Receive' }).click()
  expect(await shownFor(page, 'Weight in kg', '0,75 kg')).toBe('0.75')
  await receive(page, { 'Weight in kg': '2,500' })
  await page.getByText('Enter 2.500 or 2500').waitFor()
  await page.getByLabel('Weight in kg').fill('2,5 kg')
  await page.getByRole('button', { name: 'Receive the parcel' }).click()
  await page.getByRole('button', { name: 'Print the label' }).waitFor()
  const shipments = async () => (await own.send('GET /api/v1/shipments')).body
  await eventually(shipments).toMatchObject([{ weight: 2.5 }])
  expect(faults).toEqual([])
})
