import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addContact,
  addCourier,
  book,
  change,
  newParcel,
  newTenant,
  openBag,
  pack,
  scan,
} from '../../../support/api/tenant.ts'
import { createKey } from '../../../support/integrations/api-keys.ts'
import { eventually, press, startConsole, top, type Console } from '../../../support/site/console.ts'
import { colleague } from '../../../support/site/staff.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('a list of which its filter leaves nothing does not say that there is nothing', async () => {
  const tenant = await newTenant()
  await openBag(tenant)
  await addContact(tenant)
  await using opened = await site.openAs(tenant.email, '/console')
  const { page, faults } = opened
  for (const address of ['bags?status=DELIVERED', 'cases?kind=REFUSED', 'webhooks?shown=failing']) {
    await page.goto(`${site.url}/console/${address}`)
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    expect(await page.getByText('Begin here').count(), address).toBe(0)
  }
  await page.goto(`${site.url}/console/cases`)
  await page.getByRole('heading', { name: 'Nothing is open' }).waitFor()
  expect(faults).toEqual([])
})

test('an API key that has expired says so', async () => {
  const tenant = await newTenant()
  const key = await createKey(tenant, { name: 'Old key' })
  await using opened = await site.openAs(tenant.email, '/console')
  const { page, faults } = opened
  const expires_at = new Date(Date.now() - 60_000).toISOString()
  await page.route(/\/api\/v1\/api-keys/, async (route) => {
    const response = await route.fetch()
    const body: unknown = await response.json()
    const expired = (one: object) => ({ ...one, expires_at })
    await route.fulfill({ response, json: Array.isArray(body) ? body.map(expired) : expired(body as object) })
  })
  await page.goto(`${site.url}/console/keys`)
  await page
    .getByRole('row', { name: 'Old key' })
    .getByText(/^Expired on /)
    .waitFor()
  await page.goto(`${site.url}/console/keys/${key.id}`)
  await page
    .getByRole('dialog')
    .getByText(/^Expired on /)
    .waitFor()
  expect(faults).toEqual([])
})

test('a courier is deactivated, not deleted, and that is not offered again', async () => {
  const tenant = await newTenant()
  const courier = await addCourier(tenant)
  await using opened = await site.openAs(tenant.email, `/console/couriers/${courier.id}`)
  const { page, faults } = opened
  await page.getByRole('dialog').getByLabel('More actions').click()
  await press(page, 'Deactivate')
  await top(page).getByText('Bags that they have stay with them').waitFor()
  await top(page).getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Deactivated').waitFor()
  await page.goto(`${site.url}/console/couriers/${courier.id}`)
  await page.getByRole('dialog').getByText('Inactive').waitFor()
  expect(await page.getByRole('button', { name: 'Deactivate', includeHidden: true }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a shipment without an e-mail address offers none to send, and a cancelled one takes no package', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant, { recipient_email: '', sender_email: '' })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await page.getByRole('button', { name: 'Add a package' }).waitFor()
  await page.getByRole('button', { name: 'E-mails', includeHidden: true }).dispatchEvent('click')
  await top(page).getByText('Neither the recipient nor the sender has an e-mail address.').waitFor()
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0)
  await change(tenant, `POST /api/v1/shipments/${id}/cancel`)
  await page.goto(`${site.url}/console/shipments/${id}`)
  await page.getByRole('dialog').getByText('Cancelled', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Add a package' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a form offers no empty choice for what a record always has', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await press(page, 'Edit')
  for (const label of ['Status', 'Payment']) {
    const choices = top(page).getByRole('combobox', { name: label }).getByRole('option')
    expect(await choices.allTextContents(), label).not.toContain('Not set')
    expect(await choices.count(), label).toBeGreaterThan(2)
  }
  expect(faults).toEqual([])
})

test('a bag that was checked in without a courier still needs one', async () => {
  const tenant = await newTenant()
  const bag = await openBag(tenant, { label: 'MOW-TBS-007' })
  await pack(tenant, bag.id, (await newParcel(tenant)).id)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/checkin`, {
    airline_tag_code: '0555123456',
    airline: 'Aeroflot',
    flight_number: 'SU1234',
  })
  await using opened = await site.openAs(tenant.email, '/console/bags?needs=courier')
  const { page, faults } = opened
  await page.getByRole('row').getByText('MOW-TBS-007').waitFor()
  expect(faults).toEqual([])
})

test('who sees only their own scans is told that none of these is to be reviewed', async () => {
  const tenant = await newTenant()
  await scan(tenant, 'https://parking.example/ticket/17')
  const email = await colleague(tenant, { role: 'viewer' })
  await using opened = await site.openAs(email, '/console/scans')
  const { page, faults } = opened
  await page.getByText('None of your scans is to be reviewed').waitFor()
  expect(await page.getByText('No scans to review').count()).toBe(0)
  await eventually(() => faults).toEqual([])
})
