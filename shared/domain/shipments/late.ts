import { equals } from '../../db/conditions.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { keysIn, type Period } from '../kernel/period.ts'
import { dayIn } from '../kernel/time-zone.ts'
import { packages, packagesOf } from '../packages/record.ts'
import { bagsById } from '../packages/with-bag.ts'
import { estimatedDelivery } from '../tracking/parcel.ts'
import type { ShipmentFilter } from './filter.ts'
import { shipments, type ShipmentRecord } from './record.ts'
import { isFinal, shipmentStatuses } from './status.ts'

/**
 * A page of the shipments that may be late, the oldest first, since most of the oldest are: of every status before the end, merged
 * by the time of booking as far as all statuses were read.
 */
export async function candidates(
  table: TenantTable,
  { status, payment_status }: Pick<ShipmentFilter, 'status' | 'payment_status'>,
  booked: Period,
  page: PageRequest,
): Promise<Page<ShipmentRecord>> {
  const open = (status ? [status] : shipmentStatuses).filter((one) => !isFinal(one))
  const pages = await Promise.all(
    open.map((one) =>
      table.list(shipments, {
        index: 'gsi2',
        partition: `SHIP#${one}`,
        ...page,
        ...keysIn(booked),
        ...(payment_status && { filter: equals('payment_status', payment_status) }),
      }),
    ),
  )
  const positionOf = (record: ShipmentRecord) => table.position(shipments, record, 'gsi2')
  const atOf = (record: ShipmentRecord) => positionOf(record).at ?? ''
  const [end] = pages
    .flatMap(({ next }) => next ?? [])
    .sort(({ at: one = '' }, { at: other = '' }) => (one < other ? -1 : 1))
  const merged = pages
    .flatMap(({ records }) => records)
    .filter((record) => end?.at === undefined || atOf(record) <= end.at)
    .sort((one, other) => (atOf(one) < atOf(other) ? -1 : 1))
  const shown = merged.slice(0, page.limit)
  const last = shown.at(-1)
  return new Page(shown, merged.length > shown.length && last ? positionOf(last) : end)
}

/**
 * Those of the shipments that are late: not delivered or returned, while the day of their estimated delivery has passed in UTC,
 * as statistics count it. The estimate follows from the flights of their bags, so it reads the packages of each, and their bags
 * together.
 */
export async function lateOf<S extends Pick<ShipmentRecord, 'id' | 'status' | 'created_at'>>(
  { table, now }: { table: TenantTable; now: Date },
  found: Page<S>,
): Promise<Page<S>> {
  const parcels = await Promise.all(
    found.records
      .filter(({ status }) => !isFinal(status))
      .map(async (shipment) => ({
        shipment,
        contents: await table.listAll(packages, packagesOf(shipment.id)),
      })),
  )
  const bags = await bagsById(
    table,
    parcels.flatMap(({ contents }) => contents.flatMap(({ bag_id }) => bag_id ?? [])),
  )
  const today = dayIn(now.getTime(), 'UTC')
  const late = new Set(
    parcels.filter((parcel) => estimatedDelivery(parcel, bags) < today).map(({ shipment }) => shipment.id),
  )
  return found.flatMap((shipment) => (late.has(shipment.id) ? [shipment] : []))
}
