import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, type Tenant } from '../../../support/api/tenant.ts'
import {
  eventually,
  press,
  says,
  startConsole,
  submit,
  top,
  type Console,
} from '../../../support/site/console.ts'
import { failed } from '../../../support/site/network.ts'
import { colleague } from '../../../support/site/staff.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

/** Two pages of a user that have the same shipment open to be changed. */
async function twoEdits() {
  const { id } = await book(tenant, { recipient_phone: '+995599000000', price: 10 })
  const address = `/console/shipments/${id}`
  const [one, other] = await Promise.all([
    site.openAs(tenant.email, address),
    site.openAs(tenant.email, address),
  ])
  const shipment = async () => (await tenant.send(`GET /api/v1/shipments/${id}`)).body
  const end = async () => {
    await Promise.all([one[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
  }
  const of = ({ page, faults }: typeof one) => {
    const phone = top(page).getByRole('group', { name: 'To' }).getByLabel('Phone')
    return { page, faults, phone, price: top(page).getByLabel('Price') }
  }
  for (const { page } of [one, other]) await press(page, 'Edit')
  /** Saves in the second page, and waits until the first shows the shipment's last version behind its form. */
  const saveOther = async () => {
    await press(other.page, 'Save')
    await says(other.page, 'Saved')
    const body = { recipient_address: 'Tbilisi, Abashidze 12', status: 'PREPARING' }
    await tenant.send(`PUT /api/v1/shipments/${id}`, { body })
    await one.page.locator('dl').getByText('Abashidze 12').waitFor({ state: 'attached' })
  }
  return { one: of(one), other: of(other), shipment, saveOther, [Symbol.asyncDispose]: end }
}

test.each([
  ['Save', '+995599000001'],
  ['Take the new values', '+995599000002'],
])('two edits of one field: the second is refused once, then "%s" decides', async (choice, kept) => {
  await using edits = await twoEdits()
  const { one, other, shipment } = edits
  await one.phone.fill('+995599000001')
  await other.phone.fill('+995599000002')
  await edits.saveOther()
  // The first page shows it behind the form, and the form stays.
  expect(await one.page.locator('dl').textContent()).toContain('+995599000002')
  await press(one.page, 'Save')
  await one.page.getByRole('alert').getByText('It was changed meanwhile').waitFor()
  await top(one.page).getByText('Is now: +995599000002').waitFor()
  expect((await shipment()).recipient_phone).toBe('+995599000002')
  expect(await one.phone.inputValue()).toBe('+995599000001')

  await press(one.page, choice)
  if (choice === 'Save') await says(one.page, 'Saved')
  else await eventually(() => one.phone.inputValue()).toBe(kept)
  expect((await shipment()).recipient_phone).toBe(kept)
  expect(one.faults).toEqual([failed(412)])
  expect(other.faults).toEqual([])
})

test('two edits of different fields are both kept', async () => {
  await using edits = await twoEdits()
  const { one, other, shipment } = edits
  await one.phone.fill('+995599000001')
  await other.price.fill('99')
  await edits.saveOther()
  await eventually(() => one.price.inputValue()).toBe('99')
  await press(one.page, 'Save')
  await says(one.page, 'Saved')
  expect(await shipment()).toMatchObject({ recipient_phone: '+995599000001', price: 99 })
  expect(one.faults).toEqual([])
})

test('a change that was kept when its form was closed is refused too, if another has changed the field', async () => {
  await using edits = await twoEdits()
  const { one, other, shipment } = edits
  await one.phone.fill('+995599000001')
  await one.page.keyboard.press('Escape')
  await other.phone.fill('+995599000002')
  await edits.saveOther()
  await one.page.reload()
  await one.page.locator('dl').getByText('+995599000002').waitFor()
  await press(one.page, 'Edit')
  expect(await one.phone.inputValue()).toBe('+995599000001')
  await press(one.page, 'Save')
  await top(one.page).getByText('Is now: +995599000002').waitFor()
  expect((await shipment()).recipient_phone).toBe('+995599000002')
  expect(one.faults).toEqual([failed(412)])
})

test('Cancel forgets what was entered, and the Escape key keeps it', async () => {
  await using opened = await site.openAs(tenant.email, '/console/contacts/new')
  const { page } = opened
  const name = top(page).getByLabel('Name')
  await name.fill('Nino')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'New contact' }).click()
  expect(await name.inputValue()).toBe('Nino')
  await press(page, 'Cancel')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'New contact' }).click()
  expect(await name.inputValue()).toBe('')
})

