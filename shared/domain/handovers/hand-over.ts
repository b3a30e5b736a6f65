import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { cases, maxPackagesPerCase, type CaseRecord } from '../cases/record.ts'
import { handovers, type HandoverRecord, type Handover, type NewHandover } from './record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id } from '../kernel/fields.ts'
import { moveTo } from '../kernel/state-machine.ts'
import { refuseHeld, withCase } from '../packages/open-cases.ts'
import { effectiveStatus, packages, type PackageRecord } from '../packages/record.ts'
import { bagsById, shipmentWithPackages } from '../packages/with-bag.ts'
import { progressAfter } from '../shipments/progress.ts'
import { shipments } from '../shipments/record.ts'
import { updateShipment } from '../shipments/update.ts'
import { packageMachine } from '../packages/status.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'
import { settleMissing } from '../cases/by-scan.ts'
import { newCase } from '../cases/cases.ts'
import { unconfirmedNote } from '../cases/automatic-notes.ts'
import { unconfirmedCode } from '../cases/second-person.ts'
import { permitByProof } from './delivery-permit.ts'
import { maxWrites } from '../../db/commit.ts'
import { planMoves } from '../packages/steps.ts'
import { expectRecent } from '../scans/scan-events.ts'
import { namedPackages } from '../scans/scanned-ids.ts'
import { checkProofs } from './proofs.ts'

/**
 * Hands packages of a shipment over to their recipient: all of them, or some. The same hand-over sent again gets the same
 * answer. Throws not_found, ValidationError for a time that cannot be, a conflict for packages that cannot be delivered, and
 * the errors of `checkProofs` and `namedPackages`.
 */
export async function handOver(
  ctx: TenantContext,
  shipmentId: string,
  input: NewHandover,
): Promise<Plan<z.input<typeof Handover>>> {
  const { table, now } = ctx
  const named = await namedPackages(ctx, input)
  if ('refusal' in named) return named
  const given = { ...input, package_ids: named.result }
  const id = Id.safeParse(shipmentId).data ?? ''
  const { shipment, contents } = await shipmentWithPackages(table, id)
  if (!shipment) throw notFound(shipments.noun)
  // Read after the packages: if the same hand-over delivered them at the same time, it is found.
  const earlier = await table.find(handovers, { shipment_id: id, handover_id: given.handover_id })
  if (earlier) return { writes: [], result: { ...repeated(earlier, given), warnings: input.warnings } }

  const occurred_at = new Date(given.occurred_at ?? now).toISOString()
  expectRecent(ctx, occurred_at, shipment.created_at)
  const handedOver = await deliverable(ctx, contents, given)
  const { warehouse, writes: registered } = await placeOf(ctx, given)
  const proofs = await checkProofs(ctx, id, given, new Date(occurred_at))
  const opened = proofs.unconfirmed ? caseOfUnconfirmed(ctx, given) : undefined
  const place = warehouse && { location: warehouse.code, warehouse_id: warehouse.id }
  const settled = await Promise.all(handedOver.records.map((record) => settleMissing(ctx, record, 'DELIVERED')))
  const moves = handedOver.records.map((record, n) => {
    const also = { ...settled[n]?.change, exception: undefined, taken_from: undefined }
    const marked = opened && withCase({ ...record, ...also }, opened, opened.created_at)
    return { record, to: 'DELIVERED' as const, also: { ...also, ...marked } }
  })
  const event = {
    event_type: 'DELIVERED',
    timestamp: occurred_at,
    handover_id: given.handover_id,
    ...place,
  }
  const { writes, steps } = planMoves(ctx, shipment, moves, handedOver.bags, event, permitByProof())
  const counted = await updateShipment(ctx, shipment, progressAfter(shipment, steps, now))
  const record = recordOf(ctx, given, {
    shipment_id: id,
    shipment_status: counted.record.status,
    occurred_at,
    code_check: proofs.code_check,
    ...proofs.code,
    photos: proofs.photos,
    location: warehouse?.code ?? '',
    warehouse_id: warehouse?.id ?? null,
  })
  const all = [
    ...writes,
    ...registered,
    ...proofs.writes,
    ...settled.flatMap((one) => one.writes),
    ...(opened ? [table.create(cases, opened)] : []),
    ...counted.writes,
    table.create(handovers, record),
  ]
  if (all.length > maxWrites) throw refused.too_many_packages_handed_over()
  return { writes: all, result: { ...record, warnings: input.warnings } }
}
/** The stored hand-over. Throws a conflict if the id was given to another one. */
function repeated(earlier: HandoverRecord, given: NewHandover): HandoverRecord {
  const same = ({ package_ids, received_by }: Pick<NewHandover, 'package_ids' | 'received_by'>) => [
    [...package_ids].sort(),
    received_by,
  ]
  if (isDeepStrictEqual(same(earlier), same(given))) return earlier
  throw refused.handover_id_taken()
}

/** The packages, and the bags that count them. Throws "Package not found", and a conflict for one that cannot be delivered. */
async function deliverable({ table }: TenantContext, contents: readonly PackageRecord[], given: NewHandover) {
  const records = given.package_ids.map((id) => {
    const record = contents.find((one) => one.id === id)
    if (!record) throw notFound(packages.noun)
    return record
  })
  const bags = await bagsById(
    table,
    records.map(({ bag_id }) => bag_id),
  )
  for (const record of records) {
    const status = effectiveStatus(record, bags.get(record.bag_id ?? ''))
    if (!moveTo(packageMachine, status, 'DELIVERED', false))
      throw refused.package_not_deliverable({ package: record.qr_code, package_status: status })
    refuseHeld(record)
  }
  return { records, bags }
}

const placeOf = async (ctx: TenantContext, { warehouse_id }: NewHandover) =>
  warehouse_id === undefined ? { warehouse: undefined, writes: [] } : warehouseAt(ctx, warehouse_id)

/** A case for people to find out whether the right person has the packages. Throws a conflict for too many. */
function caseOfUnconfirmed(ctx: TenantContext, { package_ids, received_by }: NewHandover): CaseRecord {
  if (package_ids.length > maxPackagesPerCase)
    throw refused.too_many_unconfirmed_packages({ max: maxPackagesPerCase })
  return newCase(ctx, { kind: 'CLAIM', code: unconfirmedCode, note: unconfirmedNote(received_by), package_ids })
}

const recordOf = (
  { actor, now }: TenantContext,
  { handover_id, package_ids, received_by, signature, offline }: NewHandover,
  found: Pick<
    HandoverRecord,
    | 'shipment_id'
    | 'shipment_status'
    | 'occurred_at'
    | 'code_check'
    | 'code_sent_to'
    | 'code_sent_at'
    | 'photos'
    | 'location'
    | 'warehouse_id'
  >,
): HandoverRecord => ({
  handover_id,
  package_ids,
  received_by,
  offline,
  signature: signature ?? null,
  handed_over_by: actor.user_id,
  recorded_at: now.toISOString(),
  ...found,
})
