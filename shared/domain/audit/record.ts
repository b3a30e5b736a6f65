import * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity } from '../../db/entity.ts'
import { exampleIds } from '../kernel/example-ids.ts'
import { Id, Timestamp } from '../kernel/fields.ts'

/** Shown in place of data about people, and of secrets. */
export const masked = '•••'

const Value = lazySchema(() => z.union([z.string(), z.number(), z.boolean(), z.null()]))
const AuditedField = lazySchema(() =>
  z
    .object({
      from: Value.optional().meta({
        description:
          'The value before; absent if there was none, or it was not read. A list or an object is JSON, a long value its SHA-256 digest, `•••` personal data or a secret',
        examples: ['OPEN'],
      }),
      to: Value.optional().meta({ description: 'The value after, likewise', examples: ['SEALED'] }),
      added: z
        .union([z.number(), z.string()])
        .optional()
        .meta({ description: 'What was added to a number or a set, whose value was not read', examples: [1] }),
    })
    .meta({ id: 'AuditedField' }),
)
export const auditedChanges = ['created', 'changed', 'deleted'] as const
const AuditedChange = lazySchema(() =>
  z
    .object({
      entity: z.string().meta({ description: 'The kind of record', examples: ['bag'] }),
      id: z.string().meta({ description: 'The record’s id', examples: [exampleIds.bag] }),
      change: z.enum(auditedChanges).meta({ description: 'What happened to it', examples: ['changed'] }),
      version: z
        .int()
        .optional()
        .meta({ description: 'Its version after the change, if it was read', examples: [2] }),
      fields: z
        .record(z.string(), AuditedField)
        .meta({ description: 'Its changed fields', examples: [{ status: { from: 'OPEN', to: 'SEALED' } }] }),
    })
    .meta({ id: 'AuditedChange' }),
)
export type AuditedChange = z.output<typeof AuditedChange>

export const actorTypes = ['user', 'api_key', 'service'] as const

const entryFields = () => ({
  id: Id.meta({ description: 'The entry’s id', examples: ['0192f3a4-5b6c-7d8e-9f01-23456789abce'] }),
  timestamp: Timestamp.meta({ description: 'When it happened', examples: ['2026-11-23T09:30:00.000Z'] }),
  action: z.string().meta({
    description: 'The operation, by its id in /openapi.json; of the service, its job',
    examples: ['sealBag'],
  }),
  route: z
    .string()
    .nullable()
    .meta({ description: 'Its method and path; null for a job', examples: ['PUT /api/v1/bags/{id}/seal'] }),
  outcome: z.enum(['done', 'refused']).meta({
    description: 'Refused requests have entries only if they are sign-ins',
    examples: ['done'],
  }),
  refusal: z
    .string()
    .nullable()
    .default(null)
    .meta({
      description:
        'Why it was refused, as the `reason` of its response; null for what was done, and in entries of earlier versions',
      examples: [null],
    }),
  actor_type: z
    .enum(actorTypes)
    .meta({ description: 'Who did it: a user, an API key, or the service itself', examples: ['user'] }),
  actor_id: z
    .string()
    .nullable()
    .meta({ description: 'The id of the user or key; null for the service', examples: [exampleIds.user] }),
  role: z
    .string()
    .nullable()
    .meta({ description: 'The role of the caller; null without one', examples: ['manager'] }),
  session_id: Id.nullable().meta({
    description: 'The session of a user; null without one',
    examples: [exampleIds.session],
  }),
  network: z
    .string()
    .nullable()
    .meta({
      description:
        'The network of the client: the /24 of its IPv4 address, or the /64 of its IPv6 address; null for the service',
      examples: ['198.51.100.0/24'],
    }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'The reason that the caller gave, or null', examples: [null] }),
  records: z.array(z.string()).meta({
    description: 'The records that it was about, `<kind>:<id>`',
    examples: [[`bag:${exampleIds.bag}`]],
  }),
  changes: z.array(AuditedChange).meta({ description: 'The records that it changed' }),
})

/** An entry of the audit log: who changed what, or read a file. */
export const AuditEntry = lazySchema(() => z.object(entryFields()).meta({ id: 'AuditEntry' }))
const AuditRecord = lazySchema(() =>
  z.object({ ...entryFields(), kinds: z.array(z.string()), shard: z.int(), expires_at: z.int() }),
)
export type AuditRecord = z.output<typeof AuditRecord>

/**
 * The number of partitions over which a company's entries are spread. An entry of up to 1 KB takes 2 write units in a
 * transaction, and a partition takes 1,000 a second (DynamoDB, "Partition throughput"): this allows 4,000 entries a second.
 */
export const auditShards = 8
/** The beginning of sort keys of entries, by which the table’s stream leads to them. */
export const auditKey = 'AUDIT#'
export const auditPartition = (shard: number) => `AUDIT#${shard}`

export const auditEntries = entity({
  noun: 'Audit entry',
  schema: AuditRecord,
  ref: pick(AuditRecord, 'shard', 'timestamp', 'id'),
  fields: {
    personal: ['network', 'reason'],
    internal: ['kinds', 'shard', 'expires_at'],
    plain: [
      'id',
      'timestamp',
      'action',
      'route',
      'outcome',
      'refusal',
      'actor_type',
      'actor_id',
      'role',
      'session_id',
      'records',
      'changes',
    ],
  },
  place: Array.from({ length: auditShards }, (_, shard) => ({ partition: auditPartition(shard) })),
  key: ({ shard, timestamp, id }) => ({ pk: auditPartition(shard), sk: `${auditKey}${timestamp}#${id}` }),
  expires: ({ expires_at }) => expires_at,
})
