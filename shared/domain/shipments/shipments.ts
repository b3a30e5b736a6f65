import { isDeepStrictEqual } from 'node:util'
import { withPrintWarnings } from '../labels/warnings.ts'
import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { allInOrder } from '../../core/errors.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { withContacts } from '../contacts/parties.ts'
import { newTrackingId } from '../kernel/codes.ts'
import type { TenantContext, UserWork } from '../kernel/context.ts'
import { events, timelineEvent, type EventRecord } from '../timeline/timeline-events.ts'
import { deleted, differences, Id, toGrams, toKilograms, toMinor } from '../kernel/fields.ts'
import { handovers, handoversOf } from '../handovers/record.ts'
import { moveTo, type Move } from '../kernel/state-machine.ts'
import { refuseHeld, refuseOpenCases } from '../packages/open-cases.ts'
import { NewPackage, packages, packagesOf } from '../packages/record.ts'
import { managerRoles } from '../kernel/roles.ts'
import { inE164 } from '../search/e164.ts'
import { moveSearchItems } from '../search/items.ts'
import { expectOwnShipment, newPackage, refuseInBag } from '../packages/packages.ts'
import { expectPermit, permitWithoutProof } from '../handovers/delivery-permit.ts'
import { planMoves, cascadeStatus } from '../packages/steps.ts'
import { maxWrites } from '../../db/commit.ts'
import { bagsById, shipmentWithPackages } from '../packages/with-bag.ts'
import { noticesOfStatus } from '../notices/policy.ts'
import { progressSetManually } from './progress.ts'
import { shipmentDetailsChanged } from '../timeline/details-changed.ts'
import { isRedirected, redirectedLetter } from './redirected.ts'
import { moveReference } from './reference.ts'
import {
  derivedFields,
  searchedOf,
  shipments,
  toShipmentResponse,
  type NewShipment,
  type ShipmentChange,
  type ShipmentRecord,
  type ShipmentResponse,
} from './record.ts'
import { updateShipment } from './update.ts'
import { isFinal, shipmentMachine, titles, type ShipmentStatus } from './status.ts'

/**
 * A new shipment: its record, those of its packages, each with an equal part of its weight, and the writes except that of its
 * record. `event` adds fields to their events, such as the location; its warehouse has taken the parcel in. Throws "Contact not found", and a conflict if another
 * shipment has its reference.
 */
export async function newShipment(
  ctx: UserWork,
  { reference = null, packages: count, ...given }: z.output<typeof NewShipment>,
  event: Partial<EventRecord> = {},
) {
  const { actor, table, now, newId } = ctx
  const moment = now.toISOString()
  const [id, tracking_id] = [newId(), newTrackingId()]
  const [{ weight, price, ...input }, referenced] = await allInOrder(
    withContacts(table, given),
    moveReference(table, id, { from: null, to: reference }),
  )
  const { sender_phone, recipient_phone } = input
  const booked: ShipmentRecord = {
    ...input,
    ...(await inE164(table, { sender_phone, recipient_phone })),
    id,
    tracking_id,
    reference,
    status: 'RECEIVED',
    tenant_id: actor.tenant_id,
    origin_company_id: actor.company_id,
    ...(event.warehouse_id !== undefined && { received_at_warehouse_id: event.warehouse_id }),
    weight_g: toGrams(weight),
    price_minor: toMinor(price),
    counts: {},
    noticed: [],
    resent_at: [],
    searchable: true,
    sounds: true,
    created_at: moment,
    updated_at: moment,
    version: 1,
    ...derivedFields({ ...input, tracking_id }),
  }
  const [{ writes: ofNotices, noticed }, searched] = await Promise.all([
    noticesOfStatus(ctx, booked),
    moveSearchItems(ctx, { to: searchedOf(booked) }),
  ])
  const record = { ...booked, noticed, counts: count > 0 ? { CREATED: count } : {} }
  const { weight_g, description } = record
  // Events of one moment are in the order of their ids.
  const created = timelineEvent(ctx, record, 'SHIPMENT_CREATED', event)
  const parcels = Array.from({ length: count }, (_, n) =>
    newPackage(ctx, record, NewPackage.parse({ ...partOf(weight_g, count, n), description }), event),
  )
  const writes = [
    table.putDirectoryEntry('tracking', tracking_id, record.id),
    table.create(events, created),
    ...referenced,
    ...searched.added,
    ...ofNotices,
    ...parcels.flatMap((parcel) => parcel.writes),
  ]
  return { record, contents: parcels.map((parcel) => parcel.record), writes }
}

