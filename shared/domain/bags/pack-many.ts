import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import type { Plan } from '../../db/commit.ts'
import { conflict, notFound, Refusal } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { Bag, bags } from './record.ts'
import { Id, idOf } from '../kernel/fields.ts'
import type { TenantContext } from '../kernel/context.ts'
import { containingBagId, packagePointers, packages } from '../packages/record.ts'
import { bagsById } from '../packages/with-bag.ts'
import { shipments } from '../shipments/record.ts'
import { isOpen } from './status.ts'
import { bagPresenter } from './bags.ts'
import { countPackages, packingWrites, refuseToAdd, type Packable } from './packing.ts'

/** The maximum number of packages of a request. */
const maxPackages = 40
/** A transaction has at most 100 items, and a package takes up to eight of them (see `packingWrites`). */
const perTransaction = 12

export const PackageList = lazySchema(() =>
  z
    .object({
      package_ids: z
        .array(Id)
        .min(1)
        .max(maxPackages)
        .transform((ids) => [...new Set(ids)])
        .meta({ description: 'The packages to put into the bag', examples: [[exampleIds.package]] }),
    })
    .meta({ id: 'PackageList', examples: [{ package_ids: ['018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12'] }] }),
)
const Refused = lazySchema(() =>
  z
    .object({
      package_id: idOf('package'),
      error: z.enum(['not_found', 'conflict']).meta({
        description: 'The error code that adding the package by itself would have',
        examples: ['conflict'],
      }),
      detail: z
        .string()
        .meta({ description: 'The reason, in words', examples: ['A bag holds at most 200 packages'] }),
    })
    .meta({ id: 'RefusedPackage' }),
)
export const PackedBag = lazySchema(() =>
  Bag.unwrap()
    .extend({
      package_ids: z
        .array(Id)
        .meta({ description: 'Those of the request that are in the bag', examples: [[exampleIds.package]] }),
      refused: z
        .array(Refused.unwrap())
        .meta({ description: 'Those of the request that the bag did not take', examples: [[]] }),
    })
    .meta({ id: 'PackedBag' }),
)
type Refused = z.output<typeof Refused>
type Outcome = { packed: string[]; refused: Refused[] }

/**
 * Puts packages into an open bag, twelve in a transaction; those that the bag does not take are in `refused`, with the
 * reason. Packages that are in the bag already count as packed. Throws "Bag not found", and a conflict if the bag is not
 * open.
 */
export async function packMany(
  ctx: TenantContext,
  bagId: string,
  { package_ids }: z.output<typeof PackageList>,
) {
  const { status } = await ctx.table.get(bags, { id: bagId })
  if (!isOpen(status)) throw conflict(`A bag with status ${status} takes no more packages`)
  const outcomes: Outcome[] = []
  for (let from = 0; from < package_ids.length; from += perTransaction) {
    const ids = package_ids.slice(from, from + perTransaction)
    outcomes.push(await ctx.transact(() => packSome(ctx, bagId, ids)).catch(refuseAll(ids)))
  }
  const [show, bag] = await Promise.all([bagPresenter(ctx), ctx.table.get(bags, { id: bagId })])
  return {
    ...show(bag),
    package_ids: outcomes.flatMap(({ packed }) => packed),
    refused: outcomes.flatMap(({ refused }) => refused),
  }
}

/** Of a transaction that was refused as a whole: its packages are too heavy for the flight. */
const refuseAll = (ids: readonly string[]) => (error: unknown) => ({
  packed: [],
  refused: ids.map((id) => toRefused(id, error)),
})

/** Throws any error that is not a refusal of a package. */
function toRefused(package_id: string, error: unknown): Refused {
  if (error instanceof Refusal && (error.code === 'not_found' || error.code === 'conflict'))
    return { package_id, error: error.code, detail: error.message }
  throw error
}

async function packSome(ctx: TenantContext, bagId: string, ids: readonly string[]): Promise<Plan<Outcome>> {
  const bag = await ctx.table.get(bags, { id: bagId })
  const found = await readPackages(ctx, ids)
  const [taken, packed, refused]: [Packable[], string[], Refused[]] = [[], [], []]
  for (const id of ids) {
    const one = found.get(id)
    try {
      if (!one) throw notFound(packages.noun)
      if (containingBagId(one.record) !== bagId) {
        refuseToAdd({ ...bag, total_packages: bag.total_packages + taken.length }, one.record, one.last)
        taken.push(one)
      }
      packed.push(id)
    } catch (error) {
      refused.push(toRefused(id, error))
    }
  }
  if (taken.length === 0) return { writes: [], result: { packed, refused } }
  const records = taken.map(({ record }) => record)
  const writes = [...countPackages(ctx, bag, records).writes, ...(await packingWrites(ctx, bag, taken))]
  return { writes, result: { packed, refused } }
}

/** Packages by id, with their shipments and former bags. */
async function readPackages({ table }: TenantContext, ids: readonly string[]) {
  const pointers = await table.many(
    packagePointers,
    ids.map((id) => ({ id })),
  )
  const [records, theirShipments] = await Promise.all([
    table.many(packages, pointers),
    table.many(
      shipments,
      [...new Set(pointers.map(({ shipment_id }) => shipment_id))].map((id) => ({ id })),
    ),
  ])
  const formerBags = await bagsById(
    table,
    records.map(({ bag_id }) => bag_id),
  )
  const found = new Map<string, Packable>()
  for (const pointer of pointers) {
    const record = records.find(({ id }) => id === pointer.id)
    const shipment = theirShipments.find(({ id }) => id === pointer.shipment_id)
    const last = formerBags.get(record?.bag_id ?? '')
    if (record && shipment) found.set(pointer.id, { record, shipment, pointer, last })
  }
  return found
}