test('a warehouse is offered the status and the weight of a shipment, and the weight of a package', async () => {
  const shipment = await book(tenant)
  const parcel = await add(tenant, shipment.id, { weight: 1 })
  const email = await colleague(tenant, { role: 'warehouse' })
  await using opened = await site.openAs(email, `/console/shipments/${shipment.id}`)
  const { page, faults } = opened
  const labels = async () =>
    (await top(page).locator('.form label').allInnerTexts()).map((label) => label.split('\n')[0])
  await press(page, 'Edit')
  await eventually(labels).toEqual(['Weight', 'Status'])
  await submit(page, { 'Weight (kg)': '1.8', Status: 'PREPARING' }, 'Save')
  await says(page, 'Saved')
  const changed = async (path: string) => (await tenant.send(`GET /api/v1/${path}`)).body
  expect(await changed(`shipments/${shipment.id}`)).toMatchObject({ weight: 1.8, status: 'PREPARING' })
  await press(page, 'Edit')
  // Managers alone may set it back.
  await eventually(() => top(page).getByLabel('Status').locator('option').allInnerTexts()).not.toContain(
    'Registered',
  )
  await page.keyboard.press('Escape')
  await press(page, 'Edit the package')
  await eventually(labels).toEqual(['Weight'])
  await submit(page, { 'Weight (kg)': '1.25' }, 'Save')
  await eventually(() => changed(`packages/${parcel.id}`)).toMatchObject({ weight: 1.25 })
  await page.getByRole('list', { name: 'Packages' }).getByText('1.25 kg').waitFor()
  expect(faults).toEqual([])
})

test('a manager takes a hand-over back at its package, with a reason; then the shipment is no longer delivered', async () => {
  const shipment = await book(tenant)
  const parcel = await add(tenant, shipment.id, { category: 'fragile' })
  const { body: handover } = await tenant.send(`POST /api/v1/shipments/${shipment.id}/handovers`, {
    body: { handover_id: randomUUID(), package_ids: [parcel.id], received_by: 'Nino' },
  })
  expect(handover.shipment_status).toBe('DELIVERED')
  await using opened = await site.openAs(tenant.email, `/console/shipments/${shipment.id}`)
  const { page, faults } = opened
  const details = page.getByRole('article').filter({ hasText: parcel.qr_code })
  await details.getByLabel('More actions').click()
  await press(page, 'Correct the status')
  const status = top(page).getByLabel('Status')
  expect(await status.inputValue()).toBe('READY_FOR_PICKUP')
  expect(await status.locator('option').allInnerTexts()).not.toContain('In a bag')
  await submit(page, {}, 'Correct the status')
  await top(page).getByText('Fill in this field').waitFor()
  await submit(page, { Reason: 'Given to the wrong person' }, 'Correct the status')
  await says(page, 'Now: Ready for pickup')
  await eventually(async () => (await tenant.send(`GET /api/v1/shipments/${shipment.id}`)).body.status).toBe(
    'READY_FOR_PICKUP',
  )
  await page.getByText('Given to the wrong person').waitFor()
  // The category that a package has without another is named, and not shown as its code.
  await press(page, 'Edit the package')
  await top(page).getByText('Empty: General goods').waitFor()
  await submit(page, { Category: '' }, 'Save')
  const category = async () => (await tenant.send(`GET /api/v1/packages/${parcel.id}`)).body.category
  await eventually(category).toBe('general')
  expect(faults).toEqual([])
})
