import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  colleague,
  eventually,
  failed,
  holding,
  shows,
  startBoard,
  type BoardPage,
} from '../../support/site/board.ts'
import { desktop, expectAccessible, phone, horizontalOverflow } from '../../support/site/browser.ts'
import { newTenant, verifyManager, type Tenant } from '../../support/api/tenant.ts'

let board: BoardPage
beforeAll(async () => {
  board = await startBoard()
})
afterAll(() => board[Symbol.asyncDispose]())

const anna = { Name: 'Anna Petrova', Phone: '+7 916 123-45-67', City: 'Moscow' }
const giorgi = {
  ...{ Name: 'გიორგი', Phone: '+995 599 123 456', City: 'Tbilisi' },
  'Address (optional)': 'Rustaveli 12',
}
async function fill(page: Page, group: string, fields: Record<string, string>) {
  const place = page.getByRole('group', { name: group })
  for (const [label, text] of Object.entries(fields)) await place.getByLabel(label, { exact: true }).fill(text)
}
/** Opens the booking form and fills in the required fields. */
async function booking(tenant: Tenant, path = '/board#/shipments/new') {
  const opened = await board.open()
  const { page } = opened
  await board.signIn(page, tenant.email, path)
  await fill(page, 'From', anna)
  await fill(page, 'To', giorgi)
  await fill(page, 'Parcel', { 'Weight in kg': '2.5' })
  const book = page.getByRole('button', { name: 'Book' })
  return { ...opened, book }
}
/** Reads the shipment that the page shows from the service. */
async function shown(page: Page, tenant: Tenant) {
  await page.getByRole('heading', { name: /^TRK-/ }).waitFor()
  const [, id] = /^#\/shipments\/(.+)$/.exec(new URL(page.url()).hash) ?? []
  return (await tenant.send(`GET /api/v1/shipments/${id}`)).body
}

test('a user books a shipment, adds its package, and sees it on the board', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  await page.getByRole('link', { name: 'New shipment' }).click()
  await eventually(() => page.evaluate('document.activeElement.name')).toBe('sender_name')
  await fill(page, 'From', anna)
  await fill(page, 'To', giorgi)
  await fill(page, 'Parcel', { 'Weight in kg': '2.5', 'Price (optional)': '49.90' })
  await page.getByLabel('Payment').selectOption('Cash on delivery')
  await page.keyboard.press('Enter')
  const shipment = await shown(page, tenant)
  expect(shipment).toMatchObject({
    ...{ sender_name: anna.Name, sender_phone: anna.Phone, sender_address: '', origin: 'Moscow' },
    ...{ recipient_name: giorgi.Name, recipient_address: 'Rustaveli 12', destination: 'Tbilisi' },
    ...{ weight: 2.5, price: 49.9, payment_status: 'COD', description: '' },
  })
  // The shipment has no packages yet, so the page offers to add one, with the shipment's weight.
  await eventually(() => page.getByLabel('Weight in kg (optional)').inputValue()).toBe('2.5')
  await page.getByLabel('Contents (optional)').fill('Books')
  await page.getByRole('button', { name: 'Add a package' }).click()
  await page.locator('summary', { hasText: /2\.5\s+kg · general\s*Books/ }).waitFor()
  await page.getByText('Package registered').waitFor()
  expect(await page.evaluate('document.activeElement.textContent'), 'the new package is open').toContain(
    'Books',
  )
  expect(await page.getByRole('button', { name: 'Add a package' }).isVisible()).toBe(false)
  await page.getByText('Add a package').first().click()
  expect(
    await page.getByLabel('Weight in kg (optional)').inputValue(),
    'the shipment’s weight is no longer suggested',
  ).toBe('')
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await shows(page, () => page.getByRole('link', { name: shipment.tracking_id }).count(), 1)
  expect(faults).toEqual([])
})

test('a user who retries after a lost response does not book twice', async () => {
  const tenant = await newTenant()
  await using opened = await booking(tenant)
  const { page, book, faults } = opened
  const createdIds: string[] = []
  const loseResponse = async (route: Route) => {
    createdIds.push((await (await route.fetch()).json()).id)
    await route.abort()
  }
  await page.route('**/api/v1/shipments', loseResponse, { times: 1 })
  await book.click()
  await page.getByText('No response was received').waitFor()
  await book.click()
  expect(createdIds).toEqual([(await shown(page, tenant)).id])
  // Another booking with the same fields creates another shipment.
  await page.goto(`${board.url}/board#/shipments/new`)
  expect(await page.getByLabel('Weight in kg').inputValue()).toBe('')
  await fill(page, 'From', anna)
  await fill(page, 'To', giorgi)
  await fill(page, 'Parcel', { 'Weight in kg': '2.5' })
  let sent = 0
  page.on('request', (request) => (sent += Number(request.method() === 'POST')))
  await book.dblclick()
  expect(createdIds).not.toContain((await shown(page, tenant)).id)
  expect(sent).toBe(1)
  expect(faults).toEqual([expect.stringContaining('net::ERR_FAILED')])
})

