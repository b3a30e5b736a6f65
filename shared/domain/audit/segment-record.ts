import * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity } from '../../db/entity.ts'
import { Id, Timestamp } from '../kernel/fields.ts'

const hash = z.string()
const exampleHash = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'

const headFields = () => ({
  number: z
    .int()
    .min(1)
    .meta({ description: 'The number of the segment, from 1 without gaps', examples: [42] }),
  previous: hash.meta({
    description: 'The hash of the segment before; empty of the first',
    examples: [exampleHash],
  }),
  root: hash.meta({
    description: 'The root of the Merkle tree over the hashes of its entries',
    examples: [exampleHash],
  }),
  count: z
    .int()
    .min(1)
    .meta({ description: 'The number of its entries', examples: [12] }),
  closed_at: Timestamp.meta({ description: 'When it was closed', examples: ['2026-11-23T09:30:04.000Z'] }),
  hash: hash.meta({
    description: 'The SHA-256 digest, in base64url, of these fields and of the hash before',
    examples: [exampleHash],
  }),
})
/** The head of a closed segment of the audit log, which commits to all entries before it too. */
export const AuditHead = lazySchema(() => z.object(headFields()).meta({ id: 'AuditHead' }))
export type AuditHead = z.output<typeof AuditHead>

const Leaf = lazySchema(() =>
  z
    .object({
      id: Id.meta({ description: 'The id of the entry', examples: ['0192f3a4-5b6c-7d8e-9f01-23456789abce'] }),
      timestamp: Timestamp.meta({ description: 'When it happened', examples: ['2026-11-23T09:30:00.000Z'] }),
      hash: hash.meta({
        description: 'The SHA-256 digest of the entry, in base64url',
        examples: [exampleHash],
      }),
    })
    .meta({ id: 'AuditLeaf' }),
)
export type AuditLeaf = z.output<typeof Leaf>

/** A segment with the hashes of its entries. */
export const AuditSegment = lazySchema(() =>
  z
    .object({
      ...headFields(),
      entries: z.array(Leaf).meta({ description: 'Its entries, in the order of the tree' }),
    })
    .meta({ id: 'AuditSegment' }),
)
const SegmentRecord = lazySchema(() => AuditSegment.unwrap().extend({ expires_at: z.int() }))
export type SegmentRecord = z.output<typeof SegmentRecord>

export const segmentPartition = 'AUDIT-SEGMENTS'
export const numberKey = (number: number) => String(number).padStart(12, '0')

export const auditSegments = entity({
  noun: 'Segment',
  schema: SegmentRecord,
  ref: pick(SegmentRecord, 'number'),
  fields: {
    plain: ['number', 'previous', 'root', 'count', 'closed_at', 'hash', 'entries'],
    internal: ['expires_at'],
  },
  key: ({ number }) => ({ pk: segmentPartition, sk: numberKey(number) }),
  expires: ({ expires_at }) => expires_at,
})
