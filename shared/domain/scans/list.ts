import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { all, equals, oneOf } from '../../db/conditions.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id, optional, Timestamp } from '../kernel/fields.ts'
import { findScannable, kindOf } from './scannable.ts'
import { Bound, isEmpty, keysIn } from '../kernel/period.ts'
import { companyPeriod } from '../settings/settings.ts'
import { managerRoles } from '../kernel/roles.ts'
import {
  ScannableEntity,
  Scan,
  scans,
  sightings,
  sightingsOf,
  ValidationResult,
  validationResults,
  word,
  type ScanRecord,
} from './record.ts'

const yesOrNo = z.enum(['true', 'false'])
/** The kind of a label in a request; labels use `pkg` for a package. */
const labelKind = (given: string) => (given === 'package' ? 'pkg' : given)

export const ScanFilter = lazySchema(() =>
  z.object({
    user_id: optional(Id).meta({ examples: [exampleIds.user] }),
    all: optional(yesOrNo).meta({
      description: 'Returns the scans of all users, for managers',
      examples: ['true'],
    }),
    validation_result: optional(ValidationResult),
    valid: optional(yesOrNo).meta({
      description: 'Whether the label was valid; `false` returns all other results',
      examples: ['false'],
    }),
    entity_type: optional(word.transform(labelKind)).meta({
      description: 'Returns only scans of this kind: `pkg` or `bag`',
      examples: ['pkg'],
    }),
    entity_id: optional(word).meta({ examples: [exampleIds.package] }),
    reviewed: optional(yesOrNo).meta({
      description: 'Whether a manager has looked at it',
      examples: ['false'],
    }),
    from: Bound.meta({
      description: 'Scanned then or later: a day of the company’s time zone (UTC if none is set), or a moment',
      examples: ['2026-11-01'],
    }),
    to: Bound.meta({
      description:
        'Scanned then or earlier: a whole day of the company’s time zone (UTC if none is set), or a moment',
      examples: ['2026-11-30'],
    }),
  }),
)

/** Newest first: the caller's own; for managers also those of a user, or all. Throws forbidden for others. */
export async function listScans(
  { table, actor }: TenantContext,
  { user_id, all: everybody, reviewed, valid, from, to, ...fields }: z.output<typeof ScanFilter>,
  page: PageRequest,
): Promise<Page<ScanRecord>> {
  const wanted = user_id ?? (everybody === 'true' ? undefined : actor.user_id)
  if (!managerRoles.includes(actor.role) && (everybody === 'true' || wanted !== actor.user_id))
    throw refused.others_scans_not_permitted()
  const time = await companyPeriod(table, from, to)
  if (isEmpty(time)) return new Page([])
  const filters = Object.entries({
    ...fields,
    reviewed: reviewed === undefined ? undefined : reviewed === 'true',
  }).flatMap(([field, value]) => (value === undefined ? [] : [equals(field, value)]))
  if (valid !== undefined)
    filters.push(
      oneOf(
        'validation_result',
        validationResults.filter((one) => (one === 'valid') === (valid === 'true')),
      ),
    )
  return table.list(scans, {
    ...(wanted === undefined
      ? { index: 'gsi1', partition: 'SCAN' }
      : { index: 'gsi2', partition: `SCAN#USER#${wanted}` }),
    newestFirst: true,
    ...page,
    ...keysIn(time),
    ...(filters.length > 0 && { filter: all(...filters) }),
  })
}

/** Counts are exact up to this number, and capped there. */
const countedTo = 1000
const recentScans = 10

/** A package or bag with its scans. */
export const ScannedEntity = lazySchema(() =>
  ScannableEntity.unwrap()
    .extend({
      id: Id.meta({ description: 'The id', examples: [exampleIds.event] }),
      scans_count: z
        .int()
        .min(0)
        .max(countedTo)
        .meta({ description: `Valid scans of it; ${countedTo} means that many or more`, examples: [1] }),
      last_scanned_at: Timestamp.nullable().meta({
        description: 'When its label was last scanned, or null',
        examples: ['2026-11-23T09:20:00.000Z'],
      }),
      recent_scans: z.array(Scan).max(recentScans).meta({
        description:
          'The newest valid scans, newest first: for managers those of all users, for others their own',
      }),
    })
    .meta({ id: 'ScannedEntity' }),
)

/** The entity of a label, and how often it was scanned. Throws "Entity not found". */
export async function readScanned(
  { table, actor }: TenantContext,
  entityType: string,
  entityId: string,
): Promise<z.input<typeof ScannedEntity>> {
  const kind = kindOf(labelKind(entityType))
  const id = Id.safeParse(entityId).data
  if (!kind || id === undefined) throw notFound('Entity')
  const newest = { ...sightingsOf(kind, id), newestFirst: true }
  const own = !managerRoles.includes(actor.role) && { filter: equals('user_id', actor.user_id) }
  const [entity, scans_count, [last], recent] = await Promise.all([
    findScannable(table, kind, id),
    table.count(newest, countedTo),
    table.listAll(sightings, { ...newest, limit: 1 }),
    table.listAll(sightings, { ...newest, limit: recentScans, ...own }),
  ])
  if (!entity) throw notFound('Entity')
  const records = new Map((await table.many(scans, recent)).map((scan) => [scan.id, scan]))
  return {
    id,
    ...entity,
    scans_count,
    last_scanned_at: last?.created_at ?? null,
    recent_scans: recent.flatMap((sighting) => records.get(sighting.id) ?? []),
  }
}
