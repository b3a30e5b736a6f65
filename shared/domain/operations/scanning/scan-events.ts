import * as z from 'zod'
import type { Plan } from '../../../db/commit.ts'
import { allInOrder, notFound } from '../../../core/errors.ts'
import { lazySchema } from '../../../core/lazy-schema.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { Id, optional, text, Timestamp } from '../../kernel/fields.ts'
import { nextActions } from '../../packages/next-actions.ts'
import { expectOwn } from '../../kernel/ownership.ts'
import { isGenuine } from '../../kernel/qr.ts'
import {
  codePointers,
  packagePointers,
  packages,
  effectiveStatus,
  type PackageRecord,
} from '../../packages/record.ts'
import { Carried } from '../../scans/record.ts'
import { refuseForged } from '../../scans/scans.ts'
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
      photo_url: optional(z.url({ protocol: /^https$/, error: 'A URL that begins with https://' }).max(2000)),
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
  z
    .object({
      event_id: Id,
      package_id: Id,
      event_type: z.string(),
      timestamp: Timestamp,
      warehouse_current: z.string(),
      next_actions: z.array(z.string()),
      status: z.enum(packageStatuses),
      status_applied: z.boolean(),
    })
    .meta({ id: 'ScanEventResult' }),
)

/**
 * Records a scan with its effect on the package, or without one if the change is not allowed. Refuses a label that
 * this service did not sign (bad_request), and throws "Package not found" for an unknown code.
 */
export async function scanEvent(
  ctx: TenantContext,
  { qr_code, warehouse_id, event_type, ...given }: z.output<typeof ScanEvent>,
): Promise<Plan<z.input<typeof ScanEventResult>>> {
  const label = labelOf(qr_code)
  if (label && !(await isGenuine(ctx, label))) return refuseForged(ctx, Carried.parse(label))
  const pointer = await (label
    ? ctx.table.get(packagePointers, { id: label.i })
    : ctx.table.get(codePointers, { qr_code: codeOf(qr_code) }))
  const [parcel, { warehouse, writes: opened }] = await allInOrder(
    followOwn(ctx, pointer),
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
  const { writes, record, bag, event, applied } = await effectOf(scan)
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

async function followOwn({ table, actor }: TenantContext, pointer: Parameters<typeof followWithShipment>[1]) {
  const parcel = await followWithShipment(table, pointer)
  expectOwn(actor, packages.noun, parcel.bag)
  return parcel
}

/** A package's code; scanners may read it with an underscore or in lower case. */
const codeOf = (given: string) => given.trim().toUpperCase().replace(/^PKG_/, 'PKG-')

/** The signature and the key number may be missing, as in a forged label. */
const PackageLabel = lazySchema(() =>
  z.object({ t: z.literal('pkg'), i: Id, c: z.unknown().optional(), v: z.unknown().optional() }),
)
/** The content of a package label's QR code, if that is what was scanned. */
function labelOf(given: string): z.output<typeof PackageLabel> | undefined {
  if (!given.trim().startsWith('{')) return undefined
  try {
    return PackageLabel.parse(JSON.parse(given))
  } catch {
    throw notFound(packages.noun)
  }
}

/** The time of the event: no earlier than the package's creation, at most five minutes ahead. */
function moments({ now }: TenantContext, { created_at }: PackageRecord, occurred: string | undefined) {
  const latest = new Date(now.getTime() + 300_000)
  const at = occurred === undefined ? now : new Date(occurred)
  const bounded = new Date(Math.min(latest.getTime(), Math.max(Date.parse(created_at), at.getTime())))
  return { timestamp: bounded.toISOString() }
}
