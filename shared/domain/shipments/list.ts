import * as z from 'zod'
import { all, atLeast, below, contains, equals, holds, type Condition } from '../../db/conditions.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { optional, text } from '../kernel/fields.ts'
import { Bound, isEmpty, keysIn, period } from '../kernel/period.ts'
import {
  PaymentStatus,
  shipments,
  ShipmentStatus,
  toShipmentResponse,
  type ShipmentResponse,
} from './record.ts'

export const ShipmentFilter = lazySchema(() =>
  z.object({
    status: optional(ShipmentStatus),
    payment_status: optional(PaymentStatus),
    tracking_id: optional(text(40).min(1)),
    q: optional(text(200)),
    created_from: Bound,
    created_to: Bound,
  }),
)

/** Newest first. A tracking id is looked up in the directory. */
export async function listShipments(
  { table }: Pick<TenantContext, 'table'>,
  { status, payment_status, tracking_id, q, created_from, created_to }: z.output<typeof ShipmentFilter>,
  page: PageRequest,
): Promise<Page<ShipmentResponse>> {
  const booked = period(created_from, created_to)
  if (isEmpty(booked)) return new Page([])
  const { from, to } = booked
  const filters: Condition[] = [
    ...(payment_status ? [equals('payment_status', payment_status)] : []),
    ...(q ? [contains('search', q.toLowerCase())] : []),
  ]
  if (tracking_id) {
    const id = await table.findDirectoryEntry('tracking', tracking_id)
    const found = id === undefined ? undefined : await table.find(shipments, { id })
    const rest = [
      ...filters,
      ...(status ? [equals('status', status)] : []),
      ...(from ? [atLeast('created_at', from)] : []),
      ...(to ? [below('created_at', `${to}~`)] : []),
    ]
    return new Page(found && holds(all(...rest), found) ? [toShipmentResponse(found)] : [])
  }
  const records = await table.list(shipments, {
    index: status ? 'gsi2' : 'gsi1',
    partition: status ? `SHIP#${status}` : 'SHIP',
    newestFirst: true,
    ...page,
    ...keysIn(booked),
    ...(filters.length > 0 && { filter: all(...filters) }),
  })
  return records.map(toShipmentResponse)
}
