import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walk } from '../../../support/api/lists.ts'
import {
  addContact,
  book,
  change,
  newParcel,
  newTenant,
  openBag,
  openCase,
  pack,
  password,
  type Tenant,
} from '../../../support/api/tenant.ts'
import { createKey, tokenOfKey } from '../../../support/integrations/api-keys.ts'
import { desktop } from '../../../support/site/browser.ts'
import { eventually, press, says, startConsole, top, type Console } from '../../../support/site/console.ts'
import { colleague } from '../../../support/site/staff.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const inConsole = (tenant: Tenant, address: string) => site.openAs(tenant.email, address, desktop)
/** What the list says was done; its pages may be short. */
const actions = async (page: Page) => {
  const more = page.getByRole('button', { name: 'Show more' })
  await more.evaluateAll((all) => all.forEach((one) => (one as unknown as { click(): void }).click()))
  return page.locator('tbody tr td:nth-child(3)').allInnerTexts()
}
const rename = async (tenant: Tenant, id: string, label: string) =>
  expect((await tenant.send(`PUT /api/v1/bags/${id}`, { body: { label } })).status).toBe(200)

test('an entry says who did what to which record, and its panel the values before and after', async () => {
  const tenant = await newTenant()
  const bag = await openBag(tenant)
  await rename(tenant, bag.id, 'MOW-TBS-777')
  const [{ network }] = (await walk(tenant, '/api/v1/audit?action=updateBag')).records
  await using opened = await inConsole(tenant, '/console/audit')
  const { page, faults } = opened
  await eventually(() => actions(page)).toContain('Bag · changed')
  const row = page.getByRole('row', { name: 'Bag · changed' })
  for (const text of ['You', network]) await row.getByText(text).waitFor()
  expect(await row.getByRole('link', { name: 'Bag MOW-TBS-777', exact: true }).getAttribute('href')).toBe(
    `/console/bags/${bag.id}`,
  )
  await row.getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: 'Bag · changed' })
  await panel.getByText('PUT /api/v1/bags/{id}').waitFor()
  const label = panel.locator('.facts > div', { has: page.getByText('Label', { exact: true }) })
  expect(await label.locator('dd').innerText()).toBe(`${bag.label} → MOW-TBS-777`)
  // The panel reads the entry by its address, wherever the list ends.
  await page.reload()
  await panel.getByRole('link', { name: 'Bag MOW-TBS-777' }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.goto(`${site.url}/console/audit/2020-01-01T00:00:00.000Z_${bag.id}`)
  await page.getByRole('dialog', { name: 'It is not here' }).waitFor()
  expect(faults).toEqual([])
})

test('data about people is masked, and a number that was added to has a sign', async () => {
  const tenant = await newTenant()
  const [bag, parcel] = [await openBag(tenant), await newParcel(tenant)]
  await pack(tenant, bag.id, parcel.id)
  const contact = await addContact(tenant, { name: 'Zurab Beridze' })
  await tenant.send(`PUT /api/v1/contacts/${contact.id}`, { body: { name: 'Vakhtang Beridze' } })
  await using opened = await inConsole(tenant, `/console/audit?entity=contact:${contact.id}`)
  const { page, faults } = opened
  await eventually(() => actions(page)).toContain('Contact · changed')
  await page.getByRole('row', { name: 'Contact · changed' }).getByRole('link').first().click()
  await top(page).getByText('••• → •••').waitFor()
  await page.goto(`${site.url}/console/audit?entity=bag:${bag.id}`)
  await eventually(() => actions(page)).toContain('Packed into a bag')
  await page.getByRole('row', { name: 'Packed into a bag' }).getByRole('link').first().click()
  const total = top(page).locator('.facts > div', { hasText: /^Packages/ })
  expect(await total.locator('dd').innerText()).toBe('+1')
  expect(faults).toEqual([])
})

test('records, people, statuses and times are named in words, as is the record that is filtered by', async () => {
  const tenant = await newTenant()
  const shipment = await book(tenant, { price: 10 })
  await change(tenant, `PUT /api/v1/shipments/${shipment.id}`, { status: 'PREPARING', price: 12.5 })
  const { id } = await openCase(tenant, { kind: 'DAMAGE' })
  await change(tenant, `PATCH /api/v1/cases/${id}`, { status: 'RESOLVED', reason: 'Dry' })
  await using opened = await inConsole(tenant, `/console/audit?entity=shipment:${shipment.id}`)
  const { page, faults } = opened
  await page.getByRole('option', { name: `Shipment ${shipment.tracking_id}` }).waitFor({ state: 'attached' })
  const changed = page.getByRole('row', { name: 'Shipment · changed' })
  await changed.getByRole('link', { name: `Shipment ${shipment.tracking_id}` }).waitFor()
  await changed.getByRole('link').first().click()
  const fact = (title: string) =>
    top(page)
      .locator('.facts > div', { has: page.getByText(title, { exact: true }) })
      .locator('dd')
  await eventually(() => fact('Status').innerText()).toBe('Registered → Preparing')
  expect(await fact('Price').innerText()).toBe('10.00 → 12.50')
  await page.goto(`${site.url}/console/audit?entity=case:${id}`)
  await page.getByRole('row', { name: 'Case · changed' }).getByRole('link').first().click()
  await eventually(() => fact('Resolved by').innerText()).toBe('— → You')
  expect(await fact('Resolved').innerText()).toMatch(/^— → \d\d? \w+, \d\d:\d\d$/)
  // The status of a cancelled shipment says no more than that it was returned.
  await change(tenant, `POST /api/v1/shipments/${shipment.id}/cancel`, { reason: 'The sender asked' })
  await page.goto(`${site.url}/console/audit?entity=shipment:${shipment.id}`)
  await page.getByRole('row', { name: 'Shipment · cancelled' }).getByRole('link').first().click()
  await eventually(() => fact('Status').innerText()).toBe('Preparing → Cancelled')
  expect(faults).toEqual([])
})

