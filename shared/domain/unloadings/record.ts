import * as z from 'zod'
import { exampleIds, labelTexts } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, optional, ScannedText, Timestamp, TenantId, idOf } from '../kernel/fields.ts'
import { unloadingStatuses } from './status.ts'

/** An unloading without its finds, as in lists. */
export const UnloadingSummary = lazySchema(() =>
  z
    .object({
      id: idOf('unloading'),
      tenant_id: TenantId,
      bag_id: idOf('bag'),
      warehouse_id: idOf('warehouse'),
      status: z
        .enum(unloadingStatuses)
        .meta({ description: 'Whether it is open or closed', examples: ['OPEN'] }),
      seal_intact: z
        .boolean()
        .nullable()
        .meta({ description: 'Whether the seal of the bag was intact; null if unknown', examples: [true] }),
      opened_by: Id.meta({ description: 'The user who opened it', examples: [exampleIds.user] }),
      created_at: Timestamp.meta({ description: 'When it was opened', examples: ['2026-11-24T19:00:00.000Z'] }),
      closed_by: Id.nullable().meta({ description: 'The user who closed it, or null', examples: [null] }),
      closed_at: Timestamp.nullable().meta(commonTexts.whenOrNull),
    })
    .meta({ id: 'UnloadingSummary' }),
)

/** The lists of packages of an unloading: what each has, what its count says, and an example of that. */
const lists = {
  expected: {
    packages: 'The packages that the bag held when it was opened',
    count: 'How many were expected',
    example: 1,
  },
  found: {
    packages: 'Those of them that were found, or were scanned since',
    count: 'How many of them were found',
    example: 1,
  },
  missing: {
    packages: 'Those of them that are still sought',
    count: 'How many of them are missing',
    example: 0,
  },
  excess: {
    packages: 'Packages that were found and not expected',
    count: 'How many were not expected',
    example: 0,
  },
  misrouted: {
    packages: 'Packages that were found and travel in another bag',
    count: 'How many travel in another bag',
    example: 0,
  },
  damaged: { packages: 'Packages that were found damaged', count: 'How many were found damaged', example: 0 },
}
type ListName = keyof typeof lists
const ofEach = <S extends z.ZodType>(schema: (list: (typeof lists)[ListName]) => S) =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, schema(list)])) as Record<ListName, S>

export const Unloading = lazySchema(() =>
  UnloadingSummary.unwrap()
    .extend({
      ...ofEach(({ packages, example }) =>
        z.array(Id).meta({ description: packages, examples: [example ? [exampleIds.package] : []] }),
      ),
      counts: z
        .object(
          ofEach(({ count, example }) =>
            z
              .int()
              .min(0)
              .meta({ description: count, examples: [example] }),
          ),
        )
        .meta({ id: 'UnloadingCounts' })
        .meta({ description: 'How many packages each list has' }),
    })
    .meta({ id: 'Unloading' }),
)

export const NewUnloading = lazySchema(() =>
  z
    .object({
      bag_id: optional(Id).meta({
        description: 'The bag, unless its label is in `qr_code`',
        examples: [exampleIds.bag],
      }),
      qr_code: optional(ScannedText).meta({
        description: 'All of the content of the QR code on the bag’s label; its signature is checked',
        examples: [labelTexts.bag],
      }),
      seal_intact: optional(z.boolean()).meta({
        description: 'Whether the seal of the bag is intact',
        examples: [true],
      }),
    })
    .refine(({ bag_id, qr_code }) => (bag_id ?? qr_code) !== undefined, {
      path: ['bag_id'],
      error: 'Name the bag, by bag_id or qr_code',
    })
    .meta({
      id: 'NewUnloading',
      examples: [{ bag_id: '0192f3a4-7d8e-7f90-b123-456789abcdef', seal_intact: true }],
    }),
)

/** `expected` are the packages that the bag held when the unloading was opened. */
const UnloadingRecord = lazySchema(() =>
  UnloadingSummary.unwrap().extend({ expected: z.array(Id), version: z.int() }),
)
export type UnloadingRecord = z.output<typeof UnloadingRecord>

export const unloadings = entity({
  noun: 'Unloading',
  schema: UnloadingRecord,
  ref: pick(UnloadingRecord, 'id'),
  fields: {
    internal: ['tenant_id', 'created_at', 'expected', 'version'],
    plain: ['id', 'bag_id', 'warehouse_id', 'status', 'seal_intact', 'opened_by', 'closed_by', 'closed_at'],
  },
  audited: 'unloading',
  key: ({ id }) => ({ pk: `UNLOADING#${id}`, sk: 'UNLOADING' }),
  index: ({ id, warehouse_id, created_at }) => ({
    gsi2: { pk: `UNLOADING#WH#${warehouse_id}`, sk: `${created_at}#${id}` },
  }),
})

const OpenUnloading = lazySchema(() => z.object({ bag_id: Id, warehouse_id: Id, id: Id }))
/** The open unloading of a bag in a warehouse: one at a time. */
export const openUnloadings = entity({
  noun: 'Unloading',
  schema: OpenUnloading,
  ref: pick(OpenUnloading, 'bag_id', 'warehouse_id'),
  fields: {
    plain: ['bag_id', 'warehouse_id', 'id'],
  },
  key: ({ bag_id, warehouse_id }) => ({ pk: `BAG#${bag_id}`, sk: `UNLOADING#${warehouse_id}` }),
})
