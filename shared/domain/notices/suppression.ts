import * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { equals } from '../../db/conditions.ts'
import { entity, epochSeconds, expiryAfter } from '../../db/entity.ts'
import { digest } from '../../db/keys.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import { Timestamp } from '../kernel/fields.ts'

/** Why an address gets no notices; a later reason replaces an earlier one. */
export const suppressionReasons = ['rejected', 'bounced', 'stopped', 'complained'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

const Suppression = lazySchema(() =>
  z.object({
    /** The digest of the address. */
    address: z.string(),
    reason: z.enum(suppressionReasons),
    since: Timestamp,
  }),
)
export type Suppression = z.output<typeof Suppression>

/** How long an address that could not be reached is left alone, in days: it may be repaired. */
const unreachableDays = 30

/** An address that gets no notices of a tenant. */
export const suppressions = entity({
  noun: 'Suppression',
  schema: Suppression,
  ref: pick(Suppression, 'address'),
  fields: {
    personal: ['address'],
    plain: ['reason', 'since'],
  },
  audited: 'suppression',
  auditedBy: 'address',
  place: { index: 'gsi1', partition: 'SUPPRESSED' },
  key: ({ address }) => ({ pk: `SUPPRESSED#${address}`, sk: 'SUPPRESSED' }),
  index: ({ address, since }) => ({ gsi1: { pk: 'SUPPRESSED', sk: `${since}#${address}` } }),
  expires: ({ reason, since }) =>
    reason === 'rejected' || reason === 'bounced' ? expiryAfter(unreachableDays, new Date(since)) : undefined,
})

export const addressDigest = (email: string) => digest(email.toLowerCase())

/** Why an address is suppressed now, if it is. */
export async function suppressionOf(
  table: Pick<TenantTable, 'find'>,
  address: string,
  now: Date,
): Promise<Suppression | undefined> {
  const found = await table.find(suppressions, { address })
  const ends = found && suppressions.expires?.(found)
  return ends !== undefined && ends <= epochSeconds(now) ? undefined : found
}

/** The writes that suppress an address; none if it is already, for that reason or a later one. */
export async function suppress(
  table: TenantTable,
  address: string,
  reason: SuppressionReason,
  now: Date,
): Promise<Write[]> {
  const current = await suppressionOf(table, address, now)
  const rank = (one: SuppressionReason) => suppressionReasons.indexOf(one)
  if (current && rank(current.reason) >= rank(reason)) return []
  const record = { address, reason, since: now.toISOString() }
  return [
    current
      ? table.replace(suppressions, record, equals('since', current.since))
      : table.renew(suppressions, record, now),
  ]
}

/** The writes that lift a suppression by the reader; other reasons stay. */
export async function lift(table: TenantTable, address: string, now: Date): Promise<Write[]> {
  const current = await suppressionOf(table, address, now)
  return current?.reason === 'stopped'
    ? [{ ...table.remove(suppressions, current), when: equals('reason', 'stopped') }]
    : []
}
