import { absent, all, atLeast, below, equals, exists, holds } from '../../db/conditions.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import type { TenantWork } from '../kernel/context.ts'
import { isEmpty, keysIn } from '../kernel/period.ts'
import { companyPeriod } from '../settings/settings.ts'
import { packageCodeOf } from '../kernel/scanned-code.ts'
import { searchedTrackingId, trackingIdOf } from '../kernel/tracking-id.ts'
import { codePointers } from '../packages/record.ts'
import { recordsOf, searchFor } from '../search/find.ts'
import type { SearchItem } from '../search/items.ts'
import type { ShipmentFilter } from './filter.ts'
import { candidates, lateOf } from './late.ts'
import {
  searchedOf,
  shipments,
  toShipmentResponse,
  type ShipmentRecord,
  type ShipmentResponse,
} from './record.ts'
import { holderOf, isReference } from './reference.ts'

/**
 * Newest first, but late ones the oldest first, unless they are found by what names or describes them. Every shipment of a page
 * of those is checked, so a page may be short.
 */
export async function listShipments(
  ctx: TenantWork,
  { late, ...filter }: ShipmentFilter,
  page: PageRequest,
): Promise<Page<ShipmentResponse>> {
  if (late === undefined) return findShipments(ctx, filter, page)
  const { q, phone, tracking_id, reference, package_code, created_from, created_to } = filter
  const isFound = [q, phone, tracking_id, reference, package_code].some((one) => one !== undefined)
  if (isFound) return lateOf(ctx, await findShipments(ctx, filter, page))
  const booked = await companyPeriod(ctx.table, created_from, created_to)
  // A cancelled shipment has ended, so it is not late.
  if (isEmpty(booked) || filter.cancelled === 'true') return new Page([])
  return (await lateOf(ctx, await candidates(ctx.table, filter, booked, page))).map(toShipmentResponse)
}

/**
 * Newest first. A tracking id, a reference or a package's code leads to one shipment; a phone number and words lead to pages of
 * search items, those of words in the order of the words. The other filters apply to the results.
 */
async function findShipments(
  ctx: TenantWork,
  { q, ...filter }: Omit<ShipmentFilter, 'late'>,
  page: PageRequest,
): Promise<Page<ShipmentResponse>> {
  const { table } = ctx
  const { payment_status, cancelled, reference } = filter
  const status = filter.status ?? (cancelled === 'true' ? 'RETURNED' : undefined)
  const listed = [
    ...(payment_status ? [equals('payment_status', payment_status)] : []),
    ...(cancelled ? [(cancelled === 'true' ? exists : absent)('cancelled_at')] : []),
  ]
  const booked = await companyPeriod(table, filter.created_from, filter.created_to)
  if (isEmpty(booked)) return new Page([])
  const { from, to } = booked
  const tracked = searchedTrackingId(q ?? '')
  const search = await searchFor(ctx, 'SHIP', { phone: filter.phone, q: tracked === undefined ? q : '' })
  const condition = all(
    ...(status ? [equals('status', status)] : []),
    ...listed,
    ...(from ? [atLeast('created_at', from)] : []),
    ...(to ? [below('created_at', `${to}~`)] : []),
  )
  const passes = (record: ShipmentRecord, item?: SearchItem) =>
    holds(condition, record) &&
    (reference === undefined || isReference(reference, record.reference)) &&
    search.isFound(searchedOf(record), item)

  const named = await Promise.all([
    ...[filter.tracking_id && (trackingIdOf(filter.tracking_id) ?? filter.tracking_id), tracked]
      .filter((id) => id !== undefined)
      .map((id) => table.findDirectoryEntry('tracking', id)),
    ...(reference === undefined ? [] : [holderOf(table, reference)]),
    ...(filter.package_code === undefined ? [] : [shipmentOf(ctx, filter.package_code)]),
  ])
  if (named.length > 0) {
    const [id] = named
    const found =
      id !== undefined && new Set(named).size === 1 ? await table.find(shipments, { id }) : undefined
    return new Page(found && passes(found) ? [toShipmentResponse(found)] : [])
  }
  const items = await search.pages(page)
  if (items) return (await recordsOf(table, shipments, items, passes)).map(toShipmentResponse)
  const records = await table.list(shipments, {
    index: status ? 'gsi2' : 'gsi1',
    partition: status ? `SHIP#${status}` : 'SHIP',
    newestFirst: true,
    ...page,
    ...keysIn(booked),
    ...(listed.length > 0 && { filter: all(...listed) }),
  })
  return records.map(toShipmentResponse)
}

async function shipmentOf({ table }: TenantWork, code: string) {
  const qr_code = packageCodeOf(code)
  return qr_code === undefined ? undefined : (await table.find(codePointers, { qr_code }))?.shipment_id
}
