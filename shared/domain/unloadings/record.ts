import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, optional, Timestamp } from '../kernel/fields.ts'
import { unloadingStatuses } from './words.ts'

/** An unloading without what was found, as lists have it. */
export const UnloadingSummary = lazySchema(() =>
  z
    .object({
      id: Id,
      tenant_id: Id,
      bag_id: Id,
      warehouse_id: Id,
      status: z.enum(unloadingStatuses),
      seal_intact: z.boolean().nullable(),
      opened_by: Id,
      created_at: Timestamp,
      closed_by: Id.nullable(),
      closed_at: Timestamp.nullable(),
    })
    .meta({ id: 'UnloadingSummary' }),
)

/** The lists of packages of an unloading. */
const lists = ['expected', 'found', 'missing', 'excess', 'misrouted', 'damaged'] as const
const ofEach = <S extends z.ZodType>(schema: () => S) =>
  Object.fromEntries(lists.map((name) => [name, schema()])) as Record<(typeof lists)[number], S>

export const Unloading = lazySchema(() =>
  UnloadingSummary.unwrap()
    .extend({
      ...ofEach(() => z.array(Id)),
      counts: z.object(ofEach(() => z.int().min(0))).meta({ id: 'UnloadingCounts' }),
    })
    .meta({ id: 'Unloading' }),
)

export const NewUnloading = lazySchema(() =>
  z.object({ bag_id: Id, seal_intact: optional(z.boolean()) }).meta({
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
  key: ({ bag_id, warehouse_id }) => ({ pk: `BAG#${bag_id}`, sk: `UNLOADING#${warehouse_id}` }),
})
