import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { ValidationError } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id, optional } from '../kernel/fields.ts'
import { heads } from './head.ts'
import {
  feed,
  feedBetween,
  feedTypeNames,
  numberOf,
  oldestAfter,
  sequencedEvents,
  typesFor,
  type FeedEvent,
} from './record.ts'

export const FeedFilter = lazySchema(() =>
  z.object({
    after: optional(z.string().max(100)).meta({
      description: 'The id of the last event that you have; without it the feed begins with its oldest',
      examples: [exampleIds.event],
    }),
    type: optional(z.enum(feedTypeNames)).meta({ description: 'Returns only events of this type' }),
  }),
)

/**
 * The tenant's events in order of their numbers, of the types that the caller's role may read. Throws
 * ValidationError for an `after` that is not, or no longer, in the feed.
 */
export async function listEvents(
  { table, actor }: TenantContext,
  { after, type }: z.output<typeof FeedFilter>,
  page: PageRequest,
): Promise<Page<FeedEvent>> {
  const from = page.after ? numberOf(page.after) : after === undefined ? 0 : await sequenceOf(table, after)
  const wanted = typesFor(actor.role).filter((name) => type === undefined || name === type)
  const found = await readFeed(table, { from, limit: page.limit })
  return found.page.flatMap((event) => (wanted.includes(event.type) ? [event] : []))
}

async function sequenceOf(table: TenantTable, after: string): Promise<number> {
  const id = Id.safeParse(after).data
  const place = id && (await table.find(sequencedEvents, { id }))
  if (place) return place.number
  throw new ValidationError({
    loc: ['query', 'after'],
    msg: 'This event is not in the feed, which keeps 30 days; omit the parameter to begin with the oldest event',
    type: 'value_error',
  })
}

/** The events after a number, at most `limit` of them, and the number that the feed is complete to. */
export async function readFeed(
  table: TenantTable,
  { from, limit }: { from: number; limit: number },
): Promise<{ page: Page<FeedEvent>; newest: number }> {
  // Read first: what it names was written before.
  const newest = (await table.find(heads, {}))?.number ?? 0
  const records = await readUpTo(table, from, Math.min(newest, from + limit))
  const last = records.at(-1)
  if (last) return { page: new Page(records, last.number < newest ? feed.key(last) : undefined), newest }
  if (newest <= from + limit) return { page: new Page([]), newest }
  // All of these have expired.
  const oldest = await Promise.all(oldestAfter(from).map((query) => table.list(feed, query)))
  const numbers = oldest.flatMap(({ records }) => records.map(({ number }) => number))
  const before = Math.min(newest, ...numbers) - 1
  return before >= from + limit ? readFeed(table, { from: before, limit }) : { page: new Page([]), newest }
}

async function readUpTo(table: TenantTable, from: number, last: number): Promise<FeedEvent[]> {
  if (last <= from) return []
  return (await Promise.all(feedBetween(from, last).map((block) => table.listAll(feed, block)))).flat()
}