test('a field that the service refuses is marked, and the form keeps its content', async () => {
  const tenant = await newTenant()
  await using opened = await booking(tenant)
  const { page, book, faults } = opened
  const phoneOf = page.getByRole('group', { name: 'To' }).getByLabel('Phone')
  await phoneOf.fill('')
  await book.click()
  expect(await page.evaluate('document.activeElement.name'), 'the browser requires the field').toBe(
    'recipient_phone',
  )
  // Even without the browser's validation, the service refuses the empty field.
  await phoneOf.evaluate((input) => input.removeAttribute('required'))
  await book.click()
  await page.getByText('Please correct the marked fields').waitFor()
  expect(await page.locator('[aria-invalid]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    await phoneOf.getAttribute('id'),
  ])
  const described = await phoneOf.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).innerText()).not.toBe('')
  expect(await page.evaluate('document.activeElement.name')).toBe('recipient_phone')
  await page.clock.resume()
  await expectAccessible(page)
  // A form that is closed and opened again keeps its content.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'New shipment' }).click()
  expect(await page.getByRole('group', { name: 'To' }).getByLabel('Name').inputValue()).toBe(giorgi.Name)
  await phoneOf.fill(giorgi.Phone)
  await book.click()
  expect(await shown(page, tenant)).toMatchObject({ recipient_phone: giorgi.Phone })
  expect(await page.locator('[aria-invalid]').count()).toBe(0)
  expect(faults).toEqual([failed(422)])
})

test('the form refuses a weight that is not a plain number', async () => {
  const tenant = await newTenant()
  await using opened = await booking(tenant)
  const { page, book, faults } = opened
  const weight = page.getByLabel('Weight in kg')
  for (const odd of ['1,234', '1.234,5', '2.5 kg', '-1', '1e3']) {
    await weight.fill(odd)
    await book.click()
    await page.getByText('Please enter a number such as 1234.5').waitFor()
    expect(await page.evaluate('document.activeElement.value')).toBe(odd)
  }
  await weight.fill('2,5')
  expect(await page.locator('[aria-invalid]').count(), 'an edited field is no longer marked').toBe(0)
  await book.click()
  expect(await shown(page, tenant)).toMatchObject({ weight: 2.5 })
  expect(faults).toEqual([])
})

test('a late response does not change the forms that the user has filled in since', async () => {
  const tenant = await newTenant()
  await verifyManager(tenant)
  await using opened = await booking(tenant)
  const { page, book, faults } = opened
  const release = await holding(page, '**/api/v1/shipments')
  await book.click()
  await page.getByRole('button', { name: 'Sending …' }).waitFor()
  // Meanwhile, the user begins the next booking and opens another page.
  await fill(page, 'To', { Name: 'Someone Else' })
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('E-mail address').fill('nino@example.com')
  const answered = page.waitForResponse('**/api/v1/shipments')
  release()
  const { id } = await (await answered).json()
  await shows(page, () => page.locator(`[href="#/shipments/${id}"]`).count(), 1)
  expect(new URL(page.url()).hash).toBe('#/people')
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('nino@example.com')
  await page.goto(`${board.url}/board#/shipments/new`)
  expect(await page.getByRole('group', { name: 'To' }).getByLabel('Name').inputValue()).toBe('Someone Else')
  expect(faults).toEqual([])
})

test('a user who may not book is not offered the form', async () => {
  const tenant = await newTenant()
  const email = await colleague(tenant, { role: 'warehouse' })
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, email, '/board#/shipments/new')
  expect(await page.getByRole('link', { name: 'New shipment' }).count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('form.request').count()).toBe(0)
})

test.for([
  ['a phone', phone],
  ['a desktop', desktop],
] as const)('the booking form is accessible on %s, light and dark', async ([, size]) => {
  const tenant = await newTenant()
  for (const colorScheme of ['light', 'dark'] as const) {
    await using opened = await board.open({ ...size, colorScheme })
    const { page } = opened
    await page.clock.resume()
    await board.signIn(page, tenant.email, '/board#/shipments/new')
    await expectAccessible(page)
    expect(await horizontalOverflow(page)).toBe(0)
  }
})
