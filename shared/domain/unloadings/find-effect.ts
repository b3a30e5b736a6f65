import type { Write } from '../../db/requests.ts'
import type { TenantContext } from '../kernel/context.ts'
import { moveTo } from '../kernel/state-machine.ts'
import { effectiveStatus } from '../packages/record.ts'
import type { PackageWithBag } from '../packages/with-bag.ts'
import type { ShipmentRecord } from '../shipments/record.ts'
import { packageMachine } from '../packages/status.ts'
import { events, timelineEvent, type EventName, type EventRecord } from '../timeline/timeline-events.ts'
import { changePackages } from '../cases/affected.ts'
import { caseOfScan, settleMissing } from '../cases/by-scan.ts'
import { planMove } from '../packages/steps.ts'
import type { scanDetails } from '../scans/scan-events.ts'

type Parcel = PackageWithBag & { shipment: ShipmentRecord }
interface Effect extends PackageWithBag {
  writes: Write[]
  applied: boolean
}

/**
 * The effects of a find on its package, in one change: its arrival, which also settles that it was missing, and the case of its
 * damage. A first find without an arrival is in the timeline for the company only. Throws a conflict.
 */
export async function effectOfFind(
  ctx: TenantContext,
  parcel: Parcel,
  details: ReturnType<typeof scanDetails>,
  { stays, damages, isFirst }: { stays: boolean; damages: boolean; isFirst: boolean },
): Promise<Effect> {
  const { record, bag, shipment } = parcel
  const applied = !stays && moveTo(packageMachine, effectiveStatus(record, bag), 'ARRIVED', false) !== undefined
  const settled = await settleMissing(ctx, record, applied ? 'ARRIVED' : undefined)
  const reported = { kind: 'DAMAGE', code: 'DAMAGED', ...details } as const
  const damage = damages ? caseOfScan(ctx, { ...record, ...settled.change }, reported) : nothing
  const change = { ...settled.change, ...damage.change }
  const noted = (event_type: EventName, also: Partial<EventRecord>) =>
    ctx.table.create(
      events,
      timelineEvent(ctx, shipment, event_type, {
        ...details,
        package_id: record.id,
        status_applied: false,
        ...also,
      }),
    )
  const writes = [
    ...settled.writes,
    ...damage.writes,
    ...(damages ? [noted('DAMAGED', {})] : []),
    ...(isFirst && !applied ? [noted('PACKAGE_SCANNED', { public: false })] : []),
  ]
  if (applied) {
    const arrival = { arrived_at_warehouse: details.warehouse_id, ...change }
    const event = { ...details, event_type: 'ARRIVED_AT_WAREHOUSE', status_applied: true }
    const moved = await planMove(ctx, parcel, 'ARRIVED', arrival, { event })
    return { ...moved, writes: [...writes, ...moved.writes], applied }
  }
  if (!damages) return { writes, record, bag, applied }
  const marked = changePackages(ctx, [record], () => change)
  return { writes: [...writes, ...marked.writes], record: marked.records[0] ?? record, bag, applied }
}

const nothing = { writes: [], change: {} }