/** One of `count` parts of a weight in grams, equal to the gram; the first ones have the grams that are left. */
const partOf = (weight_g: number, count: number, n: number) => ({
  weight: toKilograms(Math.floor(weight_g / count) + (n < weight_g % count ? 1 : 0)),
})

/**
 * Books a shipment, with its packages and its tracking id in the directory, in one transaction. Throws "Contact not found", and a conflict if
 * another shipment has its reference.
 */
export async function bookShipment(
  ctx: UserWork,
  input: z.output<typeof NewShipment>,
): Promise<Plan<ShipmentResponse>> {
  const { record, writes } = await newShipment(ctx, input)
  return {
    writes: [ctx.table.create(shipments, record), ...writes],
    result: withPrintWarnings(toShipmentResponse(record)),
  }
}

/** Couriers read shipments with a package in one of their bags. Throws "Shipment not found". */
export async function readShipment(ctx: TenantContext, id: string): Promise<ShipmentResponse> {
  const shipment = await ctx.table.get(shipments, { id })
  await expectOwnShipment(ctx, shipment.id)
  return withPrintWarnings(toShipmentResponse(shipment))
}

/**
 * Merges the named fields; metadata is replaced as a whole. Throws not_found, stale (If-Match), a conflict for an impossible
 * status change or the reference of another shipment, and forbidden if a warehouse user changes more than status and weight.
 */
export async function changeShipment(
  ctx: TenantContext,
  id: string,
  { weight, price, reason, ...input }: z.output<typeof ShipmentChange>,
): Promise<Plan<ShipmentResponse>> {
  const { actor, table, now, expectVersion } = ctx
  const current = await table.get(shipments, { id })
  expectVersion(current.version)
  const change = differences(current, {
    ...input,
    weight_g: weight === undefined ? undefined : toGrams(weight),
    price_minor: price === undefined ? undefined : toMinor(price),
  })
  const fields = Object.keys(change)
  if (fields.length === 0) return { writes: [], result: withPrintWarnings(toShipmentResponse(current)) }
  if (actor.role === 'warehouse' && fields.some((field) => field !== 'status' && field !== 'weight_g'))
    throw refused.shipment_field_not_permitted()
  const details = { ...current, ...change, ...derivedFields({ ...current, ...change }) }
  const { sender_phone, recipient_phone } = details
  const numbers = await inE164(table, { sender_phone, recipient_phone })
  const changed = { ...details, ...numbers, searchable: true, sounds: hasTodaysItems(current, details) }
  const [referenced, searched] = await Promise.all([
    moveReference(table, current.id, { from: current.reference, to: changed.reference }),
    moveSearchItems(ctx, { from: foundBy(current), to: searchedOf(changed) }),
  ])
  const redirected = isRedirected(current, changed)
  const letter = redirected ? await redirectedLetter(ctx, current) : []
  const moved = change.status && (await moveByHand(ctx, current, change.status, reason))
  const { writes, record } = await updateShipment(ctx, current, {
    ...changed,
    updated_at: now.toISOString(),
    ...(redirected && { recipient_changed_at: now.toISOString() }),
    ...moved?.progress,
  })
  const recorded = shipmentDetailsChanged(ctx, current, changed)
  const needed = [...writes, ...recorded, ...letter, ...referenced, ...(moved?.writes ?? []), ...searched.added]
  if (needed.length > maxWrites) throw refused.shipment_change_too_large()
  return {
    writes: [...needed, ...searched.removed].slice(0, maxWrites),
    result: withPrintWarnings(toShipmentResponse(record)),
  }
}

