import type * as z from 'zod'
import { absent, all, any, contains, equals, oneOf } from '../../db/conditions.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import { refused } from './refusals.ts'
import { newPackageCode } from '../kernel/codes.ts'
import type { TenantContext, UserWork } from '../kernel/context.ts'
import {
  events,
  timelineEvent,
  newestEvents,
  type EventName,
  type EventRecord,
} from '../timeline/timeline-events.ts'
import { deleted, differences, Id, toGrams } from '../kernel/fields.ts'
import {
  codePointers,
  containingBagId,
  maxPackagesPerShipment,
  bagHistory,
  packagePointers,
  packages,
  packagesOf,
  effectiveStatus,
  versionOf,
  toPackageResponse,
  type NewPackage,
  type PackageChange,
  type PackageRecord,
  type PackageResponse,
} from './record.ts'
import { expectOwn, canSee, type Viewer } from '../kernel/ownership.ts'
import { noteTakenBack, settleMissing } from '../cases/by-scan.ts'
import { permitWithoutProof } from '../handovers/delivery-permit.ts'
import { refuseOpenCases } from './open-cases.ts'
import { planMove } from './steps.ts'
import { bagsById, followPointer, followWithShipment, pointerTo } from './with-bag.ts'
import { qrSigner } from '../kernel/qr.ts'
import { progressAfter } from '../shipments/progress.ts'
import { shipments, type ShipmentRecord } from '../shipments/record.ts'
import { updateShipment } from '../shipments/update.ts'
import { isFinal, total } from '../shipments/status.ts'
import { packageWeightChanged } from '../timeline/details-changed.ts'
import { bagsOf, timeline } from '../tracking/timeline.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'

/** Creates package responses; signing needs the service's key. */
export const packagePresenter = async ({ secret }: Pick<TenantContext, 'secret'>) =>
  toPackageResponse(await secret('qr', qrSigner))

/** A new package: its record, and the writes except the shipment's. */
export function newPackage(
  ctx: UserWork,
  shipment: ShipmentRecord,
  { weight, ...input }: z.output<typeof NewPackage>,
  event: Partial<EventRecord> = {},
) {
  const { table, actor, now, newId } = ctx
  const moment = now.toISOString()
  const at = { id: newId(), shipment_id: shipment.id, qr_code: newPackageCode() }
  const record: PackageRecord = {
    ...input,
    ...at,
    tenant_id: actor.tenant_id,
    status: 'CREATED',
    weight_g: toGrams(weight),
    stays: [],
    open_cases: [],
    created_at: moment,
    updated_at: moment,
    version: 1,
  }
  const writes = [
    table.create(packages, record),
    table.create(packagePointers, at),
    table.create(codePointers, at),
    table.putDirectoryEntry('package', at.id, at.shipment_id),
    table.create(events, timelineEvent(ctx, shipment, 'PACKAGE_CREATED', { ...event, package_id: at.id })),
  ]
  return { record, writes }
}

/** Adds a package. Throws not_found, and a conflict if the shipment is full or ended. */
export async function addPackage(
  ctx: TenantContext,
  shipmentId: string,
  input: z.output<typeof NewPackage>,
): Promise<Plan<PackageResponse>> {
  const { table, now } = ctx
  const shipment = await table.get(shipments, { id: shipmentId })
  if (isFinal(shipment.status)) throw refused.shipment_takes_no_packages({ shipment_status: shipment.status })
  if (total(shipment.counts) >= maxPackagesPerShipment)
    throw refused.shipment_has_most_packages({ max: maxPackagesPerShipment })
  const { record, writes } = newPackage(ctx, shipment, input)
  const counted = await updateShipment(ctx, shipment, progressAfter(shipment, [{ to: record.status }], now))
  return { writes: [...writes, ...counted.writes], result: (await packagePresenter(ctx))(record) }
}

/** A page of a shipment's packages, newest first; couriers see those in their own bags. Throws "Shipment not found". */
export async function listPackages(
  ctx: TenantContext,
  shipmentId: string,
  page: PageRequest,
): Promise<Page<PackageResponse>> {
  const id = Id.safeParse(shipmentId).data ?? ''
  const [found] = await Promise.all([
    ctx.table.list(packages, { ...packagesOf(id), ...page }),
    ctx.table.get(shipments, { id }),
    expectOwnShipment(ctx, id),
  ])
  const bags = await bagsById(
    ctx.table,
    found.records.map(({ bag_id }) => bag_id),
  )
  const show = await packagePresenter(ctx)
  return found.flatMap((record) =>
    canSee(ctx.actor, bags.get(record.bag_id ?? ''))
      ? [show(record, bags.get(containingBagId(record) ?? ''))]
      : [],
  )
}

/**
 * A courier may see shipments with a package in one of the courier's bags. Throws "Shipment not found" for others.
 */
export async function expectOwnShipment(
  { table, actor }: Pick<TenantContext, 'table'> & { actor: Viewer },
  id: string,
): Promise<void> {
  if (actor.role !== 'courier') return
  const contents = await table.listAll(packages, { ...packagesOf(id), skipUnreadable: true })
  const bags = await bagsById(
    table,
    contents.map(({ bag_id }) => bag_id),
  )
  const own = [...bags.values()].find((bag) => canSee(actor, bag))
  expectOwn(actor, shipments.noun, own)
}