test('a refused sign-in is marked, and an API key has its name', async () => {
  const tenant = await newTenant()
  const key = await createKey(tenant, { name: 'Till', scopes: ['contacts:write'] })
  const body = { kind: 'PERSON', name: 'Nino', phone: '+995599123456' }
  await tenant.send('POST /api/v1/contacts', { token: await tokenOfKey(key), body })
  const login = { email: tenant.email, password: `not ${password}` }
  expect((await tenant.call('POST /api/v1/auth/login', { body: login })).status).toBe(401)
  await using opened = await inConsole(tenant, '/console/audit')
  const { page, faults } = opened
  await eventually(() => actions(page)).toContain('Contact · created')
  // Opening the page again extends the session, which is listed when it is asked for.
  await page.reload()
  await eventually(() => actions(page)).toContain('Contact · created')
  expect(await actions(page)).not.toContain('Session extended')
  await page.getByLabel('Session extensions too').check()
  await eventually(() => actions(page)).toContain('Session extended')
  const refused = page.getByRole('row').filter({ has: page.locator('.tag.wrong') })
  await refused.getByText('Refused').waitFor()
  await refused.getByText('Signed in').waitFor()
  expect(await refused.count()).toBe(1)
  await page.getByRole('row', { name: 'Contact · created' }).getByText('API key Till').waitFor()
  expect(faults).toEqual([])
})

test('the filters stay in the address, and the export has them', async () => {
  const tenant = await newTenant()
  const email = await colleague(tenant, { role: 'manager' })
  await openBag(tenant)
  await addContact(tenant)
  await using opened = await inConsole(tenant, '/console/audit')
  const { page, faults } = opened
  const [who, kind] = [page.getByLabel('Anyone'), page.getByLabel('All records')]
  await kind.selectOption({ label: 'Bag' })
  await eventually(() => actions(page)).toEqual(['Bag · created'])
  await who.selectOption({ label: 'You' })
  await eventually(() => actions(page)).toEqual(['Bag · created'])
  await page.reload()
  await eventually(() => actions(page)).toEqual(['Bag · created'])
  expect(await kind.inputValue()).toBe('bag')
  await press(page, 'Export')
  await says(page, 'The file is being written')
  const filters = { entity: 'bag', actor: tenant.user.id }
  const newest = async () => (await tenant.send('GET /api/v1/exports')).body[0]
  await eventually(newest).toMatchObject({ kind: 'audit', format: 'jsonl', filters, status: 'DONE' })
  await who.selectOption({ label: email })
  await page.getByText('Nothing found').waitFor()
  await who.selectOption('')
  await page.getByLabel('To day').fill('2020-01-01')
  await page.getByText('Nothing found').waitFor()
  expect(new URL(page.url()).search).toBe('?entity=bag&to=2020-01-01')
  expect(faults).toEqual([])
})

test('the panel of a record leads a manager to its entries, and others are not led there', async () => {
  const tenant = await newTenant()
  const [bag, contact] = [await openBag(tenant), await addContact(tenant)]
  await openBag(tenant)
  await rename(tenant, bag.id, 'MOW-TBS-778')
  await using opened = await inConsole(tenant, `/console/bags/${bag.id}`)
  const { page, faults } = opened
  await top(page).getByText('MOW-TBS-778').waitFor()
  await top(page).getByLabel('More actions').click()
  await top(page).getByRole('link', { name: 'Audit log' }).click()
  await eventually(() => actions(page)).toEqual(['Bag · changed', 'Bag · created'])
  expect(new URL(page.url()).search).toBe(`?entity=bag:${bag.id}`)
  await page.goBack()
  await top(page).getByText('MOW-TBS-778').waitFor()
  await page.goto(`${site.url}/console/contacts/${contact.id}`)
  await top(page).getByRole('link', { name: 'Audit log' }).click()
  await eventually(() => actions(page)).toEqual(['Contact · created'])
  expect(faults).toEqual([])

  const email = await colleague(tenant, { role: 'operator' })
  await using other = await site.openAs(email, `/console/contacts/${contact.id}`, desktop)
  await top(other.page).getByRole('button', { name: 'Edit' }).waitFor()
  expect(await top(other.page).getByRole('link', { name: 'Audit log' }).count()).toBe(0)
})
