import type * as z from 'zod'
import type { Plan } from '../db/settle.ts'
import { conflict, forbidden } from '../errors.ts'
import { newTrackingId } from './codes.ts'
import type { TenantContext } from './context.ts'
import { differences, toGrams, toMinor } from './fields.ts'
import { managers } from './roles.ts'
import { mayMove } from './shipment-status.ts'
import {
  searchText,
  shipments,
  view,
  type NewShipment,
  type ShipmentChange,
  type ShipmentRecord,
  type ShipmentView,
} from './shipment.ts'

/** Books a shipment, and enters its tracking id in the directory in the same transaction. */
export function bookShipment(
  { actor, table, now, newId }: TenantContext,
  { weight, price, ...input }: z.output<typeof NewShipment>,
): Promise<Plan<ShipmentView>> {
  const moment = now.toISOString()
  const tracking_id = newTrackingId()
  const record: ShipmentRecord = {
    ...input,
    id: newId(),
    tracking_id,
    status: 'RECEIVED',
    tenant_id: actor.tenant_id,
    origin_company_id: actor.company_id,
    weight_g: toGrams(weight),
    price_minor: toMinor(price),
    packages_count: 0,
    delivered_count: 0,
    created_at: moment,
    updated_at: moment,
    version: 1,
    search: searchText({ ...input, tracking_id }),
  }
  const writes = [table.create(shipments, record), table.enter('tracking', tracking_id, record.id)]
  return Promise.resolve({ writes, result: view(record) })
}

/** Throws "Shipment not found". */
export const readShipment = async ({ table }: TenantContext, id: string) =>
  view(await table.get(shipments, { id }))

/**
 * Merges the fields named. Throws not found, stale (If-Match), a conflict where the status may not move so, and
 * forbidden where a warehouse changes more than status and weight.
 */
export async function changeShipment(
  { actor, table, now, expectVersion }: TenantContext,
  id: string,
  { weight, price, ...input }: z.output<typeof ShipmentChange>,
): Promise<Plan<ShipmentView>> {
  const current = await table.get(shipments, { id })
  expectVersion(current.version)
  const change = differences(current, {
    ...input,
    weight_g: weight === undefined ? undefined : toGrams(weight),
    price_minor: price === undefined ? undefined : toMinor(price),
  })
  const fields = Object.keys(change)
  if (fields.length === 0) return { writes: [], result: view(current) }
  if (actor.role === 'warehouse' && fields.some((field) => field !== 'status' && field !== 'weight_g'))
    throw forbidden('A warehouse changes a shipment’s status and weight only')
  if (change.status && !mayMove(current.status, change.status, managers.includes(actor.role)))
    throw conflict(`A shipment that is ${current.status} cannot become ${change.status}`)
  const { write, record } = table.revise(shipments, current, {
    ...change,
    updated_at: now.toISOString(),
    search: searchText({ ...current, ...change }),
  })
  return { writes: [write], result: view(record) }
}
