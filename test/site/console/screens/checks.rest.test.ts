import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openWarehouse, type Tenant } from '../../../support/api/tenant.ts'
import {
  eventually,
  fill,
  press,
  says,
  startConsole,
  top,
  type Console,
} from '../../../support/site/console.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const form = (page: Page) => top(page).locator('form').last()
const send = (page: Page) => form(page).locator('button[type=submit]').click()
/** The messages at the fields, by the names of the fields. */
const problems = (page: Page) =>
  form(page)
    .locator('[aria-invalid]')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((field) => [
          field.getAttribute('name') ?? field.id,
          (field.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .filter((id: string) => id.endsWith('-error'))
            .map((id: string) => field.ownerDocument.getElementById(id)?.textContent)
            .join(),
        ]),
      ),
    )
const posts = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  return sent
}

test('a booking reports all its problems at once, and nothing is sent', async () => {
  await using opened = await site.openAs(tenant.email, '/console/shipments/new')
  const { page, faults } = opened
  const sent = posts(page)
  await fill(form(page), {
    'From: Name': 'Anna',
    'From: Phone': 'abc',
    'From: E-mail address': 'anna@',
    'From: City': 'Mosko',
    'To: Phone': '12',
    'To: City': 'Tbilisi',
    'Weight (kg)': '0',
    Price: '-1',
  })
  await send(page)
  const phone = 'Enter a phone number of at least five digits, such as +995 599 123456'
  await eventually(() => problems(page)).toEqual({
    sender_phone: phone,
    recipient_phone: phone,
    recipient_name: 'Fill in this field.',
    sender_email: 'Enter an e-mail address such as nino@example.com',
    origin: 'Did you mean Moscow? If it is right as it is, press the button again.',
    weight: 'Enter 0.001 or more.',
    price: 'Enter 0 or more.',
  })
  await page.getByRole('alert').getByText('Correct the marked fields.').waitFor()
  await eventually(() => page.evaluate('document.activeElement.name')).toBe('sender_phone')
  await fill(form(page), {
    'From: Phone': '+7 999 1234567',
    'From: E-mail address': '',
    'To: Name': 'Nino',
    'To: Phone': '+995599123456',
    'Weight (kg)': '0.5',
    Price: '',
  })
  expect(sent).toEqual([])
  await send(page)
  await says(page, /^Booked as /)
  expect(faults).toEqual([])
})

test('a local phone number is asked about once, as long as the company has no country', async () => {
  const company = await newTenant()
  await using opened = await site.openAs(company.email, '/console/settings')
  const { page, faults } = opened
  const country = page.getByLabel('Country of phone numbers')
  const add = async (phone: string) => {
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByRole('link', { name: 'New contact' }).click()
    await fill(form(page), { Name: 'Nino', Phone: phone })
    await send(page)
  }
  const closed = () => page.getByRole('dialog').waitFor({ state: 'hidden' })
  // The page has read the settings.
  await country.waitFor()
  await add('599 12 34 56')
  await eventually(() => problems(page)).toEqual({
    phone: expect.stringMatching(/^Write the number with its calling code/),
  })
  await send(page)
  await closed()
  await add('00995 599 123456')
  await closed()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await country.selectOption('GE')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(async () => (await company.send('GET /api/v1/settings')).body.country).toBe('GE')
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
  await add('599 12 34 56')
  await closed()
  const numbers = async () =>
    (await company.send('GET /api/v1/contacts')).body.map((one: any) => one.phone_e164)
  await eventually(numbers).toEqual(['+995599123456', '+995599123456', null])
  expect(faults).toEqual([])
})

test('the messages are in the language of the page', async () => {
  await using opened = await site.openAs(tenant.email, '/console/contacts/new')
  const { page } = opened
  await page.evaluate("localStorage.setItem('language', 'ru')")
  await page.reload()
  await form(page).locator('[name=phone]').fill('x')
  await send(page)
  await eventually(() => problems(page)).toEqual({
    name: 'Заполните это поле.',
    phone: 'Введите номер телефона, не меньше пяти цифр, например +995 599 123456',
  })
})

test('a parcel that is received at a warehouse has a weight', async () => {
  const { id } = await openWarehouse(tenant)
  await using opened = await site.openAs(tenant.email, `/console/warehouses/${id}`)
  const { page } = opened
  await press(page, 'Receive a parcel')
  await fill(form(page), { 'Weight (kg)': '0' })
  await send(page)
  await eventually(async () => (await problems(page))['weight']).toBe('Enter 0.001 or more.')
})

test('the first package has the weight of its shipment, and the next one is weighed', async () => {
  const { id } = await book(tenant, { weight: 2.5 })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await press(page, 'Add a package')
  await eventually(() => top(page).getByLabel('Weight').inputValue()).toBe('2.5')
  await fill(form(page), { Category: 'Книги' })
  await send(page)
  await eventually(() => problems(page)).toEqual({ category: 'Latin letters, digits, - and _' })
  await fill(form(page), { Category: 'books' })
  await send(page)
  await page
    .getByRole('article')
    .getByText(/^2\.5\s+kg · books$/)
    .waitFor()
  await press(page, 'Add a package')
  expect(await top(page).getByLabel('Weight').inputValue()).toBe('')
  await send(page)
  await eventually(() => problems(page)).toEqual({ weight: 'Fill in this field.' })
  await press(page, 'Cancel')
  await top(page).getByRole('button', { name: 'Add a package' }).waitFor()
  expect(faults).toEqual([])
})

test('a website without a scheme gets https, and what is no address is refused', async () => {
  await using opened = await site.openAs(tenant.email, '/console/settings')
  const { page, faults } = opened
  await fill(form(page), { Website: 'no address', Phone: '1234' })
  await send(page)
  await eventually(async () => Object.keys(await problems(page))).toEqual(['phone', 'website'])
  await fill(form(page), { Website: 'example.com/shop', Phone: '+12345' })
  await send(page)
  await says(page, 'Saved')
  expect((await tenant.send('GET /api/v1/settings')).body.contact.website).toBe('https://example.com/shop')
  expect(faults).toEqual([])
})

test('a record with a value that the page would refuse can still be changed', async () => {
  const { id } = await book(tenant, { recipient_phone: 'x', weight: 0 })
  await add(tenant, id)
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await press(page, 'Edit')
  await top(page).getByLabel('Price').fill('7')
  await send(page)
  await says(page, 'Saved')
  expect((await tenant.send(`GET /api/v1/shipments/${id}`)).body).toMatchObject({
    recipient_phone: 'x',
    price: 7,
  })
  expect(faults).toEqual([])
})

test('a choice of several of which one is needed says so', async () => {
  await using opened = await site.openAs(tenant.email, '/console/keys/new')
  const { page } = opened
  await fill(form(page), { Name: 'Shop' })
  await send(page)
  await top(page).getByText('Choose at least one.').waitFor()
})
