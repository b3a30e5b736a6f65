import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import type { Plan } from '../../db/commit.ts'
import { Refusal } from '../../core/errors.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { Bag, bags } from './record.ts'
import { Id, idOf, namingPackages, packageNames } from '../kernel/fields.ts'
import type { TenantContext } from '../kernel/context.ts'
import { containingBagId, packagePointers, packages, packageTexts } from '../packages/record.ts'
import { bagsById } from '../packages/with-bag.ts'
import { namedPackages } from '../scans/scanned-ids.ts'
import { shipments } from '../shipments/record.ts'
import { isOpen } from './status.ts'
import { bagPresenter } from './bags.ts'
import { packingWarnings, packingWarningsOf } from './packing-warnings.ts'
import { countPackages, packingWrites, refuseToAdd, type Packable } from './packing.ts'

/** The maximum number of packages of a request. */
const maxPackages = 40
/** A transaction has at most 100 items, and a package takes up to eight of them (see `packingWrites`). */
const perTransaction = 12

export const PackageList = lazySchema(() =>
  namingPackages(
    z.object(packageNames(maxPackages, 'The packages to put into the bag; at most 40 with `qr_codes`')),
    maxPackages,
  ).meta({
    id: 'PackageList',
    examples: [
      { package_ids: ['018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12'] },
      {
        qr_codes: [
          '{"t":"pkg","i":"018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12","c":"f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8","v":1}',
          'PKG-7K2M9QX4TB',
        ],
      },
    ],
  }),
)
const Packed = lazySchema(() =>
  z
    .object({
      package_id: idOf('package'),
      qr_code: z.string().meta(packageTexts.qrCode),
      added: z.boolean().meta({
        description: 'Whether this request put it into the bag; false if it was there before',
        examples: [true],
      }),
      destination: z.string().meta({
        description: 'Where its shipment goes, as it is shown publicly; empty if that is not known yet',
        examples: ['Tbilisi (TBS)'],
      }),
      warnings: z.array(z.enum(packingWarnings)).meta({
        description:
          'It is packed all the same: `other_destination` if its shipment goes to another country than the bag, or to the city that the bag comes from; `no_destination` if the shipment has none yet; `ready_for_pickup` if the package was ready to be collected',
        examples: [[]],
      }),
    })
    .meta({ id: 'PackedPackage' }),
)
export const packingRefusals = ['bad_request', 'not_found', 'conflict'] as const
const Refused = lazySchema(() =>
  z
    .object({
      package_id: Id.optional().meta({
        description: 'The package, if it is known',
        examples: [exampleIds.package],
      }),
      qr_code: z
        .string()
        .optional()
        .meta({
          description: 'Its scanned code, as in the request',
          examples: ['PKG-7K2M9QX4TB'],
        }),
      error: z.enum(packingRefusals).meta({
        description:
          'The error code that adding the package by itself would have; `bad_request` for a label that may be forged',
        examples: ['conflict'],
      }),
      detail: z
        .string()
        .meta({ description: 'The reason, in words', examples: ['A bag holds at most 200 packages'] }),
      reason: z.string().meta({ description: 'The reason, for programs', examples: ['bag_has_most_packages'] }),
      params: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .meta({ description: 'The values that `detail` names', examples: [{ max: 200 }] }),
    })
    .meta({ id: 'RefusedPackage' }),
)
export const PackedBag = lazySchema(() =>
  Bag.unwrap()
    .extend({
      package_ids: z
        .array(Id)
        .meta({ description: 'Those of the request that are in the bag', examples: [[exampleIds.package]] }),
      packed: z.array(Packed.unwrap()).meta({
        description: 'The same, with the codes of their labels',
        examples: [
          [
            {
              package_id: exampleIds.package,
              qr_code: 'PKG-7K2M9QX4TB',
              added: true,
              destination: 'Tbilisi (TBS)',
              warnings: [],
            },
          ],
        ],
      }),
      refused: z
        .array(Refused.unwrap())
        .meta({ description: 'Those of the request that the bag did not take', examples: [[]] }),
    })
    .meta({ id: 'PackedBag' }),
)
type Packed = z.output<typeof Packed>
type Refused = z.output<typeof Refused>
type Outcome = { packed: Packed[]; refused: Refused[] }
type Label = Pick<Refused, 'package_id' | 'qr_code'> | Refused

