import { entryHash, merkleRoot, segmentHash } from './chain.ts'
import type { AuditHead, AuditLeaf } from './segment-record.ts'

/** A segment as the API shows it. */
export type ShownSegment = AuditHead & { entries: readonly AuditLeaf[] }

/**
 * Verifies closed segments, oldest first: that they form a chain, which begins with the head `since` if one is given, and
 * that each has the root of its entries. Returns what is wrong, in words, and the expected hash of each entry by its id.
 */
export function verifySegments(
  segments: readonly ShownSegment[],
  since?: Pick<AuditHead, 'number' | 'hash'>,
): { faults: string[]; hashes: Map<string, string> } {
  const faults: string[] = []
  const hashes = new Map<string, string>()
  const [first] = segments
  if (since && (first?.number !== since.number || first.hash !== since.hash))
    faults.push(`Segment ${since.number} is missing, or its hash is not ${since.hash}`)
  for (const [n, segment] of segments.entries()) {
    const { number, previous, hash, root, count, entries } = segment
    const before = segments[n - 1]
    if (before && (number !== before.number + 1 || previous !== before.hash))
      faults.push(`Segment ${number} does not follow segment ${before.number}`)
    if (hash !== segmentHash(segment)) faults.push(`The hash of segment ${number} is wrong`)
    if (root !== merkleRoot(entries) || count !== entries.length)
      faults.push(`The list of entries of segment ${number} was changed`)
    for (const { id, hash } of entries) hashes.set(id, hash)
  }
  return { faults, hashes }
}

/** Compares entries with the hashes of closed segments. Returns what is wrong, in words. */
export function verifyEntries(
  entries: Iterable<{ id: string }>,
  hashes: ReadonlyMap<string, string>,
): string[] {
  const missing = new Set(hashes.keys())
  const faults: string[] = []
  for (const entry of entries) {
    const expected = hashes.get(entry.id)
    missing.delete(entry.id)
    if (expected !== undefined && expected !== entryHash(entry)) faults.push(`Entry ${entry.id} was changed`)
  }
  return [...faults, ...[...missing].map((id) => `Entry ${id} is missing`)]
}
