import type { Write } from '../../db/requests.ts'
import type { BagRecord } from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import {
  events,
  eventTypes,
  newestEvents,
  timelineEvent,
  type EventName,
  type EventRecord,
  type EventType,
  type Undo,
} from '../timeline/timeline-events.ts'
import { endOf, hasEnded } from '../timeline/end.ts'
import { moveTo } from '../kernel/state-machine.ts'
import type { CaseKind } from '../cases/kinds.ts'
import { isHeld } from '../packages/open-cases.ts'
import { effectiveStatus, type PackageRecord } from '../packages/record.ts'
import { packageMachine, type PackageStatus } from '../packages/status.ts'
import { changePackages } from '../cases/affected.ts'
import { caseOfScan, resolvedByScan, settleMissing } from '../cases/by-scan.ts'
import { permitWithoutProof } from '../handovers/delivery-permit.ts'
import { planMove } from '../packages/steps.ts'
import { applyToBag } from './bag-scans.ts'
import type { PackageWithBag } from '../packages/with-bag.ts'
import type { ShipmentRecord } from '../shipments/record.ts'

/** A scan, its package, and fields for its event. */
export interface Scan {
  ctx: TenantContext
  parcel: PackageWithBag & { shipment: ShipmentRecord }
  event_type: string
  warehouse_id: string
  event: Partial<EventRecord>
}
interface Outcome {
  writes: Write[]
  record: PackageRecord
  bag: BagRecord | undefined
  event: Pick<EventRecord, 'id' | 'timestamp'>
  applied: boolean
}

/** The effect of a scan: on the bag, on the package, or only a timeline event. */
export const effectOf = async (scan: Scan): Promise<Outcome> =>
  loads(scan) ?? (await moves(scan)) ?? notes(scan)

/** The package's bag is loaded with everything in it, so the event is the bag's. */
function loads({ ctx, parcel: { record, bag }, event_type, event }: Scan): Outcome | undefined {
  if (event_type !== 'BAG_LOADED' || !bag || record.status !== 'ASSIGNED_TO_BAG') return undefined
  const loaded = applyToBag(ctx, bag, event_type, event)
  return loaded && { writes: [loaded.write], record, bag: loaded.record, event: loaded.event, applied: true }
}

async function moves(scan: Scan): Promise<Outcome | undefined> {
  const { ctx, parcel, event_type, warehouse_id, event } = scan
  const { record, bag } = parcel
  const to = target(scan)
  if (!to || !moveTo(packageMachine, effectiveStatus(record, bag), to, false)) return undefined
  const permit = to === 'DELIVERED' ? await permitWithoutProof(ctx) : undefined
  // People hand it over by mistake, or without the proofs that are required: the scan is a report.
  if (to === 'DELIVERED' && (isHeld(record) || !permit)) return undefined
  const found = await settleMissing(ctx, record, to)
  const also = {
    ...(arrives(record, to) && { arrived_at_warehouse: warehouse_id }),
    ...found.change,
    ...((to === 'DELIVERED' || to === 'RETURNED') && { exception: undefined }),
  }
  // A case of a missing package that is resolved is taken up again by people.
  const undo = found.writes.length > 0 ? undefined : undoOf(parcel, record.version + 1)
  const recordedEvent = { ...event, event_type, status_applied: true, undo }
  const plan = await planMove(ctx, parcel, to, also, { event: recordedEvent, permit })
  const writes = [...plan.writes, ...found.writes]
  return plan.event && { ...plan, writes, event: plan.event, applied: true }
}

/** Whether a package arrives with this change: one that becomes ready for pickup may have had no scan of its arrival. */
const arrives = ({ status, arrived_at_warehouse }: PackageRecord, to: PackageStatus) =>
  to === 'ARRIVED' ||
  (to === 'READY_FOR_PICKUP' && (status !== 'ARRIVED' || arrived_at_warehouse === undefined))

/** The status that a scan leads to; ARRIVED if the bag has flown or the warehouse is another one. */
function target({ parcel: { record, bag }, event_type, warehouse_id }: Scan): PackageStatus | undefined {
  if (event_type === 'PACKAGE_SCANNED') {
    if (effectiveStatus(record, bag) !== 'IN_TRANSIT') return 'IN_WAREHOUSE'
    return bag?.arrived_at !== undefined || bag?.warehouse_id !== warehouse_id ? 'ARRIVED' : undefined
  }
  // Other types are recorded without effect.
  return packageMachine.moves.find(({ on, by }) => on === event_type && !by)?.to
}

/** A scan without effect on the status; it may open or resolve a case. */
async function notes(scan: Scan): Promise<Outcome> {
  const { ctx, parcel, event_type, event } = scan
  const { record, bag, shipment } = parcel
  const known = Object.hasOwn(eventTypes, event_type)
  const { opens, resolves }: EventType = known
    ? eventTypes[event_type as EventName]
    : { description: event_type }
  const settles = resolves !== undefined && record.exception?.code === resolves
  const recordedEvent = timelineEvent(ctx, shipment, known ? (event_type as EventName) : 'STATUS_CHANGED', {
    ...(!known && { description: event_type }),
    ...event,
    package_id: record.id,
    public: opens !== undefined || resolves !== undefined || event_type === 'PACKAGE_SCANNED',
    status_applied: false,
  })
  const reported =
    opens && !(await isOvertaken(scan, opens))
      ? caseOfScan(ctx, record, { kind: opens, code: event_type, ...recordedEvent })
      : undefined
  const changed = reported ?? (settles ? await resolvedByScan(ctx, record, resolves) : undefined)
  const marked = changed && changePackages(ctx, [record], () => changed.change)
  const after = marked?.records[0] ?? record
  // A case that is resolved is taken up again by people.
  const undo = settles ? undefined : { ...undoOf(parcel, after.version), case_id: reported?.opened }
  const written = ctx.table.create(events, { ...recordedEvent, undo })
  return {
    writes: [written, ...(changed?.writes ?? []), ...(marked?.writes ?? [])],
    record: after,
    bag,
    event: recordedEvent,
    applied: false,
  }
}

/**
 * Whether the end of the package leaves nothing of a reported exception for people to settle: a delivery or a return settles all but
 * damage, and what is said to have happened later is no matter of the journey. The report arrives late, or a clock is wrong.
 */
async function isOvertaken({ ctx, parcel: { record }, event }: Scan, kind: CaseKind): Promise<boolean> {
  if (!hasEnded(record)) return false
  if (kind !== 'DAMAGE') return true
  const newest = await ctx.table.listAll(events, newestEvents(record.shipment_id))
  const end = endOf(record, newest.toReversed())
  return end !== undefined && (event.timestamp ?? '') > end.timestamp
}

/** The state that a void of a scan restores; `version` is the package's after it. */
const undoOf = ({ record, bag }: PackageWithBag, version: number): Undo => ({
  version,
  status: effectiveStatus(record, bag),
  arrived_at_warehouse: record.arrived_at_warehouse,
})