/** Throws "Package not found". */
export async function readPackage(ctx: TenantContext, id: string): Promise<PackageResponse> {
  const { record, bag } = await followPointer(ctx.table, await pointerTo(ctx.table, id))
  expectOwn(ctx.actor, packages.noun, bag)
  return (await packagePresenter(ctx))(record, bag)
}

/**
 * Merges the named fields; a change of status is recorded as its event. Throws not_found, stale (If-Match), a
 * conflict for an impossible status or a weight that can no longer change, and forbidden if a warehouse user
 * changes more than status and weight.
 */
export async function changePackage(
  ctx: TenantContext,
  id: string,
  { weight, warehouse_id, reason, ...input }: z.output<typeof PackageChange>,
): Promise<Plan<PackageResponse>> {
  const { table, actor } = ctx
  const pointer = await pointerTo(table, id)
  const [parcel, warehouse] = await Promise.all([
    followWithShipment(table, pointer),
    input.status === 'ARRIVED' && warehouse_id !== undefined ? warehouseAt(ctx, warehouse_id) : undefined,
  ])
  const { record, bag } = parcel
  ctx.expectVersion(versionOf(record, bag))
  const weight_g = weight === undefined ? undefined : toGrams(weight)
  const now = { ...record, status: effectiveStatus(record, bag) }
  const { status, ...change } = differences(now, { ...input, weight_g })
  const fields = [...Object.keys(change), ...(status ? ['status'] : [])]
  const show = await packagePresenter(ctx)
  if (fields.length === 0) return { writes: [], result: show(record, bag) }
  if (actor.role === 'warehouse' && fields.some((field) => field !== 'status' && field !== 'weight_g'))
    throw refused.package_field_not_permitted()
  const place = status ? warehouse : undefined
  const arrived = place && { arrived_at_warehouse: place.warehouse.id }
  const event = {
    ...(place && { location: place.warehouse.code, warehouse_id: place.warehouse.id }),
    ...(reason !== undefined && { reason }),
  }
  const permit = status === 'DELIVERED' ? await permitWithoutProof(ctx, reason) : undefined
  const found = await settleMissing(ctx, record, status)
  const back = await noteTakenBack(ctx, parcel.record, status)
  const plan = await planMove(
    ctx,
    parcel,
    status,
    { ...change, ...arrived, ...found.change, ...back.change },
    { event, permit },
  )
  return {
    writes: [
      ...(place?.writes ?? []),
      ...plan.writes,
      ...found.writes,
      ...back.writes,
      ...packageWeightChanged(ctx, parcel.shipment, now, weight_g),
    ],
    result: show(plan.record, plan.bag),
  }
}

/**
 * Deletes a package and its pointers. Throws not_found, stale (If-Match), and a conflict while it is in a bag or has an open case.
 */
export async function deletePackage(ctx: TenantContext, id: string) {
  const { table, now } = ctx
  const { record, shipment, bag } = await followWithShipment(table, await pointerTo(table, id))
  ctx.expectVersion(versionOf(record, bag))
  refuseInBag([record])
  refuseOpenCases([record])
  const counted = await updateShipment(ctx, shipment, progressAfter(shipment, [{ from: record.status }], now))
  const writes = [
    table.remove(packages, record),
    table.create(events, timelineEvent(ctx, shipment, 'PACKAGE_DELETED', { package_id: record.id })),
    table.remove(packagePointers, { id: record.id }),
    table.remove(codePointers, { qr_code: record.qr_code }),
    table.deleteDirectoryEntry('package', record.id),
    ...counted.writes,
  ]
  return { writes, result: deleted('package', record.id) }
}

/** Throws a conflict if a package is in a bag, arrived in one and is not handed over yet, or was lost on its way. */
export function refuseInBag(all: readonly PackageRecord[]): void {
  const held = all.find((record) => containingBagId(record) !== undefined)
  if (held) throw refused.package_in_bag({ package: held.qr_code })
  const arrivedInBag = all.find(
    ({ bag_id, status }) => bag_id && (status === 'ARRIVED' || status === 'READY_FOR_PICKUP'),
  )
  if (arrivedInBag)
    throw refused.package_came_in_bag({ package: arrivedInBag.qr_code, package_status: arrivedInBag.status })
  const lost = all.find((record) => record.status === 'LOST' && bagHistory(record).length > 0)
  if (lost) throw refused.package_lost({ package: lost.qr_code })
}

/** The events of a shipment as such that are in the timeline of each of its packages. */
const shipmentEvents = ['DETAILS_CHANGED', 'CODE_SENT'] satisfies EventName[]

/** A package's timeline, oldest first. Throws "Package not found". */
export async function packageEvents(ctx: TenantContext, id: string) {
  const at = await pointerTo(ctx.table, id)
  const ofShipment = all(absent('package_id'), oneOf('event_type', shipmentEvents))
  const filter = any(equals('package_id', at.id), contains('packages', at.id), ofShipment)
  const [record, own] = await Promise.all([
    ctx.table.get(packages, at),
    ctx.table.listAll(events, { ...newestEvents(at.shipment_id), filter }),
  ])
  const bags = await bagsById(ctx.table, bagsOf([record]))
  expectOwn(ctx.actor, packages.noun, bags.get(record.bag_id ?? ''))
  const last = own.find(({ undo, voided_by }) => !voided_by && undo?.version === record.version)
  return timeline(own, [record], bags).map((event) =>
    event.id === last?.id ? { ...event, undoable: true } : event,
  )
}
