import type { Pages } from './pages.ts'
import { verifyEntries, verifySegments, type ShownSegment } from '../domain/audit/verify.ts'

/** What a verification found. */
export interface VerifiedLog {
  /** What is wrong, in words; empty if nothing is. */
  faults: string[]
  /** The number of entries in closed segments. */
  entries: number
  /** The newest head, to be kept for the next verification. */
  head: { number: number; hash: string; closed_at: string } | undefined
}

/**
 * Verifies the audit log from a head on, by default from its oldest segment: that its segments form a chain, and that each
 * entry of them is there as it was written. Throws CourierError, and the errors of fetch.
 */
export async function verifyLog(pages: Pages, since?: { number: number; hash: string }): Promise<VerifiedLog> {
  const segments: ShownSegment[] = []
  const query = since ? { from: since.number } : {}
  for await (const segment of pages('/api/v1/audit/segments', { params: { query } })) segments.push(segment)
  const { faults, hashes } = verifySegments(segments, since)
  const times = segments.flatMap(({ entries }) => entries.map(({ timestamp }) => timestamp)).sort()
  const [from, to] = [times[0], times.at(-1)]
  const entries: { id: string }[] = []
  if (from !== undefined && to !== undefined)
    for await (const entry of pages('/api/v1/audit', { params: { query: { from, to, limit: 200 } } }))
      entries.push(entry)
  return {
    faults: [...faults, ...verifyEntries(entries, hashes)],
    entries: hashes.size,
    head: segments.at(-1),
  }
}
