import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { allInOrder, ValidationError } from '../../core/errors.ts'
import { bags, type BagRecord } from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { bagActions } from '../packages/next-actions.ts'
import { eventFields, type BagEvent } from '../timeline/timeline-events.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'
import { updateBag, withBagEvent } from '../bags/changes.ts'
import { scanDetails, type ScanEventResult, type ScanInput } from './scan-events.ts'

/**
 * The events that a bag's label takes, and what each changes; undefined if the bag's state does not permit it. The bag's
 * packages follow it while it is loaded. On arrival they stay IN_TRANSIT until each is scanned, since a closed bag does not
 * show the missing ones; but then PACKAGE_SCANNED means their arrival, in any warehouse. Who has the bag in hand (custody)
 * changes no status: these scans are reports.
 */
const effects = {
  BAG_LOADED: ({ status, held_packages }: BagRecord) =>
    status === 'CHECKED_IN' && held_packages === 0 ? { status: 'IN_TRANSIT' as const } : undefined,
  ARRIVED_AT_WAREHOUSE: ({ status, arrived_at }: BagRecord, at: string) =>
    status === 'IN_TRANSIT' && arrived_at === undefined ? { arrived_at: at } : undefined,
  BAG_TAKEN_OVER: () => undefined,
  BAG_HANDED_OVER: () => undefined,
}
type BagScan = keyof typeof effects
const isBagScan = (event_type: string): event_type is BagScan => Object.hasOwn(effects, event_type)

/** A bag after a scan that has an effect, its event, and the write; undefined if the scan has none. */
export function applyToBag(ctx: TenantContext, bag: BagRecord, event_type: BagScan, event: Partial<BagEvent>) {
  const change = effects[event_type](bag, event.timestamp ?? ctx.now.toISOString())
  return change && recordOnBag(ctx, bag, change, event_type, { ...event, status_applied: true })
}

function recordOnBag(
  ctx: TenantContext,
  bag: BagRecord,
  change: Partial<BagRecord>,
  event_type: BagScan,
  also: Partial<BagEvent>,
) {
  // Recipients see the arrival of their parcel, which may be missing in its bag.
  const isSeen = event_type !== 'ARRIVED_AT_WAREHOUSE'
  const event = { ...eventFields(ctx, event_type), public: isSeen, ...also }
  return { ...updateBag(ctx.table, bag, { ...change, ...withBagEvent(bag, event) }, ctx.now), event }
}

/**
 * Records a scan of a bag's label. Throws ValidationError for an event of packages, "Bag not found", also for a courier
 * whose bag it is not, and "Warehouse not found".
 */
export async function scanBag(
  ctx: TenantContext,
  id: string,
  scan: ScanInput,
): Promise<Plan<z.input<typeof ScanEventResult>>> {
  const { event_type } = scan
  if (!isBagScan(event_type))
    throw new ValidationError({
      loc: ['body', 'event_type'],
      msg: `A bag’s label takes ${Object.keys(effects).join(', ')}; scan the packages for other events`,
      type: 'value_error',
    })
  const [bag, { warehouse, writes: opened }] = await allInOrder(
    ownBag(ctx, id),
    warehouseAt(ctx, scan.warehouse_id),
  )
  const details = scanDetails(ctx, bag, warehouse, scan)
  const applied = applyToBag(ctx, bag, event_type, details)
  const withoutEffect = { ...details, public: false, status_applied: false }
  const { write, record, event } = applied ?? recordOnBag(ctx, bag, {}, event_type, withoutEffect)
  return {
    writes: [...opened, write],
    result: {
      event_id: event.id,
      bag_id: record.id,
      label: record.label,
      event_type,
      timestamp: event.timestamp,
      warehouse_current: warehouse.code,
      next_actions: bagActions(record),
      status: record.status,
      status_applied: applied !== undefined,
      warnings: scan.warnings,
    },
  }
}

async function ownBag({ table, actor }: TenantContext, id: string): Promise<BagRecord> {
  const bag = await table.get(bags, { id })
  expectOwn(actor, bags.noun, bag)
  return bag
}
