import * as z from 'zod'
import type { Write } from '../db/requests.ts'
import type { Plan } from '../db/settle.ts'
import { inOrder } from '../errors.ts'
import { revisedBag, withEvent } from './bag-changes.ts'
import type { BagRecord } from './bag-record.ts'
import type { TenantContext } from './context.ts'
import { events, eventTypes, happening, type EventName, type EventRecord } from './events.ts'
import { Id, optional, text, Timestamp } from './fields.ts'
import { moveTo } from './machine.ts'
import { nextActions } from './next-actions.ts'
import { codePointers, packagePointers, packages, reading, type PackageRecord } from './package-record.ts'
import { packageMachine, packageStatuses, type PackageStatus } from './package-status.ts'
import { planMove } from './package-steps.ts'
import { followWithShipment, type Parcel } from './parcel.ts'
import type { ShipmentRecord } from './shipment-record.ts'
import { warehouseAt } from './warehouses.ts'

export const ScanEvent = z
  .object({
    qr_code: text(2000).min(1),
    warehouse_id: Id,
    event_type: z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/, 'Capitals, digits and _, as PACKAGE_SCANNED'),
    photo_url: optional(z.url().max(2000)),
    evidence: optional(z.object({ actor_id: optional(Id), notes: optional(text(1000)) })),
    occurred_at: optional(z.iso.datetime({ offset: true })),
  })
  .meta({
    id: 'ScanEvent',
    examples: [
      {
        qr_code: 'PKG-7K2M9QX4TB',
        warehouse_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        event_type: 'PACKAGE_SCANNED',
        evidence: { notes: 'Corner dented' },
      },
    ],
  })

export const ScanEventResult = z.object({
  event_id: Id,
  package_id: Id,
  event_type: z.string(),
  timestamp: Timestamp,
  warehouse_current: z.string(),
  next_actions: z.array(z.string()),
  status: z.enum(packageStatuses),
  status_applied: z.boolean(),
})

/** What a scan may be the word of. Other types are recorded, and have no effect. */
const scanned = ['PACKAGE_SCANNED', 'ARRIVED_AT_WAREHOUSE', 'READY_FOR_PICKUP', 'DELIVERED', 'RETURNED', 'LOST']
const loaded = 'BAG_LOADED'

/**
 * Records what a warehouse scanned, with the effect that it has on the package, or none where the move is not allowed:
 * a scanner is never refused. Throws "Package not found" for an unknown code.
 */
export async function scanEvent(
  ctx: TenantContext,
  { qr_code, warehouse_id, event_type, ...given }: z.output<typeof ScanEvent>,
): Promise<Plan<z.input<typeof ScanEventResult>>> {
  const pointer = await pointerOf(ctx, qr_code)
  const [parcel, { warehouse, writes: opened }] = await inOrder(
    followWithShipment(ctx.table, pointer),
    warehouseAt(ctx, warehouse_id),
  )
  const scan: Scan = {
    ...{ ctx, parcel, event_type, warehouse_id: warehouse.id },
    event: {
      event_type,
      location: warehouse.code,
      warehouse_id: warehouse.id,
      ...moments(ctx, parcel.record, given.occurred_at),
      ...(given.photo_url !== undefined && { photo_url: given.photo_url }),
      ...(given.evidence?.notes !== undefined && { notes: given.evidence.notes }),
      ...(given.evidence?.actor_id !== undefined && { scanned_by: given.evidence.actor_id }),
    },
  }
  const { writes, record, bag, event, applied } = loads(scan) ?? moves(scan) ?? notes(scan)
  const status = reading(record, bag)
  const result = {
    event_id: event.id,
    package_id: record.id,
    event_type,
    timestamp: event.timestamp,
    warehouse_current: warehouse.code,
    next_actions: nextActions(record, bag),
    status,
    status_applied: applied,
  }
  return { writes: [...opened, ...writes], result }
}