/**
 * Whether the change writes search items with today's keys in place of a former version's. A change of status does not, unless names
 * or numbers change with it: its transaction may be full of packages.
 */
const hasTodaysItems = (current: ShipmentRecord, changed: ShipmentRecord) =>
  current.sounds ||
  !current.searchable ||
  changed.status === current.status ||
  !isDeepStrictEqual(searchedOf(current), searchedOf(changed))

/** The search terms of a shipment, if it has search items. */
const foundBy = (shipment: ShipmentRecord) => (shipment.searchable ? searchedOf(shipment) : undefined)

/** A status set by hand: the shipment's change, and the other writes. Throws a conflict. */
async function moveByHand(
  ctx: TenantContext,
  shipment: ShipmentRecord,
  to: ShipmentStatus,
  reason: string | undefined,
) {
  const { actor, table, now } = ctx
  const move = moveTo(shipmentMachine, shipment.status, to, managerRoles.includes(actor.role))
  if (!move)
    throw refused.shipment_status_not_settable({ shipment_status: shipment.status, new_shipment_status: to })
  const movesPackages = isFinal(to) || isFinal(shipment.status)
  const all = movesPackages ? await table.listAll(packages, packagesOf(shipment.id)) : []
  const bags = await bagsById(
    table,
    all.map(({ bag_id }) => bag_id),
  )
  const moves = cascadeStatus(all, bags, { status: to, lowered: move.by === 'managers' })
  const permit = to === 'DELIVERED' ? await permitWithoutProof(ctx, reason) : undefined
  if (to === 'DELIVERED') {
    for (const { record } of moves) refuseHeld(record)
    // Also of a shipment without packages.
    expectPermit(permit)
  }
  const event = {
    event_type: move.on,
    ...words(shipment, move),
    ...(reason !== undefined && { reason }),
  }
  const { writes, steps } = planMoves(ctx, shipment, moves, bags, event, permit)
  return { progress: progressSetManually(shipment, to, steps, now), writes }
}

function words({ status, cancelled_at }: ShipmentRecord, { to, by }: Move<ShipmentStatus>) {
  if (isFinal(to)) return {}
  const from = cancelled_at === undefined ? status : 'CANCELLED'
  return { description: by ? `Shipment corrected from ${from} to ${to}` : titles[to] }
}

/**
 * Deletes a shipment, its packages, its tracking id and reference; its last event names who did. Throws not_found, stale (If-Match),
 * and a conflict while a package travels or has an open case, and after a hand-over, whose proof is kept.
 */
export async function deleteShipment(ctx: TenantContext, shipmentId: string) {
  const { table, expectVersion } = ctx
  const id = Id.safeParse(shipmentId).data ?? ''
  const { shipment, contents } = await shipmentWithPackages(table, id)
  if (!shipment) throw notFound(shipments.noun)
  expectVersion(shipment.version)
  refuseInBag(contents)
  refuseOpenCases(contents)
  const linked = async (id: string | undefined) =>
    id === undefined ? undefined : table.find(shipments, { id })
  const [there, back, handedOver] = await Promise.all([
    linked(shipment.return_of),
    linked(shipment.return_id),
    table.list(handovers, { ...handoversOf(id), limit: 1 }),
  ])
  if (handedOver.records.length > 0) throw refused.shipment_handed_over()
  const unlinked = await Promise.all([
    there && updateShipment(ctx, there, { return_id: undefined }),
    back && updateShipment(ctx, back, { return_of: undefined }),
  ])
  const writes = [
    table.remove(shipments, shipment),
    table.create(events, timelineEvent(ctx, shipment, 'SHIPMENT_DELETED')),
    ...unlinked.flatMap((one) => one?.writes ?? []),
    table.deleteDirectoryEntry('tracking', shipment.tracking_id),
    ...(await moveReference(table, id, { from: shipment.reference, to: null })),
    ...contents.map((record) => table.remove(packages, record)),
    ...(await moveSearchItems(ctx, { from: foundBy(shipment) })).removed,
  ].slice(0, maxWrites)
  return { writes, result: deleted('shipment', id) }
}
