import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { all, equals, exists } from '../../db/conditions.ts'
import type { Plan } from '../../db/commit.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { releaseFlightCapacity, refuseToDepart, updateBag, appendBagEvent } from './changes.ts'
import {
  bags,
  manifestEntries,
  manifestListing,
  toBagResponse,
  type BagChange,
  type BagRecord,
  type BagResponse,
  type NewBag,
} from './record.ts'
import { bagMachine, bagStatuses, isOpen, type BagStatus } from './status.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers } from '../couriers/record.ts'
import { deleted, differences, Id, optional } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { packages, type PackageResponse } from '../packages/record.ts'
import { packagePresenter as shownPackages } from '../packages/packages.ts'
import { qrSigner } from '../kernel/qr.ts'
import { managerRoles } from '../kernel/roles.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'

/** Creates bag responses; signing needs the service's key. */
export const bagPresenter = async ({ secret }: Pick<TenantContext, 'secret'>) =>
  toBagResponse(await secret('qr', qrSigner))

/** Creates a bag. Its warehouse is registered at its first use. Throws "Courier not found". */
export async function openBag(
  ctx: TenantContext,
  { courier_id, ...input }: z.output<typeof NewBag>,
): Promise<Plan<BagResponse>> {
  const { table, actor, now, newId } = ctx
  const [warehouse, courier] = await Promise.all([
    warehouseAt(ctx, input.warehouse_id),
    courier_id === undefined ? undefined : table.get(couriers, { id: courier_id }),
  ])
  const moment = now.toISOString()
  const record: BagRecord = {
    ...input,
    id: newId(),
    tenant_id: actor.tenant_id,
    status: 'OPEN',
    ...(courier && { courier_id: courier.id, courier_name: courier.full_name }),
    total_packages: 0,
    total_weight_g: 0,
    open_packages: 0,
    delivered_packages: 0,
    held_packages: 0,
    events: [],
    created_at: moment,
    updated_at: moment,
    version: 1,
  }
  const writes = [
    table.create(bags, record),
    table.putDirectoryEntry('bag', record.id, record.id),
    ...warehouse.writes,
  ]
  return { writes, result: (await bagPresenter(ctx))(record) }
}

export const BagFilter = lazySchema(() =>
  z.object({
    status: optional(z.enum(bagStatuses)),
    courier_id: optional(Id).meta({ examples: [exampleIds.courier] }),
    flight_id: optional(Id).meta({ examples: [exampleIds.flight] }),
    warehouse_id: optional(Id).meta({ examples: [exampleIds.warehouse] }),
    courier_no_show: optional(z.enum(['true'])).meta({
      description: 'Returns only bags whose courier missed their flight, or cannot take it',
    }),
  }),
)

/** Newest first; a courier's bags have an index of their own, and couriers see only those. */
export async function listBags(
  ctx: TenantContext,
  { courier_id: wanted, courier_no_show, ...filter }: z.output<typeof BagFilter>,
  page: PageRequest,
): Promise<Page<BagResponse>> {
  const { role, courier_id: own } = ctx.actor
  if (role === 'courier' && (own === undefined || (wanted ?? own) !== own)) return new Page([])
  const courier_id = role === 'courier' ? own : wanted
  const filters = [
    ...Object.entries(filter).flatMap(([field, value]) => (value === undefined ? [] : [equals(field, value)])),
    // Also of a flight or courier that the bag has no more.
    ...(courier_no_show ? [exists('no_show')] : []),
  ]
  const found = await ctx.table.list(bags, {
    ...(courier_id === undefined
      ? { index: 'gsi1', partition: 'BAG' }
      : { index: 'gsi2', partition: `BAG#COURIER#${courier_id}` }),
    newestFirst: true,
    ...page,
    ...(filters.length > 0 && { filter: all(...filters) }),
  })
  const shown = found.map(await bagPresenter(ctx))
  return courier_no_show ? shown.flatMap((bag) => (bag.courier_no_show ? [bag] : [])) : shown
}

/** Throws "Bag not found". */
export async function readBag(ctx: TenantContext, id: string): Promise<BagResponse> {
  const bag = await ctx.table.get(bags, { id })
  expectOwn(ctx.actor, bags.noun, bag)
  return (await bagPresenter(ctx))(bag)
}

/** A page of the packages on a bag's manifest. Throws "Bag not found". */
export async function listBagPackages(
  ctx: TenantContext,
  bagId: string,
  page: PageRequest,
): Promise<Page<PackageResponse>> {
  const { table, actor } = ctx
  const id = Id.safeParse(bagId).data ?? ''
  const [found, bag] = await Promise.all([
    table.list(manifestEntries, { ...manifestListing(id), ...page }),
    table.get(bags, { id }),
  ])
  expectOwn(actor, bags.noun, bag)
  const contents = await table.many(packages, found.records, page)
  const records = new Map(contents.map((record) => [record.id, record]))
  const show = await shownPackages(ctx)
  // A package that was deleted since is skipped.
  return found.flatMap(({ id }) => {
    const record = records.get(id)
    return record ? [show(record, bag)] : []
  })
}

/**
 * Merges the named fields. Only managers set a status: IN_TRANSIT, or DELIVERED once no package is open. Throws
 * not_found, stale (If-Match), and a conflict for any other status.
 */
export async function changeBag(
  ctx: TenantContext,
  id: string,
  input: z.output<typeof BagChange>,
): Promise<Plan<BagResponse>> {
  const { table, now } = ctx
  const current = await table.get(bags, { id })
  ctx.expectVersion(current.version)
  const { status, ...change } = differences(current, input)
  const show = await bagPresenter(ctx)
  if (!status && Object.keys(change).length === 0) return { writes: [], result: show(current) }
  const warehouse = change.warehouse_id === undefined ? undefined : await warehouseAt(ctx, change.warehouse_id)
  const moved = status && statusByHand(ctx, current, status)
  const { write, record } = updateBag(table, current, { ...change, ...moved }, now)
  return { writes: [write, ...(warehouse?.writes ?? [])], result: show(record) }
}

function statusByHand(ctx: TenantContext, bag: BagRecord, to: BagStatus): Partial<BagRecord> {
  const move = bagMachine.moves.find(
    (one) => one.by === 'managers' && one.to === to && one.from.includes(bag.status),
  )
  if (!move || !managerRoles.includes(ctx.actor.role))
    throw refused.bag_status_not_settable({ bag_status: bag.status, new_bag_status: to })
  if (to !== 'DELIVERED') refuseToDepart(bag)
  if (to !== 'DELIVERED') return { status: to, ...appendBagEvent(ctx, bag, 'BAG_LOADED', bag.origin) }
  if (bag.open_packages > 0) throw refused.bag_has_open_packages({ packages: bag.open_packages })
  return { status: to, delivered_from: bag.status }
}

/** Deletes an empty open bag. Throws not_found, stale (If-Match), and a conflict otherwise. */
export async function deleteBag({ table, expectVersion }: TenantContext, id: string) {
  const bag = await table.get(bags, { id })
  expectVersion(bag.version)
  if (bag.total_packages > 0) throw refused.bag_not_empty()
  if (!isOpen(bag.status)) throw refused.bag_not_deletable({ bag_status: bag.status })
  const writes = [
    table.remove(bags, bag),
    table.deleteDirectoryEntry('bag', bag.id),
    ...releaseFlightCapacity(table, bag),
  ]
  return { writes, result: deleted('bag', bag.id) }
}
