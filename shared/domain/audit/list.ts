import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { all, contains, equals, type Condition } from '../../db/conditions.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import type { TenantWork } from '../kernel/context.ts'
import { exampleIds } from '../kernel/example-ids.ts'
import { optional } from '../kernel/fields.ts'
import { Bound, isEmpty, keysIn } from '../kernel/period.ts'
import { companyPeriod } from '../settings/settings.ts'
import { auditEntries, auditKey, auditPartition, auditShards, type AuditRecord } from './record.ts'

export const AuditFilter = lazySchema(() =>
  z.object({
    entity: optional(
      z.string().regex(/^[a-z_]+(:.{1,200})?$/, 'A kind of record, or a record as <kind>:<id>'),
    ).meta({
      description: 'Entries about this record, `<kind>:<id>`, or about any record of a kind',
      examples: [`bag:${exampleIds.bag}`],
    }),
    actor: optional(z.string().max(100)).meta({
      description: 'What this user or API key did, by id',
      examples: [exampleIds.user],
    }),
    action: optional(z.string().max(100)).meta({
      description: 'This operation, by its id in /openapi.json',
      examples: ['sealBag'],
    }),
    from: Bound.meta({
      description: 'Then or later: a day of the company’s time zone (UTC if none is set), or a moment',
      examples: ['2026-11-01'],
    }),
    to: Bound.meta({
      description: 'Then or earlier: a whole day of the company’s time zone (UTC if none is set), or a moment',
      examples: ['2026-11-30'],
    }),
  }),
)

/** The entries of the company that pass a filter, newest first. */
export async function listAudit(
  { table }: Pick<TenantWork, 'table'>,
  { entity, actor, action, from, to }: z.output<typeof AuditFilter>,
  page: PageRequest,
): Promise<Page<AuditRecord>> {
  const time = await companyPeriod(table, from, to)
  if (isEmpty(time)) return new Page([])
  const conditions: Condition[] = [
    ...(entity === undefined ? [] : [contains(entity.includes(':') ? 'records' : 'kinds', entity)]),
    ...(actor === undefined ? [] : [equals('actor_id', actor)]),
    ...(action === undefined ? [] : [equals('action', action)]),
  ]
  return entriesWhere(table, conditions, page, keysIn(time))
}

/**
 * The entries of the company that meet conditions, newest first. Each page reads all partitions up to the same moment, so that it
 * is in order: with conditions it may be short, or empty, before the end.
 */
export async function entriesWhere(
  table: TenantWork['table'],
  conditions: readonly Condition[],
  { after, limit, ...page }: PageRequest,
  { from: first = '', to: last = '~' }: { from?: string; to?: string } = {},
): Promise<Page<AuditRecord>> {
  const shards = await Promise.all(
    Array.from({ length: auditShards }, async (_, shard) => {
      const partition = auditPartition(shard)
      return table.list(auditEntries, {
        partition,
        newestFirst: true,
        limit,
        ...page,
        from: auditKey + first,
        to: auditKey + last,
        ...(conditions.length > 0 && { filter: all(...conditions) }),
        ...(after && { after: { pk: partition, sk: after.sk } }),
      })
    }),
  )
  const readTo =
    shards
      .map(({ next }) => next?.sk ?? '')
      .sort()
      .at(-1) ?? ''
  const merged = shards
    .flatMap(({ records }) => records)
    .filter((entry) => sortKey(entry) >= readTo)
    .sort((one, other) => (sortKey(one) < sortKey(other) ? 1 : -1))
  const shown = merged.slice(0, limit)
  const final = merged.length > limit ? shown.at(-1) : undefined
  const end = final ? sortKey(final) : readTo
  return new Page(shown, end === '' ? undefined : { pk: 'AUDIT', sk: end })
}

const sortKey = (entry: AuditRecord) => auditEntries.key(entry).sk
