import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addContact, newTenant, openWarehouse } from '../../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../../support/site/console.ts'
import { companyThatRequires } from '../../../api/handovers/handovers.fixture.ts'
import { badge, chooseWarehouse, openWork, receive } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('a parcel is received with a weight, an e-mail address and a place that is asked about, and its label is in view', async () => {
  const tenant = await companyThatRequires('code')
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  await addContact(tenant, { phone: '+995599123456', language: 'ka' })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await page.getByRole('link', { name: 'Receive' }).click()
  const email = page.getByLabel('E-mail of the recipient')
  await eventually(() => email.evaluate((one) => (one as unknown as { required: boolean }).required)).toBe(true)
  await page.getByText('The code for the hand-over is sent here').waitFor()
  const language = page.getByLabel('Language of e-mails')
  expect(await language.inputValue()).toBe('en')
  await page.getByLabel('Phone of the recipient').fill('+995599123456')
  await eventually(() => language.inputValue()).toBe('ka')
  await email.fill('giorgi@example.com')
  await receive(page, { 'Weight in kg': '0', Destination: 'Tbilissi' })
  await page.getByText('Enter 0.001 or more.').waitFor()
  await page.getByText(/^Did you mean Tbilisi/).waitFor()
  await badge(page, 'All sent')
  await page.getByLabel('Weight in kg').fill('0.5')
  await page.getByRole('button', { name: 'Receive the parcel' }).click()

  const print = page.getByRole('button', { name: 'Print the label' })
  await print.waitFor()
  const result = page.locator('.note.done')
  expect(await result.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  const { y = -1 } = (await result.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(0)
  expect(y).toBeLessThan(200)
  await result.getByText('Received parcel · Giorgi Beridze').waitFor()
  const [tracking_id = '', code = ''] = await result.locator('.code').allTextContents()
  const shipments = async () => (await tenant.send(`GET /api/v1/shipments?package_code=${code}`)).body
  await eventually(shipments).toMatchObject([
    {
      tracking_id,
      language: 'ka',
      weight: 0.5,
      destination: 'Tbilissi',
      recipient_email: 'giorgi@example.com',
    },
  ])
  // A label that was not printed at once is printed later.
  await page.getByRole('link', { name: 'All sent' }).click()
  const sent = page.getByRole('listitem').filter({ hasText: code })
  await Promise.all([page.waitForEvent('popup'), sent.getByRole('button', { name: 'Print the label' }).click()])
  expect(faults).toEqual([])
})

test('a task that needs a warehouse says that one has to be chosen, and offers them', async () => {
  const tenant = await newTenant()
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  const json = ['Tbilisi', 'Batumi'].map((name) => ({ id: randomUUID(), name, code: name }))
  await page.route('**/api/v1/warehouses', (route) => route.fulfill({ json }))
  await openWork(page, site.url, tenant.email)
  await page.getByRole('link', { name: 'Receive' }).click()
  await page.getByText('Choose a warehouse').waitFor()
  await page.getByLabel('Warehouse').selectOption({ label: 'Batumi' })
  await page.getByRole('button', { name: 'Receive the parcel' }).waitFor()
  // Another user of the phone reads where its scans go.
  await page.getByText('Batumi', { exact: true }).waitFor()
  expect(faults).toEqual([])
})
