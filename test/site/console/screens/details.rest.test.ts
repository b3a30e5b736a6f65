import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, addCourier, book, newTenant, schedule, verifyManager } from '../../../support/api/tenant.ts'
import { arrivingCode } from '../../../support/mail/mailbox.ts'
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

test('the timeline of a package is in the language of the page', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const parcel = await add(tenant, id)
  const set = (body: object) => tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body })
  await set({ status: 'ARRIVED' })
  await set({ status: 'IN_WAREHOUSE', reason: 'Wrong parcel' })
  await tenant.send(`GET /api/v1/packages/${parcel.id}/label`)
  await tenant.send('POST /api/v1/cases', { body: { kind: 'CLAIM', package_ids: [parcel.id] } })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page } = opened
  await page.evaluate("localStorage.setItem('language', 'ru')")
  await page.reload()
  const names = () => page.locator('.timeline li p:first-child').allTextContents()
  await eventually(names).toEqual([
    'Открыто обращение: Претензия',
    'Этикетка напечатана',
    'Статус исправлен: Прибыло → На складе',
    'Прибыло на склад',
    'Грузоместо зарегистрировано',
  ])
})

test('a file that was only checked is imported by the next press', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/transfers')
  const { page, faults } = opened
  for (const name of [
    'Sender, Name / Sender, code of the contact',
    'Recipient, Phone / Recipient, code of the contact',
    'Weight',
  ])
    await page.locator('.columns').first().getByText(name, { exact: true }).waitFor()
  const buffer = Buffer.from('name,phone\r\nNino,+995599123456\r\n')
  await page.getByRole('combobox', { name: 'Records' }).first().selectOption('contacts')
  await page.locator('input[type=file]').setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('Check only, import nothing').check()
  const contacts = async () => (await tenant.send('GET /api/v1/contacts')).body.length
  await press(page, 'Import')
  await page.getByText('1 of 1').or(page.getByText('No errors')).first().waitFor()
  await page.locator('.tag').getByText('Checked').waitFor()
  expect(await contacts()).toBe(0)
  await page.getByText('contacts.csv').waitFor()
  await press(page, 'Import')
  await eventually(contacts).toBe(1)
  expect(faults).toEqual([])
})

test('the courier of an invitation is asked for the role of a courier alone', async () => {
  const tenant = await newTenant()
  await verifyManager(tenant)
  await using opened = await site.openAs(tenant.email, '/console/people/new')
  const { page } = opened
  await top(page).getByLabel('Role').selectOption('operator')
  expect(await top(page).getByLabel('Courier').count()).toBe(0)
  await top(page).getByLabel('Role').selectOption('courier')
  await top(page).getByLabel('Courier').waitFor()
})

test('a courier who signs in is led to the phone app', async () => {
  const tenant = await newTenant()
  const { id } = await addCourier(tenant)
  await verifyManager(tenant)
  const email = await colleague(tenant, { role: 'courier', courier_id: id })
  await using opened = await site.open()
  const { page } = opened
  await page.goto(`${site.url}/console`)
  await submit(page, { 'E-mail address': email, Password: 'correct horse battery' }, 'Sign in')
  await eventually(() => new URL(page.url()).pathname).toMatch(/^\/work/)
})

test('a password is changed by a code, and the session goes on', async () => {
  const tenant = await newTenant()
  const { email } = tenant
  // As password managers open it.
  await using opened = await site.openAs(email, '/.well-known/change-password')
  const { page } = opened
  await press(page, 'Change your password')
  await top(page).getByText(`A code is on its way to ${email}`).waitFor()
  await submit(
    page,
    { Code: await arrivingCode(email), 'New password': 'another horse battery' },
    'Change your password',
  )
  await says(page, 'Saved')
  const body = { email, password: 'another horse battery' }
  expect((await tenant.call('POST /api/v1/auth/login', { body })).status).toBe(200)
  await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor()
})

test('an account has a name, which colleagues see in place of its address, and its sign-ins', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/sessions')
  const { page, faults } = opened
  await press(page, 'Add your name')
  await submit(page, { 'Your name': 'Nino Beridze' }, 'Save')
  await says(page, 'Saved')
  await page.getByRole('button', { name: 'Change your name' }).waitFor()
  const signIns = page.getByRole('heading', { name: 'Sign-ins' }).locator('..').getByRole('row')
  await signIns.filter({ hasText: 'Password' }).waitFor()
  await signIns.filter({ hasText: 'Registration' }).waitFor()
  await page.goto(`${site.url}/console/people/${tenant.user.id}`)
  await top(page).getByRole('heading', { name: 'Nino Beridze' }).waitFor()
  await top(page).getByText(tenant.email).waitFor()
  expect(faults).toEqual([])
})

test('a report about a flight says when it is scheduled, and warns if that is far from now', async () => {
  const tenant = await newTenant()
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const { id } = await schedule(tenant, { scheduled_departure: hours(1), scheduled_arrival: hours(9) })
  await using opened = await site.openAs(tenant.email, `/console/flights/${id}`)
  const { page, faults } = opened
  await press(page, 'Has departed')
  await top(page)
    .getByText(/^Scheduled for \d+ \w+, \d\d:\d\d GMT\+3\. Bags that/)
    .waitFor()
  await press(page, 'Has departed')
  await says(page, 'Saved')
  await press(page, 'Has arrived')
  await top(page)
    .getByText(/^Scheduled for .*\. This is more than 3 hours from now/)
    .waitFor()
  expect(faults).toEqual([])
})