const Label = z.object({ t: z.literal('pkg'), i: Id })
/** By a package's code, also with an underscore and in any letter case; or by the JSON that its label's QR holds. */
function pointerOf({ table }: TenantContext, given: string) {
  if (!given.trim().startsWith('{'))
    return table.get(codePointers, { qr_code: given.trim().toUpperCase().replace(/^PKG_/, 'PKG-') })
  const { data } = Label.safeParse(parsed(given))
  return table.get(packagePointers, { id: data?.i ?? '' })
}
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

interface Scan {
  ctx: TenantContext
  parcel: Parcel & { shipment: ShipmentRecord }
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

/** When it happened: no earlier than the package came into being, and at most five minutes from now. */
function moments({ now }: TenantContext, { created_at }: PackageRecord, occurred: string | undefined) {
  const latest = new Date(now.getTime() + 300_000)
  const at = occurred === undefined ? now : new Date(occurred)
  const bounded = new Date(Math.min(latest.getTime(), Math.max(Date.parse(created_at), at.getTime())))
  return { timestamp: bounded.toISOString() }
}

/** A package's bag goes onto the flight with all that is in it, so the event is the bag's. */
function loads({ ctx, parcel: { record, bag }, event_type, event }: Scan): Outcome | undefined {
  if (event_type !== loaded || bag?.status !== 'CHECKED_IN' || record.status !== 'ASSIGNED_TO_BAG')
    return undefined
  const told = withEvent(ctx, bag, loaded, event.location ?? '')
  const revised = revisedBag(ctx.table, bag, { status: 'IN_TRANSIT', ...told }, ctx.now)
  const happened = told.events.at(-1)
  return happened && { writes: [revised.write], record, bag: revised.record, event: happened, applied: true }
}

function moves(scan: Scan): Outcome | undefined {
  const { ctx, parcel, event_type, warehouse_id, event } = scan
  const { record, bag } = parcel
  const to = target(scan)
  if (!to || !moveTo(packageMachine, reading(record, bag), to, false)) return undefined
  const also = {
    ...(to === 'ARRIVED' && { arrived_at_warehouse: warehouse_id }),
    ...((to === 'DELIVERED' || to === 'RETURNED') && { exception: undefined }),
  }
  const id = ctx.newId()
  const told = { ...event, id, event_type, status_applied: true }
  const plan = planMove(ctx, parcel, to, also, told)
  return { ...plan, event: { id, timestamp: event.timestamp ?? '' }, applied: true }
}

/** The status that a scan leads to: of an arrival, where the package's bag has flown or the warehouse is another. */
function target({ parcel: { record, bag }, event_type, warehouse_id }: Scan): PackageStatus | undefined {
  if (event_type === 'PACKAGE_SCANNED') {
    if (reading(record, bag) !== 'IN_TRANSIT') return 'IN_WAREHOUSE'
    return bag?.arrived_at !== undefined || bag?.warehouse_id !== warehouse_id ? 'ARRIVED' : undefined
  }
  if (!scanned.includes(event_type)) return undefined
  return packageMachine.moves.find(({ on, by }) => on === event_type && !by)?.to
}

/** A scan without effect on the status; it may tell of something that somebody has to see to. */
function notes({ ctx, parcel: { record, bag, shipment }, event_type, event }: Scan): Outcome {
  const { table, now } = ctx
  const known = Object.hasOwn(eventTypes, event_type)
  const exceptional = known && 'exception' in eventTypes[event_type as EventName]
  const clears = event_type === 'CUSTOMS_CLEARED'
  const seen = event_type === 'PACKAGE_SCANNED'
  const happened = happening(ctx, shipment, known ? (event_type as EventName) : 'STATUS_CHANGED', {
    ...(!known && { description: event_type }),
    ...event,
    package_id: record.id,
    public: exceptional || clears || seen,
    status_applied: false,
  })
  const written = table.create(events, happened)
  if (!exceptional && !clears) return { writes: [written], record, bag, event: happened, applied: false }
  const exception = clears
    ? undefined
    : { code: event_type, since: happened.timestamp, note: event.notes ?? '' }
  const revised = table.revise(packages, record, { exception, updated_at: now.toISOString() })
  return { writes: [written, revised.write], record: revised.record, bag, event: happened, applied: false }
}
