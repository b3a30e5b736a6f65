import { beforeAll, expect } from 'vitest'
import { newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { allItems } from '../../support/in-process/all-items.ts'

export let tenant: Tenant
export let moscow: any, tbilisi: any
export const send = (key: string, body?: object) => tenant.send(key, { body })
export const packageOf = async (id: string) => (await send(`GET /api/v1/packages/${id}`)).body
export const timeline = async (id: string) => (await send(`GET /api/v1/packages/${id}/events`)).body
/** The stored events of a shipment, with what no response shows: the photo, the notes and who scanned. */
export async function storedOf(shipment: string): Promise<any[]> {
  const found = []
  for await (const item of allItems())
    if (item.pk.endsWith(`SHIP#${shipment}`) && item.sk.startsWith('EVENT#')) found.push(item)
  return found
}
export const scan = async (pkg: { qr_code: string }, event_type: string, warehouse = moscow, more = {}) => {
  const body = { qr_code: pkg.qr_code, warehouse_id: warehouse.id, event_type, ...more }
  const answer = await send('POST /api/v1/scan-event', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    tenant = await newTenant()
    moscow = await openWarehouse(tenant, { code: 'MOW-1', city: 'Moscow', airport_code: 'SVO' })
    tbilisi = await openWarehouse(tenant, { code: 'TBS-1', city: 'Tbilisi', airport_code: 'TBS' })
  })
}
