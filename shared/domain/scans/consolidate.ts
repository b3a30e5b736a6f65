import * as z from 'zod'
import { shipmentTexts } from '../shipments/record.ts'
import { partyTexts } from '../shipments/parties.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import type { Plan } from '../../db/commit.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id, optional, Timestamp, idOf } from '../kernel/fields.ts'
import { exampleIds } from '../kernel/example-ids.ts'
import { airportOf, airportWith, cityOf, placeOf } from '../kernel/places.ts'
import { isHeld } from '../packages/open-cases.ts'
import { packages, type PackageRecord } from '../packages/record.ts'
import { hasReached } from '../packages/status.ts'
import { planMoves } from '../packages/steps.ts'
import { shipmentWithPackages } from '../packages/with-bag.ts'
import { progressAfter } from '../shipments/progress.ts'
import { updateShipment } from '../shipments/update.ts'
import { shipmentStatuses } from '../shipments/status.ts'
import type { WarehouseRecord } from '../warehouses/record.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'

/** The number of shipments per check. */
const maxShipments = 25

export const Consolidation = lazySchema(() =>
  z
    .object({
      cursor: optional(z.string().max(2000)).meta({ description: '`next_cursor` of the check before' }),
      preview: optional(z.boolean()).meta({
        description: 'Whether to answer which shipments would become ready, and change nothing',
        examples: [true],
      }),
      shipment_ids: optional(z.array(Id).min(1).max(maxShipments)).meta({
        description: 'The shipments to check; without them, those that have arrived last',
        examples: [[exampleIds.shipment]],
      }),
    })
    .meta({ id: 'Consolidation', examples: [{}] }),
)

const ShipmentStatus = z.enum(shipmentStatuses)
const Checked = lazySchema(() =>
  z
    .object({
      shipment_id: idOf('shipment'),
      tracking_id: z.string().meta(shipmentTexts.trackingId),
      recipient_name: z.string().meta(partyTexts.recipientName),
      destination: z.string().meta({
        description: 'Where it goes, as it is shown publicly; empty if that is not known',
        examples: ['Tbilisi (TBS)'],
      }),
      warnings: z.array(z.enum(['other_destination', 'open_case'])).meta({
        description:
          'What a person should look at before it is ready: `other_destination` if it goes to another city than that of the warehouse, `open_case` if a package has one',
        examples: [[]],
      }),
      previous_status: ShipmentStatus.meta({
        description: 'The status before the check',
        examples: ['CONSOLIDATING'],
      }),
      status: ShipmentStatus.meta(commonTexts.status),
      packages_total: z
        .int()
        .min(0)
        .meta({ description: 'How many packages the shipment has', examples: [1] }),
      packages_arrived: z
        .int()
        .min(0)
        .meta({ description: 'How many of them have arrived', examples: [1] }),
      packages_lost: z
        .int()
        .min(0)
        .optional()
        .meta({ description: 'How many more are lost, for which nobody waits', examples: [0] }),
      missing_package_ids: z
        .array(Id)
        .meta({ description: 'The packages that have not arrived', examples: [[]] }),
      ready: z.boolean().meta({ description: 'Whether the shipment is ready for pickup', examples: [true] }),
    })
    .meta({ id: 'CheckedShipment' }),
)
export const ConsolidationResult = lazySchema(() =>
  z
    .object({
      warehouse_id: idOf('warehouse'),
      warehouse_code: z.string().meta({ description: 'The warehouse’s code', examples: ['TBS-1'] }),
      checked_at: Timestamp.meta({
        description: 'When it was checked',
        examples: ['2026-11-24T20:00:00.000Z'],
      }),
      shipments_checked: z
        .int()
        .min(0)
        .meta({ description: 'How many shipments were checked', examples: [1] }),
      ready_count: z
        .int()
        .min(0)
        .meta({ description: 'How many of them are ready', examples: [1] }),
      waiting_count: z
        .int()
        .min(0)
        .meta({ description: 'How many of them wait for packages', examples: [0] }),
      more: z.boolean().meta({
        description: 'Whether more shipments are to be checked: send `next_cursor`',
        examples: [false],
      }),
      next_cursor: z.string().nullable().meta(commonTexts.nextCursor),
      shipments: z.array(Checked).meta({ description: 'The checked shipments, newest arrival first' }),
    })
    .meta({ id: 'ConsolidationResult' }),
)

/** How many are checked in parallel. */
const atOnce = 5

/**
 * Checks which shipments have all arrived at a warehouse, newest arrival first, and makes those ready for pickup,
 * in one transaction each; a preview changes nothing. Running it again changes nothing. Throws "Warehouse not found".
 */
