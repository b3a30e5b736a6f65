import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, Id, text, Timestamp } from '../kernel/fields.ts'
import { packageStatuses } from '../packages/status.ts'
import { conditions, findOutcomes } from './words.ts'

const Condition = z.enum(conditions)
const Outcome = z.enum(findOutcomes)

/** A find as a phone reports it, under an id of its own. */
export const Find = lazySchema(() =>
  z
    .object({
      find_id: Id,
      qr_code: text(2000).min(1),
      condition: Condition,
      note: defaulted(text(1000), ''),
    })
    .meta({ id: 'Find' }),
)

export const FindResult = lazySchema(() =>
  z
    .object({
      package_id: Id,
      outcome: Outcome,
      condition: Condition,
      /** Whether it is the first find of the package in this unloading. */
      counted: z.boolean(),
      status: z.enum(packageStatuses),
      status_applied: z.boolean(),
      next_actions: z.array(z.string()),
    })
    .meta({ id: 'FindResult' }),
)

/** A package that was found in an unloading: an item of its own, so that finds do not wait for each other. */
const FindRecord = lazySchema(() =>
  z.object({
    unloading_id: Id,
    package_id: Id,
    outcome: Outcome,
    condition: Condition,
    note: z.string(),
    found_by: Id,
    found_at: Timestamp,
    version: z.int(),
  }),
)
export type FindRecord = z.output<typeof FindRecord>

export const finds = entity({
  noun: 'Find',
  schema: FindRecord,
  ref: pick(FindRecord, 'unloading_id', 'package_id'),
  key: ({ unloading_id, package_id }) => ({ pk: `UNLOADING#${unloading_id}`, sk: `FIND#${package_id}` }),
})
