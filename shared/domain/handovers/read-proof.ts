import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { any, equals, oneOf } from '../../db/conditions.ts'
import type { Proof, ProvenHandover, TakenBack } from './proof.ts'
import { handovers, handoversOf, type HandoverRecord } from './record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id } from '../kernel/fields.ts'
import { shipmentWithPackages } from '../packages/with-bag.ts'
import { toPhotoResponse } from '../photos/photos.ts'
import { photos, type PhotoRecord } from '../photos/record.ts'
import type { PhotoStore } from '../photos/store.ts'
import { shipments } from '../shipments/record.ts'
import { open } from '../packages/status.ts'
import { events, newestEvents, type EventName, type EventRecord } from '../timeline/timeline-events.ts'
import { tenants, users } from '../users/record.ts'
import { warehouses, type WarehouseRecord } from '../warehouses/record.ts'

/**
 * The proofs of a shipment's delivery: hand-overs, oldest first, and deliveries that managers answer for; with the records
 * of the photos. Throws not_found, and a conflict while there is neither.
 */
export async function readProof(
  ctx: TenantContext,
  store: PhotoStore,
  shipmentId: string,
): Promise<{ proof: Proof; photos: PhotoRecord[] }> {
  const { table, actor } = ctx
  const id = Id.safeParse(shipmentId).data ?? ''
  const [{ shipment, contents }, found, noted, company] = await Promise.all([
    shipmentWithPackages(table, id),
    table.listAll(handovers, handoversOf(id)),
    table.listAll(events, {
      ...newestEvents(id),
      filter: any(equals('override', true), oneOf('event_type', takingBack)),
    }),
    table.get(tenants, { id: actor.tenant_id }),
  ])
  if (!shipment) throw notFound(shipments.noun)
  const overridden = noted.filter(({ override }) => override)
  if (found.length + overridden.length === 0) throw refused.nothing_handed_over()
  const taken = await table.many(
    photos,
    found.flatMap((one) => one.photos.map(({ package_id, photo_id }) => ({ package_id, id: photo_id }))),
  )
  const proof = {
    shipment_id: shipment.id,
    tracking_id: shipment.tracking_id,
    company: company.name,
    recipient_name: shipment.recipient_name,
    status: shipment.status,
    packages: contents.map(({ id, qr_code, status }) => ({ id, qr_code, delivered: status === 'DELIVERED' })),
    handovers: (await withWords(ctx, store, found, taken)).map((one) => ({
      ...one,
      taken_back: takenBackOf(one.package_ids, one.recorded_at, noted),
    })),
    overrides: overridden.toReversed().map((event) => ({
      package_ids: packagesIn(event),
      reason: event.reason ?? '',
      actor_id: event.actor_id ?? null,
      timestamp: event.timestamp,
      taken_back: takenBackOf(packagesIn(event), event.recorded_at, noted),
    })),
    open_package_ids: contents.filter(({ status }) => open.includes(status)).map((record) => record.id),
  }
  return { proof, photos: taken }
}

const packagesIn = ({ package_id, packages }: EventRecord) =>
  packages ? [...packages] : package_id === undefined ? [] : [package_id]

/** The events by which a package is DELIVERED no more. */
const takingBack = ['STATUS_CORRECTED', 'RETURNED'] satisfies EventName[]

/** Which of these packages were taken back after they were delivered at a moment. `noted` has the newest event first. */
const takenBackOf = (
  package_ids: readonly string[],
  recorded_at: string,
  noted: readonly EventRecord[],
): TakenBack[] =>
  package_ids.flatMap((package_id) => {
    const event = noted.findLast(
      (one) =>
        one.recorded_at >= recorded_at &&
        takingBack.some((type) => type === one.event_type) &&
        packagesIn(one).includes(package_id),
    )
    if (!event) return []
    const { timestamp, reason = '', actor_id = null } = event
    return [{ package_id, timestamp, reason, actor_id }]
  })

/** The hand-overs with what their ids stand for. */
async function withWords(
  { table, actor }: TenantContext,
  store: PhotoStore,
  found: readonly HandoverRecord[],
  taken: readonly PhotoRecord[],
): Promise<Omit<ProvenHandover, 'taken_back'>[]> {
  const ids = (of: (one: HandoverRecord) => string | null) =>
    [...new Set(found.flatMap((one) => of(one) ?? []))].map((id) => ({ id }))
  const [workers, places] = await Promise.all([
    table.many(
      users,
      ids(({ handed_over_by }) => handed_over_by),
    ),
    table.many(
      warehouses,
      ids(({ warehouse_id }) => warehouse_id),
    ),
  ])
  const present = toPhotoResponse(actor.tenant_id, store)
  return Promise.all(
    found
      .toSorted((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1))
      .map(async (one) => ({
        ...one,
        handed_over_by_email: workers.find(({ id }) => id === one.handed_over_by)?.email ?? '',
        place: placeOf(places.find(({ id }) => id === one.warehouse_id)),
        photos: await Promise.all(
          taken.filter(({ id }) => one.photos.some(({ photo_id }) => photo_id === id)).map(present),
        ),
      })),
  )
}

function placeOf(warehouse: WarehouseRecord | undefined): string {
  if (!warehouse) return ''
  const place = [warehouse.name || warehouse.code, warehouse.address].filter(Boolean)
  return place.join(place.every((part) => /\p{Script=Arabic}/u.test(part)) ? '، ' : ', ')
}
