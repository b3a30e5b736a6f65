import * as z from 'zod'
import { all, atLeast, below, contains, equals, holds, type Condition } from '../db/conditions.ts'
import { Page, type Position } from '../db/table.ts'
import type { TenantContext } from './context.ts'
import { optional, text } from './fields.ts'
import { PaymentStatus, shipments, ShipmentStatus, view, type ShipmentView } from './shipment-record.ts'

export const ShipmentFilter = z.object({
  status: optional(ShipmentStatus),
  payment_status: optional(PaymentStatus),
  tracking_id: optional(text(40).min(1)),
  q: optional(text(200)),
  created_from: optional(z.iso.datetime({ offset: true }).or(z.iso.date())),
  created_to: optional(z.iso.datetime({ offset: true }).or(z.iso.date())),
})

/** Newest first. A tracking id finds its one shipment through the directory, however many there are. */
export async function listShipments(
  { table }: TenantContext,
  { status, payment_status, tracking_id, q, created_from, created_to }: z.output<typeof ShipmentFilter>,
  page: { limit: number; after?: Position | undefined },
): Promise<Page<ShipmentView>> {
  const from = created_from && moment(created_from)
  // A day as the upper bound means the whole day.
  const to = created_to && (created_to.length === 10 ? `${created_to}T23:59:59.999Z` : moment(created_to))
  if (from && to && from > to) return new Page([])
  const filters: Condition[] = [
    ...(payment_status ? [equals('payment_status', payment_status)] : []),
    ...(q ? [contains('search', q.toLowerCase())] : []),
  ]
  if (tracking_id) {
    const id = await table.entered('tracking', tracking_id)
    const found = id === undefined ? undefined : await table.find(shipments, { id })
    const rest = [
      ...filters,
      ...(status ? [equals('status', status)] : []),
      ...(from ? [atLeast('created_at', from)] : []),
      ...(to ? [below('created_at', `${to}~`)] : []),
    ]
    return new Page(found && holds(all(...rest), found) ? [view(found)] : [])
  }
  const records = await table.list(shipments, {
    index: status ? 'gsi2' : 'gsi1',
    partition: status ? `SHIP#${status}` : 'SHIP',
    newestFirst: true,
    ...page,
    ...(from && { from }),
    ...(to && { to: `${to}~` }),
    ...(filters.length > 0 && { filter: all(...filters) }),
  })
  return records.map(view)
}

/** In UTC, as `created_at` is written; a zone may move a moment out of the years that four digits can write. */
function moment(given: string): string {
  const utc = new Date(given).toISOString()
  if (utc.startsWith('+')) return '9999-12-31T23:59:59.999Z'
  return utc.startsWith('-') ? '0000-01-01T00:00:00.000Z' : utc
}