export async function consolidate(
  ctx: TenantContext,
  warehouseId: string,
  { cursor, preview = false, shipment_ids }: z.output<typeof Consolidation>,
): Promise<z.input<typeof ConsolidationResult>> {
  const { warehouse } = await ctx.transact(async () => {
    const { warehouse, writes } = await warehouseAt(ctx, warehouseId)
    return { writes, result: { warehouse } }
  })
  const { ids, next } = shipment_ids
    ? { ids: [...new Set(shipment_ids)], next: null }
    : await arrivals(ctx, warehouse.id, cursor)
  const checked: z.input<typeof Checked>[] = []
  for (let n = 0; n < ids.length; n += atOnce) {
    const some = ids.slice(n, n + atOnce).map((id) => ctx.transact(() => check(ctx, id, warehouse, preview)))
    checked.push(...(await Promise.all(some)).filter((one) => one !== undefined))
  }
  const ready_count = checked.filter(({ ready }) => ready).length
  return {
    warehouse_id: warehouse.id,
    warehouse_code: warehouse.code,
    checked_at: ctx.now.toISOString(),
    shipments_checked: checked.length,
    ready_count,
    waiting_count: checked.length - ready_count,
    more: next !== null,
    next_cursor: next,
    shipments: checked,
  }
}

/** The shipments of the packages that arrived at a warehouse, newest arrival first, and where to continue. */
async function arrivals(ctx: TenantContext, warehouseId: string, cursor: string | undefined) {
  const path = `/api/v1/warehouse/${warehouseId}/consolidate`
  const ids = new Set<string>()
  let after = cursor === undefined ? undefined : await ctx.openCursor(path, {}, cursor)
  for (;;) {
    const listing = {
      index: 'gsi2' as const,
      partition: `ARRIVED#${warehouseId}`,
      newestFirst: true,
      limit: 200,
    }
    const page = await ctx.table.list(packages, { ...listing, after })
    for (const record of page.records) {
      if (ids.size === maxShipments && !ids.has(record.shipment_id) && after)
        return { ids: [...ids], next: await ctx.cursor(path, {}, after) }
      ids.add(record.shipment_id)
      after = ctx.table.position(packages, record, listing.index)
    }
    if (!page.next) return { ids: [...ids], next: null }
    after = page.next
  }
}

/** Whether a shipment is complete here; then its packages become ready. Undefined if it was deleted. */
async function check(
  ctx: TenantContext,
  id: string,
  warehouse: WarehouseRecord,
  isPreview: boolean,
): Promise<Plan<z.input<typeof Checked> | undefined>> {
  const { table, now } = ctx
  const { shipment, contents: all } = await shipmentWithPackages(table, id)
  if (!shipment) return { writes: [], result: undefined }
  const awaited = all.filter(({ status }) => status !== 'LOST' && status !== 'RETURNED')
  const here = (record: PackageRecord) =>
    hasReached(record.status, 'READY_FOR_PICKUP') || isHere(record, warehouse.id)
  const missing = awaited.filter((record) => !here(record))
  const arrived = awaited.filter((record) => isHere(record, warehouse.id))
  // What is on hold is not handed over, so its recipient is not called.
  const isReady = missing.length === 0 && !awaited.some(isHeld)
  const answer = (status: typeof shipment.status) => ({
    shipment_id: shipment.id,
    tracking_id: shipment.tracking_id,
    recipient_name: shipment.recipient_name,
    destination: shipment.destination_place,
    warnings: [
      ...(goesOn(warehouse, shipment.destination_place) ? (['other_destination'] as const) : []),
      ...(awaited.some(({ open_cases }) => open_cases.length > 0) ? (['open_case'] as const) : []),
    ],
    previous_status: shipment.status,
    status,
    packages_total: awaited.length,
    packages_arrived: awaited.length - missing.length,
    packages_lost: all.filter(({ status }) => status === 'LOST').length,
    missing_package_ids: missing.map(({ id }) => id),
    ready: isReady,
  })
  if (isPreview || !isReady || arrived.length === 0) return { writes: [], result: answer(shipment.status) }
  const to = 'READY_FOR_PICKUP' as const
  const moves = arrived.map((record) => ({ record, to }))
  const { writes, steps } = planMoves(ctx, shipment, moves, new Map(), {
    event_type: to,
    location: warehouse.code,
    warehouse_id: warehouse.id,
  })
  const counted = await updateShipment(ctx, shipment, progressAfter(shipment, steps, now))
  return { writes: [...writes, ...counted.writes], result: answer(counted.record.status) }
}

/** Whether a place is in another city than a warehouse. Of a place without a known airport nothing is known. */
function goesOn({ airport_code, city }: WarehouseRecord, place: string): boolean {
  const here = [airportWith(airport_code)?.city, airportOf(placeOf(city)) && cityOf(placeOf(city))].filter(
    Boolean,
  )
  return here.length > 0 && airportOf(place) !== '' && !here.includes(cityOf(place))
}

const isHere = ({ status, arrived_at_warehouse }: PackageRecord, warehouseId: string) =>
  status === 'ARRIVED' && arrived_at_warehouse === warehouseId
