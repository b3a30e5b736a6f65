import { createHash } from 'node:crypto'
import type { AuditHead, AuditLeaf } from './segment-record.ts'

// What proves that no entry of a closed segment was changed or removed: shared by the service, which closes segments, and by
// the client, which verifies them.

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** JSON with the keys of objects in order and without nulls, so that fields which later versions add change no digest. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}

/** The digest of an entry, as the API shows it. */
export const entryHash = (entry: object): string => sha256(canonical(entry)).toString('base64url')

/**
 * The root of the Merkle tree over hashes of entries (RFC 9162 §2.1.1): leaves and nodes are hashed with different prefixes, so
 * that a node cannot pass for a leaf.
 */
export function merkleRoot(leaves: readonly Pick<AuditLeaf, 'hash'>[]): string {
  const root = (from: number, to: number): Buffer => {
    if (to - from === 1) return sha256(Buffer.of(0), leaves[from]?.hash ?? '')
    let half = 1
    while (half * 2 < to - from) half *= 2
    return sha256(Buffer.of(1), root(from, from + half), root(from + half, to))
  }
  return (leaves.length === 0 ? sha256() : root(0, leaves.length)).toString('base64url')
}

/** The hash of a segment, which the next one contains. */
export const segmentHash = ({ number, previous, root, count, closed_at }: Omit<AuditHead, 'hash'>): string =>
  sha256(canonical({ number, previous, root, count, closed_at })).toString('base64url')
