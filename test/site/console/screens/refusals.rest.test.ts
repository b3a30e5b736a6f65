import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textForms } from '../../../../shared/domain/kernel/text-forms.ts'
import { cellForms, numberForms, rowForms } from '../../../../shared/domain/transfers/table-forms.ts'
import { tableRefusals } from '../../../../site/console/screens/transfers/refusal-patterns.ts'
import { refusals } from '../../../../site/staff/messages/refusal-patterns.ts'
import { companyThatRequires, waiting } from '../../../api/handovers/handovers.fixture.ts'
import { add, book, newTenant } from '../../../support/api/tenant.ts'
import { eventually, press, says, startConsole, top, type Console } from '../../../support/site/console.ts'
import { failed } from '../../../support/site/network.ts'

const patterns = [...refusals, ...tableRefusals].map(([pattern]) => pattern)

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('a hand-over without the code that is needed says so at its field', async () => {
  const tenant = await companyThatRequires('code')
  const { id, statuses } = await waiting(tenant)
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await press(page, 'Hand over')
  // Before it has read the settings, the form leaves the check to the service.
  await top(page).getByText('Needed: code').waitFor()
  await top(page).locator('form button[type=submit]').click()
  const code = top(page).getByLabel('Code')
  await eventually(() => code.getAttribute('aria-invalid')).toBe('true')
  const label = await top(page).locator('label', { hasText: 'Code' }).innerText()
  expect(label, 'it is not optional').toBe('Code of the recipient')
  expect(await top(page).getByText('Fill in this field.', { exact: true }).count(), 'once').toBe(1)
  // A wrong one is refused by the service, and said once, at the field.
  await code.fill('00000000')
  await top(page).locator('form button[type=submit]').click()
  const text = /^This code is wrong/
  await eventually(() => top(page).getByText(text).count()).toBe(1)
  expect(await top(page).locator('.submit').getByRole('alert').innerText()).toBe('Correct the marked fields.')
  expect(await statuses()).toEqual(['READY_FOR_PICKUP'])
  expect(faults).toEqual([failed(400)])
})

test('what staff can do instead is said in their language', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant, { recipient_email: '' })
  const parcel = await add(tenant, id)
  await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status: 'READY_FOR_PICKUP' } })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page } = opened
  await page.evaluate("localStorage.setItem('language', 'ru')")
  await page.reload()
  await press(page, 'Вручить')
  await press(page, 'Отправить код')
  await says(page, 'У получателя нет электронной почты. Добавить её в отправление может офис.')
})

test('a refusal names a status in the language of the page', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const parcel = await add(tenant, id)
  await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status: 'READY_FOR_PICKUP' } })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page } = opened
  await page.evaluate("localStorage.setItem('language', 'ka')")
  // Without live events the form does not learn that another person delivers the package before its request arrives.
  await page.routeWebSocket(/.*/, () => undefined)
  await page.route('**/handovers', async (route) => {
    await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status: 'DELIVERED' } })
    await route.continue()
  })
  await page.reload()
  await press(page, 'ჩაბარება')
  await top(page).locator('form button[type=submit]').click()
  const text = `შეკვრის ${parcel.qr_code} ჩაბარება ახლა არ შეიძლება (ჩაბარებული). გამოტოვეთ.`
  await eventually(async () => plainText(await top(page).getByRole('alert').innerText())).toBe(text)
})

test('a package on hold is not offered to be handed over, and its exception leads to its case', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const parcel = await add(tenant, id)
  await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status: 'READY_FOR_PICKUP' } })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  const offers = () =>
    top(page)
      .getByRole('button', { name: /^(Hand over|Mark as delivered)$/ })
      .count()
  await eventually(offers).toBe(2)
  const body = { kind: 'HOLD', package_ids: [parcel.id] }
  const opening = await tenant.send('POST /api/v1/cases', { body })
  expect(opening.status).toBe(201)
  await eventually(offers).toBe(0)
  const link = page.getByRole('article').getByRole('link', { name: 'On hold' })
  // Until the list of cases has been read, the link leads to that list.
  await eventually(() => link.getAttribute('href')).toBe(`/console/cases/${opening.body.id}`)
  await link.click()
  await press(page, 'Resolve')
  await press(page, 'Resolve')
  await page.goto(`${site.url}/console/shipments/${id}`)
  await eventually(offers).toBe(2)
  expect(faults).toEqual([])
})

test('each text that is translated by a pattern is one of the service', () => {
  const texts = globSync('shared/{auth,domain,http,transfers,csv}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'[^'\n]*'|`[^`]*`/g)].map(([text]) =>
      text.slice(1, -1).replace('${counts}', 'The row has 7 cells, and the header 7'),
    ),
  )
  const unknown = patterns.filter((pattern) => !texts.some((text) => pattern.test(plain(text))))
  expect(unknown).toEqual([])
})

test('each reason for which a cell, a row or a text is refused is translated', () => {
  const reasons = [cellForms, rowForms, numberForms, textForms].flatMap(({ forms }) =>
    forms.flatMap(({ refused }) => refused ?? []),
  )
  // These a form checks itself, in words of its own.
  const own = ['Must be a number', 'Must not be empty']
  const unknown = reasons.filter(
    (reason) => !own.includes(reason) && !patterns.some((pattern) => pattern.test(reason)),
  )
  expect(unknown).toEqual([])
})

const plain = (text: string) => text.replaceAll(/\$?\{[^}]*\}/g, '7')
/** A text without the marks that isolate values (UAX #9). */
const plainText = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
