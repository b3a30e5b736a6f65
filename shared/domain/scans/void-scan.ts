import * as z from 'zod'
import { absent, equals } from '../../db/conditions.ts'
import type { Plan } from '../../db/commit.ts'
import type { Write } from '../../db/requests.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Reason } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { managerRoles } from '../kernel/roles.ts'
import { effectiveStatus, packages } from '../packages/record.ts'
import { followWithShipment, pointerTo, type PackageWithBag } from '../packages/with-bag.ts'
import type { ShipmentRecord } from '../shipments/record.ts'
import type { PackageStatus } from '../packages/status.ts'
import {
  events,
  eventTypes,
  newestEvents,
  timelineEvent,
  type EventRecord,
  type Undo,
} from '../timeline/timeline-events.ts'
import { changePackages } from '../cases/affected.ts'
import { resolveCases } from '../cases/by-scan.ts'
import { planMove } from '../packages/steps.ts'

export const VoidedScan = lazySchema(() =>
  z
    .object({
      reason: Reason.meta({ description: 'Why it is taken back', examples: ['Scanned the wrong parcel'] }),
    })
    .meta({ id: 'VoidedScan', examples: [{ reason: 'Scanned the wrong parcel' }] }),
)

/** For how long others than managers take back a scan of their own, in milliseconds. */
const ownScans = 600_000

/**
 * Takes a scan of a package back by an event that negates it, while nothing has changed the package since. A scan that was
 * taken back gets the same answer again. Throws not_found, forbidden for the scans of others and older ones, and a conflict.
 */
export async function voidScan(
  ctx: TenantContext,
  packageId: string,
  eventId: string,
  { reason }: z.output<typeof VoidedScan>,
): Promise<Plan<EventRecord>> {
  const { table, actor } = ctx
  const pointer = await pointerTo(table, packageId)
  const parcel = await followWithShipment(table, pointer)
  expectOwn(actor, packages.noun, parcel.bag)
  // Read after the package: if that was changed by the same request at the same time, the timeline shows it.
  const timeline = await table.listAll(events, newestEvents(pointer.shipment_id))
  const event = timeline.find(({ id, package_id }) => id === eventId && package_id === pointer.id)
  if (!event) throw notFound(events.noun)
  const before = timeline.find(({ id }) => id === event.voided_by)
  if (before) return { writes: [], result: before }
  refuseOthers(ctx, event)
  if (event.undo?.version !== parcel.record.version) throw refused.scan_not_undoable()
  const negation = {
    event_type: 'EVENT_VOIDED',
    description: eventTypes.EVENT_VOIDED.description,
    public: false,
    location: event.location,
    reason,
  }
  const { writes, recorded } = await undone(ctx, parcel, event.undo, negation)
  const marked = { set: { public: false, voided_by: recorded.id } }
  return {
    writes: [...writes, table.patchUnread(events, event, marked, { when: absent('voided_by') })],
    result: recorded,
  }
}

function refuseOthers({ actor, now }: TenantContext, { actor_id, recorded_at }: EventRecord): void {
  if (managerRoles.includes(actor.role)) return
  if (actor_id !== actor.user_id) throw refused.undoing_others_scans_not_permitted()
  if (now.getTime() - Date.parse(recorded_at) > ownScans) throw refused.undoing_scan_too_late()
}

/** The writes that restore the package and record the negating event. */
async function undone(
  ctx: TenantContext,
  parcel: PackageWithBag & { shipment: ShipmentRecord },
  { status, arrived_at_warehouse, case_id }: Undo,
  negation: Partial<EventRecord>,
): Promise<{ writes: Write[]; recorded: EventRecord }> {
  const { record, bag, shipment } = parcel
  if (status !== effectiveStatus(record, bag)) {
    const to = status as PackageStatus
    const { writes, event } = await planMove(
      ctx,
      parcel,
      to,
      { arrived_at_warehouse },
      { event: negation, correcting: true },
    )
    if (event) return { writes, recorded: event }
  }
  const recorded = timelineEvent(ctx, shipment, 'EVENT_VOIDED', { ...negation, package_id: record.id })
  const same = ctx.table.conditionCheck(packages, record, equals('version', record.version))
  const settled = case_id === undefined ? undefined : await resolveCases(ctx, record, [{ id: case_id }])
  const restored = settled
    ? [...settled.writes, ...changePackages(ctx, [record], () => settled.change).writes]
    : [same]
  return { writes: [...restored, ctx.table.create(events, recorded)], recorded }
}