/**
 * Puts packages into an open bag, twelve in a transaction; those that the bag does not take are in `refused`, with the
 * reason, and so are labels that this service did not sign. Packages that are in the bag already count as packed, and are not `added`. Throws
 * "Bag not found", and a conflict if the bag is not open.
 */
export async function packMany(
  ctx: TenantContext,
  bagId: string,
  { package_ids, qr_codes }: z.output<typeof PackageList>,
) {
  const { status } = await ctx.table.get(bags, { id: bagId })
  if (!isOpen(status)) throw refused.bag_not_open({ bag_status: status })
  const labels = await Promise.all([...new Set(qr_codes)].map((text) => readLabel(ctx, text)))
  const all = [...new Set([...package_ids, ...labels.flatMap(({ package_id }) => package_id ?? [])])]
  const outcomes: Outcome[] = []
  for (let from = 0; from < all.length; from += perTransaction) {
    const ids = all.slice(from, from + perTransaction)
    outcomes.push(await ctx.transact(() => packSome(ctx, bagId, ids)).catch(refuseAll(ids)))
  }
  const [show, bag] = await Promise.all([bagPresenter(ctx), ctx.table.get(bags, { id: bagId })])
  const packed = outcomes.flatMap((one) => one.packed)
  return {
    ...show(bag),
    package_ids: packed.map(({ package_id }) => package_id),
    packed,
    refused: [
      ...labels.filter((one) => 'error' in one),
      ...outcomes.flatMap(({ refused }) => refused.flatMap((one) => asNamed(labels, one))),
    ],
  }
}

/** The package of a label, or why the label is refused. */
async function readLabel(ctx: TenantContext, qr_code: string): Promise<Label> {
  try {
    const [package_id] = await ctx.transact(() => namedPackages(ctx, { package_ids: [], qr_codes: [qr_code] }))
    return { qr_code, package_id }
  } catch (error) {
    return toRefused({ qr_code }, error)
  }
}

/** A refusal of a package for each label that names it; as it is, if its id does. */
function asNamed(labels: readonly Label[], refusal: Refused): Refused[] {
  const scanned = labels.filter(({ package_id }) => package_id === refusal.package_id)
  return scanned.length > 0 ? scanned.map(({ qr_code }) => ({ ...refusal, qr_code })) : [refusal]
}

/** For a transaction that was refused as a whole: its packages are too heavy for the flight. */
const refuseAll = (ids: readonly string[]) => (error: unknown) => ({
  packed: [],
  refused: ids.map((package_id) => toRefused({ package_id }, error)),
})

/** Throws any error that is not a refusal of a package. */
function toRefused(of: Pick<Refused, 'package_id' | 'qr_code'>, error: unknown): Refused {
  if (!(error instanceof Refusal)) throw error
  const { message: detail, reason, params } = error
  const code = packingRefusals.find((one) => one === error.code)
  if (code === undefined) throw error
  return { ...of, error: code, detail, reason, params }
}

async function packSome(ctx: TenantContext, bagId: string, ids: readonly string[]): Promise<Plan<Outcome>> {
  const bag = await ctx.table.get(bags, { id: bagId })
  const found = await readPackages(ctx, ids)
  const [taken, packed, refused]: [Packable[], Packed[], Refused[]] = [[], [], []]
  for (const id of ids) {
    const one = found.get(id)
    try {
      if (!one) throw notFound(packages.noun)
      const added = containingBagId(one.record) !== bagId
      if (added) {
        refuseToAdd({ ...bag, total_packages: bag.total_packages + taken.length }, one.record, one.last)
        taken.push(one)
      }
      packed.push({
        package_id: id,
        qr_code: one.record.qr_code,
        added,
        destination: one.shipment.destination_place,
        warnings: packingWarningsOf(bag, one.shipment, one.record.status),
      })
    } catch (error) {
      refused.push(toRefused({ package_id: id }, error))
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
