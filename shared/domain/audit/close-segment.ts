import { expiryAfter } from '../../db/entity.ts'
import type { Change } from '../../db/stream-change.ts'
import type { TenantWork } from '../kernel/context.ts'
import { entryHash, merkleRoot, segmentHash } from './chain.ts'
import { auditEntries, AuditEntry, auditKey } from './record.ts'
import { auditSegments, segmentPartition, type AuditLeaf } from './segment-record.ts'

/**
 * The hash of an entry that was written; undefined for another change, and for an entry that is soon deleted, which is of no
 * company. Throws a ZodError for an item that is not a valid entry.
 */
export function leafOf({ sk, before, after }: Pick<Change, 'sk' | 'before' | 'after'>): AuditLeaf | undefined {
  if (!sk.startsWith(auditKey) || before || !after) return undefined
  const record = auditEntries.schema.parse(after)
  const { id, timestamp, expires_at } = record
  if (expires_at < expiryAfter(2, new Date(timestamp))) return undefined
  return { id, timestamp, hash: entryHash(AuditEntry.parse(record)) }
}

/** The maximum number of entries of a segment: 110 bytes each keep it far below DynamoDB's 400 KB. */
const maxEntries = 1000

/**
 * Closes segments of entries, each chained to the one before. One writer at a time calls it; if it is called again with the
 * same entries, after a crash, those of the newest segment are left out.
 */
export async function closeSegments(work: TenantWork, leaves: readonly AuditLeaf[]): Promise<void> {
  for (let from = 0; from < leaves.length; from += maxEntries)
    await closeSegment(work, leaves.slice(from, from + maxEntries))
}

const closeSegment = (
  { table, transact, now, settings }: TenantWork,
  leaves: readonly AuditLeaf[],
): Promise<void> =>
  transact(async () => {
    const { records } = await table.list(auditSegments, {
      partition: segmentPartition,
      newestFirst: true,
      limit: 1,
    })
    const [last] = records
    const closed = new Set(last?.entries.map(({ id }) => id))
    const entries = leaves.filter(({ id }) => !closed.has(id))
    if (entries.length === 0) return { writes: [], result: undefined }
    const head = {
      number: (last?.number ?? 0) + 1,
      previous: last?.hash ?? '',
      root: merkleRoot(entries),
      count: entries.length,
      closed_at: now.toISOString(),
    }
    // Not shown any longer than its oldest entry is kept.
    const oldest = entries.map(({ timestamp }) => timestamp).sort()[0] ?? head.closed_at
    const expires_at = expiryAfter(settings.auditDays, new Date(oldest))
    return {
      writes: [table.create(auditSegments, { ...head, hash: segmentHash(head), entries, expires_at })],
      result: undefined,
    }
  })
