import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openWarehouse } from '../../../support/api/tenant.ts'
import { eventually, press, startConsole, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('shipments become ready once they were looked at, and what goes on to another city is not selected', async () => {
  const tenant = await newTenant()
  const { id } = await openWarehouse(tenant, { city: 'Tbilisi', airport_code: 'TBS' })
  for (const [recipient_name, destination] of [
    ['Nino Beridze', 'Tbilisi'],
    ['Keti Lomidze', 'Batumi'],
  ]) {
    const shipment = await book(tenant, { recipient_name, destination })
    const { qr_code } = await add(tenant, shipment.id)
    const arrival = { qr_code, warehouse_id: id, event_type: 'ARRIVED_AT_WAREHOUSE' }
    expect((await tenant.send('POST /api/v1/scan-event', { body: arrival })).status).toBe(200)
  }
  const consolidate = `POST /api/v1/warehouse/${id}/consolidate`
  const preview = { body: { preview: true } }
  await eventually(async () => (await tenant.send(consolidate, preview)).body.ready_count).toBe(2)
  await using opened = await site.openAs(tenant.email, `/console/warehouses/${id}`)
  const { page, faults } = opened
  await press(page, 'Mark complete shipments ready')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('Keti Lomidze').getByText('Goes to another city').waitFor()
  expect(await row('Keti Lomidze').getByRole('checkbox').isChecked()).toBe(false)
  expect(await row('Nino Beridze').getByRole('checkbox').isChecked()).toBe(true)
  await press(page, 'Make 1 shipment ready')
  await row('Nino Beridze').getByText('Ready for pickup').waitFor()
  expect(await row('Nino Beridze').getByRole('checkbox').count()).toBe(0)
  await row('Keti Lomidze').getByText('Consolidating').waitFor()
  await row('Keti Lomidze').getByRole('checkbox').check()
  await press(page, 'Make 1 shipment ready')
  await row('Keti Lomidze').getByText('Ready for pickup').waitFor()
  expect(faults).toEqual([])
})
