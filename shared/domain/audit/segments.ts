import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { epochSeconds } from '../../db/entity.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { Listing } from '../../db/table.ts'
import type { TenantContext } from '../kernel/context.ts'
import { wholeNumber } from '../kernel/fields.ts'
import { auditSegments, numberKey, segmentPartition, type SegmentRecord } from './segment-record.ts'

export const SegmentFilter = lazySchema(() =>
  z.object({
    from: wholeNumber(1, 999_999_999).meta({ description: 'From this segment on', examples: [42] }),
  }),
)

/** Closed segments, newest first. */
export const listHeads = (ctx: TenantContext, page: PageRequest): Promise<Page<SegmentRecord>> =>
  listClosed(ctx, { newestFirst: true, ...page })

/** Closed segments with the hashes of their entries, oldest first. */
export const listSegments = (
  ctx: TenantContext,
  { from }: z.output<typeof SegmentFilter>,
  page: PageRequest,
): Promise<Page<SegmentRecord>> =>
  listClosed(ctx, { ...page, ...(from !== undefined && { from: numberKey(from) }) })

/** DynamoDB deletes an expired segment within days, perhaps later than its entries. */
async function listClosed(
  { table, now }: TenantContext,
  listing: Omit<Listing, 'partition'>,
): Promise<Page<SegmentRecord>> {
  const page = await table.list(auditSegments, { partition: segmentPartition, ...listing })
  return page.flatMap((segment) => (segment.expires_at > epochSeconds(now) ? [segment] : []))
}
