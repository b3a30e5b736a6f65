import * as z from 'zod'
import type { Plan } from '../../../db/commit.ts'
import { allInOrder } from '../../../core/errors.ts'
import { lazySchema } from '../../../core/lazy-schema.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { Id, optional, text, Timestamp } from '../../kernel/fields.ts'
import { nextActions } from '../../packages/next-actions.ts'
import { expectOwn } from '../../kernel/ownership.ts'
import {
  codePointers,
  packagePointers,
  packages,
  effectiveStatus,
  type PackageRecord,
} from '../../packages/record.ts'
import { packageStatuses } from '../../states/package.ts'
import { followWithShipment } from '../../packages/with-bag.ts'
import { effectOf, type Scan } from './effects.ts'
import { warehouseAt } from '../../warehouses/warehouses.ts'

export const ScanEvent = lazySchema(() =>
  z
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
    }),
)

export const ScanEventResult = lazySchema(() =>
  z.object({
    event_id: Id,
    package_id: Id,
    event_type: z.string(),
    timestamp: Timestamp,
    warehouse_current: z.string(),
    next_actions: z.array(z.string()),
    status: z.enum(packageStatuses),
    status_applied: z.boolean(),
  }),
)

/**
 * Records a scan with its effect on the package, or without one if the change is not allowed: a scan is never
 * refused. Throws "Package not found" for an unknown code.
 */
export async function scanEvent(
  ctx: TenantContext,
  { qr_code, warehouse_id, event_type, ...given }: z.output<typeof ScanEvent>,
): Promise<Plan<z.input<typeof ScanEventResult>>> {
  const pointer = await pointerOf(ctx, qr_code)
  const [parcel, { warehouse, writes: opened }] = await allInOrder(
    followWithShipment(ctx.table, pointer),
    warehouseAt(ctx, warehouse_id),
  )
  expectOwn(ctx.actor, packages.noun, parcel.bag)
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
  const { writes, record, bag, event, applied } = effectOf(scan)
  const status = effectiveStatus(record, bag)
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

const Label = lazySchema(() => z.object({ t: z.literal('pkg'), i: Id }))
/**
 * By a package's code, also with an underscore and in any letter case, or by the JSON of its label's QR code.
 */
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

/** The time of the event: no earlier than the package's creation, at most five minutes ahead. */
function moments({ now }: TenantContext, { created_at }: PackageRecord, occurred: string | undefined) {
  const latest = new Date(now.getTime() + 300_000)
  const at = occurred === undefined ? now : new Date(occurred)
  const bounded = new Date(Math.min(latest.getTime(), Math.max(Date.parse(created_at), at.getTime())))
  return { timestamp: bounded.toISOString() }
}
