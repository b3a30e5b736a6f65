import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unconfirmedNote } from '../../../../shared/domain/cases/automatic-notes.ts'
import { close, flown, open } from '../../../api/scans/unloading.fixture.ts'
import { add, book, change, newTenant, openCase } from '../../../support/api/tenant.ts'
import { press, startConsole, top, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

async function openIn(language: string, email: string, address: string) {
  const opened = await site.openAs(email, '/console/sessions')
  await opened.page.evaluate(`localStorage.setItem('language', '${language}')`)
  await opened.page.goto(`${site.url}${address}`)
  return opened
}

test('a case that the service opened says why in the language of the page', async () => {
  const tenant = await newTenant()
  const { bag } = await flown(tenant, 2)
  const unloading = await open(tenant, bag, { seal_intact: false })
  expect(unloading.status, unloading.text).toBe(201)
  const closed = await close(tenant, unloading.body.id)
  expect(closed.status, closed.text).toBe(200)
  await openCase(tenant, { kind: 'CLAIM', note: unconfirmedNote('Брат') })
  await using opened = await openIn('ru', tenant.email, '/console/cases')
  const { page, faults } = opened
  await page.getByRole('row').getByText('Не найдено при разгрузке сумки').first().waitFor()
  // The filter names the kind as the rows do.
  await page.getByRole('option', { name: 'Не найдено', exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('row').getByText('Пломба сумки была повреждена').first().waitFor()
  await page.getByRole('row').getByText('Вручено без подтверждённого кода: Брат').waitFor()
  expect(await page.getByText(/^(Not found|The seal|Handed over)/).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a shipment with an open case says which on the board and in the list, and its payment is not cut', async () => {
  const tenant = await newTenant()
  const torn = await book(tenant, { recipient_name: 'Torn', payment_status: 'COD', price: 20 })
  const parcel = await add(tenant, torn.id)
  await book(tenant, { recipient_name: 'Whole', payment_status: 'COD', price: 20 })
  const { id } = await openCase(tenant, { kind: 'DAMAGE', package_ids: [parcel.id] })
  await using opened = await openIn('ru', tenant.email, '/console/shipments?view=list')
  const { page, faults } = opened
  const row = (name: string) => page.locator('[data-row]').filter({ hasText: name })
  await row('Torn').getByText('Повреждено', { exact: true }).waitFor()
  expect(await row('Whole').getByText('Повреждено').count()).toBe(0)
  await page.goto(`${site.url}/console/shipments?view=board`)
  const card = (name: string) => page.locator('.parcel').filter({ hasText: name })
  await card('Torn').getByText('Повреждено', { exact: true }).waitFor()
  const isCut = (payment: Locator) =>
    payment.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  const payment = (within: Locator) => within.getByText('Оплата при получении', { exact: true })
  expect(await isCut(payment(card('Torn')))).toBe(false)
  await card('Torn').click()
  await payment(top(page)).waitFor()
  expect(await isCut(payment(top(page)))).toBe(false)
  await change(tenant, `PATCH /api/v1/cases/${id}`, { status: 'RESOLVED', reason: 'Repacked' })
  await page.keyboard.press('Escape')
  await card('Torn').getByText('Повреждено').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('Georgian numbers have a decimal comma, and a space between thousands', async () => {
  const tenant = await newTenant()
  await book(tenant, { recipient_name: 'Heavy', weight: 1234.645, price: 1500.5 })
  await using opened = await openIn('ka', tenant.email, '/console/shipments?view=list')
  const row = opened.page.locator('[data-row]').filter({ hasText: 'Heavy' })
  await row.getByText('1 234,645 კგ').waitFor()
  await row.getByText('1 500,50').waitFor()
  expect(opened.faults).toEqual([])
})

test('packages without a category, corrections of a status and withheld e-mails are said in words', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const parcel = await add(tenant, id, { category: undefined })
  for (const status of ['READY_FOR_PICKUP', 'IN_WAREHOUSE'])
    await change(tenant, `PUT /api/v1/packages/${parcel.id}`, { status })
  await using english = await openIn('en', tenant.email, `/console/shipments/${id}`)
  const corrected = 'Status corrected: Ready for pickup → In the warehouse'
  await top(english.page).getByText(corrected).waitFor()
  await top(english.page).getByText('General goods').first().waitFor()
  await using opened = await openIn('ru', tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await top(page).getByText('Обычный груз').first().waitFor()
  // Nothing that happens later overtakes this letter.
  const other = await book(tenant, { recipient_email: 'giorgi@example.com' })
  const ready = await add(tenant, other.id)
  await change(tenant, `PUT /api/v1/packages/${ready.id}`, { status: 'READY_FOR_PICKUP' })
  await page.goto(`${site.url}/console/shipments/${other.id}`)
  await press(page, 'Письма')
  const letter = page
    .getByRole('listitem')
    .filter({ hasText: 'Получатель' })
    .filter({ hasText: 'Не отправлено' })
    .first()
  await letter.getByText('ни один руководитель ещё не подтвердил свою почту').waitFor()
  expect(faults).toEqual([])
})
