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
import { newTenant, type Tenant } from '../../support/api/tenant.ts'

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
/** A page on which a form is open, and what it needs at least is written. */
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
/** The shipment that is open, as the service has it. */
async function shown(page: Page, tenant: Tenant) {
  await page.getByRole('heading', { name: /^TRK-/ }).waitFor()
  const [, id] = /^#\/shipments\/(.+)$/.exec(new URL(page.url()).hash) ?? []
  return (await tenant.send(`GET /api/v1/shipments/${id}`)).body
}

test('a shipment is booked, gets its package, and stands on the board', async () => {
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
  // There is nothing in it yet, so the next is offered, with the weight that is known.
  await eventually(() => page.getByLabel('Weight in kg (optional)').inputValue()).toBe('2.5')
  await page.getByLabel('Contents (optional)').fill('Books')
  await page.getByRole('button', { name: 'Add a package' }).click()
  await page.locator('summary', { hasText: /2\.5\s+kg · general\s*Books/ }).waitFor()
  await page.getByText('Package registered').waitFor()
  expect(await page.evaluate('document.activeElement.textContent'), 'it is opened').toContain('Books')
  expect(await page.getByRole('button', { name: 'Add a package' }).isVisible()).toBe(false)
  await page.getByText('Add a package').first().click()
  expect(await page.getByLabel('Weight in kg (optional)').inputValue(), 'it is the whole of it no more').toBe(
    '',
  )
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await shows(page, () => page.getByRole('link', { name: shipment.tracking_id }).count(), 1)
  expect(faults).toEqual([])
})

test('an answer that was lost is asked for again, and nothing is booked twice', async () => {
  const tenant = await newTenant()
  await using opened = await booking(tenant)
  const { page, book, faults } = opened
  const made: string[] = []
  const losing = async (route: Route) => {
    made.push((await (await route.fetch()).json()).id)
    await route.abort()
  }
  await page.route('**/api/v1/shipments', losing, { times: 1 })
  await book.click()
  await page.getByText('No response was received').waitFor()
  await book.click()
  expect(made).toEqual([(await shown(page, tenant)).id])
  // The next one may be just the same, and is another.
  await page.goto(`${board.url}/board#/shipments/new`)
  expect(await page.getByLabel('Weight in kg').inputValue()).toBe('')
  await fill(page, 'From', anna)
  await fill(page, 'To', giorgi)
  await fill(page, 'Parcel', { 'Weight in kg': '2.5' })
  let sent = 0
  page.on('request', (request) => (sent += Number(request.method() === 'POST')))
  await book.dblclick()
  expect(made).not.toContain((await shown(page, tenant)).id)
  expect(sent).toBe(1)
  expect(faults).toEqual([expect.stringContaining('net::ERR_FAILED')])
})

test('what the service refuses is said where it stands, and stays to be mended', async () => {
  const tenant = await newTenant()
  await using opened = await booking(tenant)
  const { page, book, faults } = opened
  const phoneOf = page.getByRole('group', { name: 'To' }).getByLabel('Phone')
  await phoneOf.fill('')
  await book.click()
  expect(await page.evaluate('document.activeElement.name'), 'the browser asks for it').toBe('recipient_phone')
  // Whatever a browser lets through, the service does not.
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
  // It is laid aside, and taken up again as it was.
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

test('a weight is what was written, or is asked for again', async () => {
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
  expect(await page.locator('[aria-invalid]').count(), 'what is being mended is wrong no more').toBe(0)
  await book.click()
  expect(await shown(page, tenant)).toMatchObject({ weight: 2.5 })
  expect(faults).toEqual([])
})

test('an answer that comes late takes nothing away', async () => {
  const tenant = await newTenant()
  await using opened = await booking(tenant)
  const { page, book, faults } = opened
  const letGo = await holding(page, '**/api/v1/shipments')
  await book.click()
  await page.getByRole('button', { name: 'Sending …' }).waitFor()
  // Already the next one is begun, and something else looked at.
  await fill(page, 'To', { Name: 'Somebody else' })
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('E-mail address').fill('nino@example.com')
  const answered = page.waitForResponse('**/api/v1/shipments')
  letGo()
  const { id } = await (await answered).json()
  await shows(page, () => page.locator(`[href="#/shipments/${id}"]`).count(), 1)
  expect(new URL(page.url()).hash).toBe('#/people')
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('nino@example.com')
  await page.goto(`${board.url}/board#/shipments/new`)
  expect(await page.getByRole('group', { name: 'To' }).getByLabel('Name').inputValue()).toBe('Somebody else')
  expect(faults).toEqual([])
})

test('a role that may not book is not offered to', async () => {
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
] as const)('the form has no barrier on %s, light and dark', async ([, size]) => {
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
