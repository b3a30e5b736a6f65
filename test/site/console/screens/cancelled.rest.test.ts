import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  book,
  change,
  newTenant,
  openBag,
  openCase,
  openUnloading,
  openWarehouse,
  type Tenant,
} from '../../../support/api/tenant.ts'
import { findsOf, found } from '../../../api/scans/unloading.fixture.ts'
import {
  eventually,
  isSignedIn,
  press,
  says,
  smallPhone,
  startConsole,
  top,
  type Console,
} from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

/** Two shipments with a package each: one was cancelled, and one came back. */
async function endedShipments(tenant: Tenant) {
  const ended = async (recipient_name: string, end: (id: string) => Promise<unknown>) => {
    const shipment = await book(tenant, { recipient_name })
    const parcel = await add(tenant, shipment.id)
    await end(shipment.id)
    return { ...shipment, parcel }
  }
  const cancelled = await ended('Nino Cancelled', (id) =>
    change(tenant, `POST /api/v1/shipments/${id}/cancel`, {}),
  )
  const returned = await ended('Nino Back', (id) =>
    change(tenant, `PUT /api/v1/shipments/${id}`, { status: 'RETURNED' }),
  )
  return { cancelled, returned }
}

test('packages of a cancelled shipment are cancelled wherever they are shown, and returned ones are returned', async () => {
  const tenant = await newTenant()
  const { cancelled, returned } = await endedShipments(tenant)
  const problem = await openCase(tenant, { package_ids: [cancelled.parcel.id, returned.parcel.id] })
  const warehouse = await openWarehouse(tenant)
  const unloading = await openUnloading(tenant, { bag_id: (await openBag(tenant)).id, warehouse: warehouse.id })
  await found(tenant, unloading.id, findsOf([cancelled.parcel]))
  await using opened = await site.openAs(tenant.email, `/console/shipments/${cancelled.id}`)
  const { page, faults } = opened

  const packages = () => top(page).getByRole('list', { name: 'Packages' })
  await packages().getByText('Cancelled', { exact: true }).waitFor()
  expect(await packages().getByText('Returned', { exact: true }).count()).toBe(0)
  await page.goto(`${site.url}/console/shipments/${returned.id}`)
  await packages().getByText('Returned', { exact: true }).waitFor()

  await page.goto(`${site.url}/console/cases/${problem.id}`)
  const listed = (code: string) =>
    top(page)
      .locator('.row')
      .filter({ has: page.getByRole('link', { name: code }) })
  await listed(cancelled.parcel.qr_code).getByText('Cancelled', { exact: true }).first().waitFor()
  await listed(returned.parcel.qr_code).getByText('Returned', { exact: true }).first().waitFor()

  await page.goto(`${site.url}/console/warehouses/${warehouse.id}`)
  for (const [one, name] of [
    [cancelled, 'Cancelled'],
    [returned, 'Returned'],
  ] as const) {
    await top(page).locator('#scan-line').fill(one.parcel.qr_code)
    await page.keyboard.press('Enter')
    const scanned = top(page).locator('.scans li').filter({ hasText: one.parcel.qr_code })
    await scanned.getByText(name).waitFor()
  }

  await page.goto(`${site.url}/console`)
  await isSignedIn(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(cancelled.tracking_id)
  await page.getByRole('option').getByText(`${cancelled.tracking_id} · Cancelled`).waitFor()
  expect(faults).toEqual([])
})

test.each([
  ['desktop', undefined],
  ['phone', smallPhone],
] as const)('cancelled shipments are chosen apart from returned ones, on a %s', async (_, width) => {
  const tenant = await newTenant()
  const { cancelled, returned } = await endedShipments(tenant)
  await book(tenant, { recipient_name: 'Still Here' })
  await using opened = await site.openAs(tenant.email, '/console/shipments?view=list', width)
  const { page, faults } = opened
  const rows = () => page.locator('[data-row]').allInnerTexts()
  const status = page.getByRole('combobox', { name: 'Any status' })
  await eventually(rows).toHaveLength(3)
  await status.selectOption({ label: 'Cancelled' })
  await eventually(rows).toEqual([expect.stringContaining(cancelled.tracking_id)])
  await page.reload()
  await eventually(rows).toEqual([expect.stringContaining(cancelled.tracking_id)])
  await status.selectOption({ label: 'Returned' })
  await eventually(rows).toEqual([expect.stringContaining(returned.tracking_id)])
  expect(faults).toEqual([])
})

test('a file of the cancelled shipments has those alone', async () => {
  const tenant = await newTenant()
  const { cancelled } = await endedShipments(tenant)
  await using opened = await site.openAs(tenant.email, '/console/shipments?view=list&status=CANCELLED')
  const { page, faults } = opened
  await page.getByRole('row', { name: new RegExp(cancelled.tracking_id) }).waitFor()
  await page.getByRole('button', { name: 'CSV' }).click()
  await says(page, /file/i)
  await page.goto(`${site.url}/console/transfers`)
  await page.getByLabel('Status').selectOption({ label: 'Cancelled' })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await eventually(async () =>
    (await tenant.send('GET /api/v1/exports')).body.map(({ filters }: any) => filters),
  ).toEqual([{ cancelled: 'true' }, { cancelled: 'true' }])
  expect(faults).toEqual([])
})

test('a cancellation that was taken back is named as one in the timeline and among the e-mails', async () => {
  const tenant = await newTenant()
  await change(tenant, 'PUT /api/v1/settings', { notices: { statuses: ['RETURNED'] } })
  const payment = { price: 120, payment_status: 'COD' }
  const shipment = await book(tenant, { recipient_email: 'nino@example.com', ...payment })
  const parcel = await add(tenant, shipment.id)
  await change(tenant, `PUT /api/v1/shipments/${shipment.id}`, { status: 'PREPARING' })
  await change(tenant, `POST /api/v1/shipments/${shipment.id}/cancel`, {})
  await change(tenant, `PUT /api/v1/shipments/${shipment.id}`, { status: 'RECEIVED' })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${shipment.id}`)
  const { page, faults } = opened
  await press(page, 'E-mails')
  await top(page).getByText('Registered · Recipient · “Cancelled” is taken back').waitFor()
  await top(page)
    .getByText(/^Cancelled · Recipient/)
    .waitFor()
  await page.goto(`${site.url}/console/shipments/${shipment.id}?package=${parcel.id}`)
  await page.getByText('Status corrected: Cancelled → Registered').first().waitFor()
  await page.getByText('Payment: Cash on delivery → Payment cancelled').first().waitFor()
  expect(faults).toEqual([])
})
