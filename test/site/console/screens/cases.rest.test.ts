import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, type Tenant } from '../../../support/api/tenant.ts'
import { eventually, says, startConsole, submit, top, type Console } from '../../../support/site/console.ts'

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
  await top(page).getByRole('button', { name: 'Resolve' }).click()
  await says(page, 'Resolved')
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('button', { name: /^Resolved 1$/ }).count()).toBe(1)
  expect(faults).toEqual([])
})
