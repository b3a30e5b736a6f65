import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { eventually, says, startConsole, submit, type Console } from '../../support/site/console.ts'
import { failed, holding, losing } from '../../support/site/network.ts'
import { colleague } from '../../support/site/staff.ts'
import { seconds } from '../../support/suite/time.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const anna = { Name: 'Anna Petrova', Phone: '+7 916 123-45-67', City: 'Moscow' }
const giorgi = { Name: 'გიორგი', Phone: '+995 599 123 456', City: 'Tbilisi' }
const field = (page: Page, group: string, label: string) =>
  page
    .getByRole('group', { name: group })
    .getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( · optional)?$`))
async function fill(page: Page, group: string, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await field(page, group, label).fill(text)
}
async function fillAll(page: Page) {
  await fill(page, 'From', anna)
  await fill(page, 'To', giorgi)
  await fill(page, 'Parcel', { 'Weight (kg)': '2.5' })
}
/** Opens the form that books, with the required fields filled in. */
async function booking() {
  const opened = await site.openAs(tenant.email, '/console/shipments/new')
  await fillAll(opened.page)
  return { ...opened, send: opened.page.getByRole('button', { name: 'Book', exact: true }) }
}
/** The shipment that the page shows, as the service has it. */
async function shown(page: Page) {
  await page.getByRole('dialog', { name: /^TRK-/ }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await tenant.send(`GET /api/v1/shipments/${id}`)).body
}
const nameOfFocus = (page: Page) => page.evaluate('document.activeElement.name')
const errorOf = async (page: Page, input: Locator) => {
  const described = await input.getAttribute('aria-describedby')
  return described === null ? '' : page.locator(`[id="${described}"]`).innerText()
}

test('Enter books a shipment with its package, which then gets another and is on the board', async () => {
  await using opened = await site.openAs(tenant.email, '/console/shipments')
  const { page, faults } = opened
  await page.getByRole('link', { name: 'New shipment' }).waitFor()
  await page.keyboard.press('n')
  await fillAll(page)
  await fill(page, 'To', { Address: 'Rustaveli 12' })
  await page.getByLabel(/^Payment/).selectOption('Cash on delivery')
  await fill(page, 'Parcel', { Price: '49.90', 'Your reference': 'Order 17' })
  await page.keyboard.press('Enter')
  await says(page, /^Booked as TRK-/)
  const shipment = await shown(page)
  expect(shipment).toMatchObject({
    sender_name: anna.Name,
    sender_phone: anna.Phone,
    sender_address: '',
    origin: 'Moscow',
    recipient_name: giorgi.Name,
    recipient_address: 'Rustaveli 12',
    destination: 'Tbilisi',
    weight: 2.5,
    price: 49.9,
    payment_status: 'COD',
    reference: 'Order 17',
    description: '',
  })
  await page.getByRole('button', { name: 'Add a package' }).click()
  await submit(page, { 'Weight (kg)': '1,5', Contents: 'Books' }, 'Add a package')
  for (const weight of [/^2\.5\s+kg · General goods$/, /^1\.5\s+kg · General goods$/])
    await page.getByRole('article').getByText(weight).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page
    .getByRole('region', { name: /^Registered/ })
    .getByText(shipment.tracking_id)
    .waitFor()
  expect(faults).toEqual([])
})

test('a booking of which no answer was received is sent again, and booked once', async () => {
  await using opened = await booking()
  const { page, faults, send } = opened
  const lost: { id: string }[] = []
  await losing(page, '**/api/v1/shipments', lost)
  await send.click()
  await page.getByRole('alert').getByText('No response was received').waitFor()
  await send.click()
  expect(lost.map(({ id }) => id)).toEqual([(await shown(page)).id])
  // Another booking with the same fields is another shipment, and a double click books once.
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'New shipment' }).click()
  expect(await field(page, 'Parcel', 'Weight (kg)').inputValue()).toBe('')
  await fillAll(page)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await send.dblclick()
  expect(lost.map(({ id }) => id)).not.toContain((await shown(page)).id)
  expect(posts).toEqual(['/api/v1/shipments'])
  expect(faults).toEqual([expect.stringContaining('net::ERR_FAILED')])
})

test('what the service refuses is said below the field, and nothing that was entered is lost', async () => {
  await using opened = await booking()
  const { page, faults, send } = opened
  const phone = field(page, 'To', 'Phone')
  // The page has no rule about the length.
  await phone.fill('+' + '1'.repeat(200))
  await send.click()
  await page.getByRole('alert').getByText('Correct the marked fields.').waitFor()
  expect(await page.locator('[aria-invalid]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    await phone.getAttribute('id'),
  ])
  expect(await errorOf(page, phone)).not.toBe('')
  await eventually(() => nameOfFocus(page)).toBe('recipient_phone')
  // The draft stays when the form is closed, and after a reload.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('link', { name: 'New shipment' }).click()
  expect(await field(page, 'To', 'Name').inputValue()).toBe(giorgi.Name)
  await phone.fill(giorgi.Phone)
  await send.click()
  expect(await shown(page)).toMatchObject({ recipient_phone: giorgi.Phone })
  expect(faults).toEqual([failed(422)])
})

test('a weight may have a decimal comma, and must be one number', async () => {
  await using opened = await booking()
  const { page, faults, send } = opened
  const weight = field(page, 'Parcel', 'Weight (kg)')
  for (const [odd, problem] of [
    ['1,234', 'Enter 1.234 or 1234'],
    ['1.234.5', 'Enter a number such as 1234.5'],
    ['2.5 lb', 'Enter a number such as 1234.5'],
    ['1e3', 'Enter a number such as 1234.5'],
  ] as const) {
    await weight.fill(odd)
    await send.click()
    await eventually(() => errorOf(page, weight), odd).toBe(problem)
    await eventually(() => page.evaluate('document.activeElement.value')).toBe(odd)
  }
  await weight.fill('2,5')
  expect(await page.locator('[aria-invalid]').count(), 'an edited field is no longer marked').toBe(0)
  await send.click()
  expect(await shown(page)).toMatchObject({ weight: 2.5 })
  expect(faults).toEqual([])
})

test('a reference that another shipment has is refused with the reason of the service', async () => {
  await book(tenant, { reference: 'Order 18' })
  await using opened = await booking()
  const { page, faults, send } = opened
  await fill(page, 'Parcel', { 'Your reference': 'Order 18' })
  await send.click()
  await page.getByRole('alert').getByText('Correct the marked fields.').waitFor()
  const reference = field(page, 'Parcel', 'Your reference')
  expect(await errorOf(page, reference)).toBe('Another shipment has this reference.')
  await fill(page, 'Parcel', { 'Your reference': 'Order 19' })
  await send.click()
  expect(await shown(page)).toMatchObject({ reference: 'Order 19' })
  expect(faults).toEqual([failed(409)])
})

test('a late answer does not change what was entered since, nor the screen that was opened', async () => {
  await using opened = await booking()
  const { page, faults, send } = opened
  const release = await holding(page, '**/api/v1/shipments')
  await send.click()
  await page.getByRole('button', { name: 'Sending …' }).waitFor()
  await fill(page, 'To', { Name: 'Someone Else' })
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Contacts' }).click()
  release()
  await says(page, /^Booked as TRK-/)
  expect(new URL(page.url()).pathname).toBe('/console/contacts')
  await page.getByRole('link', { name: 'Shipments' }).click()
  await page.getByRole('link', { name: 'New shipment' }).click()
  expect(await field(page, 'To', 'Name').inputValue()).toBe('Someone Else')
  expect(faults).toEqual([])
})

test('a contact is chosen by the keyboard and fills in its party, without sending the form', async () => {
  const body = { name: 'Tamar Chkheidze', phone: '+995599000333', address: 'Rustaveli 1', language: 'ka' }
  expect((await tenant.send('POST /api/v1/contacts', { body })).status).toBe(201)
  await using opened = await site.openAs(tenant.email, '/console/shipments/new')
  const { page, faults } = opened
  const name = field(page, 'To', 'Name')
  const option = page.getByRole('option', { name: 'Tamar Chkheidze' })
  // The index of names may lag.
  const isFound = async () => {
    await name.fill('')
    await name.pressSequentially('tama')
    await option.waitFor({ timeout: seconds(1) }).catch(() => undefined)
    return option.count()
  }
  await eventually(isFound).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await option.waitFor({ state: 'hidden' })
  // Names are found in other scripts too.
  await name.fill('')
  await name.pressSequentially('თამა')
  await option.waitFor()
  await name.pressSequentially('რ')
  await option.click()
  await option.waitFor({ state: 'hidden' })
  const values = await Promise.all(
    ['Name', 'Phone', 'Address', 'Language of e-mails'].map((label) => field(page, 'To', label).inputValue()),
  )
  expect(values).toEqual([body.name, body.phone, body.address, body.language])
  // A city is suggested with its airports, by its name in another language or a code too.
  const from = field(page, 'From', 'City')
  await from.pressSequentially('моск')
  await page.getByRole('option', { name: 'Moscow SVO DME VKO ZIA' }).waitFor()
  await from.fill('')
  await from.pressSequentially('santa fe')
  // Neither of two cities that are as large is meant by the name alone.
  await page.getByRole('option', { name: 'Santa Fe (SFN)' }).waitFor()
  await page.getByRole('option', { name: 'Santa Fe (SAF)' }).waitFor()
  await from.fill('')
  // Escape closes the suggestions, and leaves the form open.
  await field(page, 'To', 'City').pressSequentially('Tbil')
  await page.getByRole('option', { name: 'Tbilisi' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  expect(await field(page, 'To', 'City').inputValue()).toBe('Tbil')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

test('a user who may not book is not offered the form', async () => {
  const email = await colleague(tenant, { role: 'warehouse' })
  await using opened = await site.openAs(email, '/console/shipments/new')
  const { page, faults } = opened
  await page.getByRole('heading', { name: 'Shipments', level: 1 }).waitFor()
  expect(await page.getByRole('link', { name: 'New shipment' }).count()).toBe(0)
  expect(await page.locator('form').count()).toBe(0)
  expect(faults).toEqual([])
})
