import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { scanTexts } from '../scans/record.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, Id, ScannedText, Timestamp, idOf } from '../kernel/fields.ts'
import { cutTo, droppingUnusable, ifUsable, warningsAs } from '../kernel/usable.ts'
import { packageTexts } from '../packages/record.ts'
import { packageStatuses } from '../packages/status.ts'
import { conditions, findOutcomes } from './status.ts'

const Condition = z.enum(conditions).meta({ description: 'The condition of the package', examples: ['OK'] })
const Outcome = z.enum(findOutcomes)

/** A find as a phone reports it, under an id of its own. */
export const Find = lazySchema(() =>
  droppingUnusable(
    z.object({
      find_id: Id.meta({
        description: 'The id that the phone chose for the find, a UUID',
        examples: [exampleIds.scan],
      }),
      qr_code: ScannedText.meta(scanTexts.qrCode),
      condition: Condition,
      note: ifUsable(defaulted(cutTo(1000), ''), '').meta(commonTexts.notes),
    }),
  ).meta({ id: 'Find' }),
)

export const FindResult = lazySchema(() =>
  z
    .object({
      package_id: idOf('package'),
      qr_code: z.string().optional().meta(packageTexts.qrCode),
      outcome: Outcome.meta({
        description: 'FOUND: was expected. EXCESS: was not. MISROUTED: travels in another bag',
        examples: ['FOUND'],
      }),
      condition: Condition,
      /** Whether it is the first find of the package in this unloading. */
      counted: z.boolean().meta({
        description: 'Whether it is the first find of the package in this unloading',
        examples: [true],
      }),
      status: z
        .enum(packageStatuses)
        .meta({ description: 'The package’s status after the find', examples: ['ARRIVED'] }),
      status_applied: z
        .boolean()
        .meta({ description: 'Whether the find changed that status', examples: [true] }),
      next_actions: z.array(z.string()).meta(commonTexts.nextActions),
      warnings: warningsAs('note: At most 1000 characters; the rest is left out'),
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
  fields: {
    personal: ['note'],
    internal: ['version'],
    plain: ['unloading_id', 'package_id', 'outcome', 'condition', 'found_by', 'found_at'],
  },
  audited: 'unloading_find',
  auditedBy: 'package_id',
  place: {
    within: { within: { index: 'gsi1', partition: 'WH' }, index: 'gsi2', partition: 'UNLOADING#' },
    from: 'FIND#',
  },
  key: ({ unloading_id, package_id }) => ({ pk: `UNLOADING#${unloading_id}`, sk: `FIND#${package_id}` }),
})
