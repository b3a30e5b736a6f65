import type { Write } from '../../db/requests.ts'
import { notFound } from '../../core/refusals.ts'
import { bags } from '../bags/record.ts'
import type { CaseRecord } from './record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { isHeld } from '../packages/open-cases.ts'
import { containingBagId, packagePointers, packages, type PackageRecord } from '../packages/record.ts'
import { eventFields, events, eventTypes, type EventName, type EventType } from '../timeline/timeline-events.ts'

/** The packages of a case that still exist. */
export async function packagesOfCase(
  { table }: TenantContext,
  { package_ids }: Pick<CaseRecord, 'package_ids'>,
) {
  const ids = package_ids.map((id) => ({ id }))
  return table.many(packages, await table.many(packagePointers, ids))
}

/** The same. Throws "Package not found" if one is missing. */
export async function allPackagesOfCase(ctx: TenantContext, of: Pick<CaseRecord, 'package_ids'>) {
  const found = await packagesOfCase(ctx, of)
  if (found.length < of.package_ids.length) throw notFound(packages.noun)
  return found
}

/** Changes what packages say about their cases; the bags that hold them count those on hold. */
export function changePackages(
  { table, now }: Pick<TenantContext, 'table' | 'now'>,
  records: readonly PackageRecord[],
  change: (record: PackageRecord) => Partial<PackageRecord>,
) {
  const updated_at = now.toISOString()
  const held = new Map<string, number>()
  const changed = records.map((record) => {
    const revised = table.updateVersion(packages, record, { ...change(record), updated_at })
    const more = Number(isHeld(revised.record)) - Number(isHeld(record))
    const bag = containingBagId(record)
    if (bag !== undefined && more !== 0) held.set(bag, (held.get(bag) ?? 0) + more)
    return revised
  })
  const ofBags = [...held].map(([id, held_packages]) =>
    table.patchUnread(bags, { id }, { set: { updated_at }, add: { held_packages } }),
  )
  return {
    writes: [...changed.map(({ write }) => write), ...ofBags],
    records: changed.map(({ record }) => record),
  }
}

/** An event of each shipment, which names its packages; one for the company names the case too, by its code. */
export const eventsOfShipments = (
  ctx: TenantContext,
  records: readonly PackageRecord[],
  event_type: EventName,
  { note: notes, code }: Pick<CaseRecord, 'note' | 'code'>,
  reason?: string,
): Write[] => {
  const { internal, description }: EventType = eventTypes[event_type]
  return [...Map.groupBy(records, ({ shipment_id }) => shipment_id)].map(([shipment_id, some]) =>
    ctx.table.create(events, {
      ...eventFields(ctx, event_type),
      ...(internal && { description: `${description}: ${code}` }),
      shipment_id,
      packages: new Set(some.map(({ id }) => id)),
      ...(notes && { notes }),
      ...(reason !== undefined && { reason }),
    }),
  )
}
