import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openCase, type Tenant } from '../../../support/api/tenant.ts'
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
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

test('a case is opened for a shipment that is found by its number, and assigned to the user', async () => {
  const shipment = await book(tenant, { recipient_name: 'Tamar Dolidze' })
  const [torn, whole] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  await using opened = await site.openAs(tenant.email, '/console/cases')
  const { page, faults } = opened
  await page.getByRole('heading', { name: 'Nothing is open', exact: true }).waitFor()
  await page.getByRole('link', { name: 'New case', exact: true }).click()
  await submit(page, { Shipment: 'TRK-0000000000000' }, 'Search')
  await page.getByText('No shipment was found').waitFor()
  await submit(page, { Shipment: shipment.tracking_id }, 'Search')
  await page.getByRole('checkbox', { name: whole.qr_code }).uncheck()
  await submit(page, { Kind: 'DAMAGE', Note: 'Torn' }, 'New case')
  await says(page, 'The case is open')
  await top(page).getByRole('link', { name: torn.qr_code }).waitFor()
  expect(await top(page).getByText(whole.qr_code).count()).toBe(0)
  await top(page).getByRole('button', { name: 'Assign to me' }).click()
  await says(page, 'Assigned')
  await page.keyboard.press('Escape')

  const row = page.getByRole('row', { name: /Tamar Dolidze/ })
  for (const text of [shipment.tracking_id, 'Damaged', 'Torn', 'You']) await row.getByText(text).waitFor()
  await page.getByRole('button', { name: /^Open 1$/ }).waitFor()
  // The list may lag behind the page's.
  const open = async () => {
    const { body } = await tenant.send('GET /api/v1/cases?status=OPEN')
    return (body as { package_ids: string[] }[]).map(({ package_ids }) => package_ids)
  }
  await eventually(open).toEqual([[torn.id]])

  await row.getByRole('link').click()
  await top(page).getByText('Open', { exact: true }).waitFor()
  await top(page).getByRole('button', { name: 'Resolve' }).click()
  await submit(page, { 'How it was resolved': 'Packed anew' }, 'Resolve')
  await says(page, 'Resolved')
  // Who opened it, and who resolved it.
  await eventually(() =>
    top(page)
      .getByText(/ · You$/)
      .count(),
  ).toBe(2)
  const history = async () => (await tenant.send(`GET /api/v1/packages/${torn.id}/events`)).body
  await eventually(history).toContainEqual(
    expect.objectContaining({ event_type: 'CASE_RESOLVED', reason: 'Packed anew' }),
  )
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('button', { name: /^Resolved 1$/ }).count()).toBe(1)
  expect(faults).toEqual([])
})

test('a manager gives a case to a colleague, who sees that it is theirs', async () => {
  const company = await newTenant()
  const { id } = await openCase(company, { kind: 'DAMAGE', note: 'Wet' })
  const email = await colleague(company, { role: 'warehouse' })
  await colleague(company, { role: 'viewer' })
  await using opened = await site.openAs(company.email, `/console/cases/${id}`)
  const { page, faults } = opened
  await press(page, 'Edit')
  const choices = top(page).getByLabel('Assignee').getByRole('option')
  // Those who may settle cases.
  await eventually(async () => (await choices.allInnerTexts()).sort()).toEqual(['Not set', 'You', email].sort())
  await submit(page, { Assignee: email }, 'Save')
  await top(page).getByText(email).waitFor()
  expect(faults).toEqual([])
  await using theirs = await site.openAs(email, `/console/cases/${id}`)
  await theirs.page.getByRole('dialog').getByText('You', { exact: true }).waitFor()
  await theirs.page
    .getByRole('dialog')
    .getByText(/ · A colleague$/)
    .waitFor()
  expect(theirs.faults).toEqual([])
})
