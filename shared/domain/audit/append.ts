import type { Audited, Plan } from '../../db/commit.ts'
import { expiryAfter } from '../../db/entity.ts'
import type { Write } from '../../db/requests.ts'
import type { FunctionSettings } from '../../config/function-settings.ts'
import { changesOf } from './changes.ts'
import { auditEntries, auditShards, type AuditedChange, type AuditRecord } from './record.ts'

/** Who does what, before it is known what changes. */
export interface AuditedRequest extends Pick<
  AuditRecord,
  'action' | 'route' | 'actor_type' | 'role' | 'session_id' | 'network'
> {
  /** Undefined for a request without a caller: it is the user whom it signs in. */
  actor_id: string | null | undefined
  /** The record that its path names, `<kind>:<id>`. */
  record?: string
  /** Whether a plan has an entry only if it changes audited records. */
  onlyChanges?: boolean
}
interface Given {
  now: Date
  newId(): string
  settings: Pick<FunctionSettings, 'auditDays'>
}

/**
 * Adds an entry of the audit log to each plan that writes for a tenant, in the same transaction. A refusal has none, unless its
 * plan asks for one (`AuditNote`).
 */
export const auditing =
  (given: Given, request: AuditedRequest): Audited =>
  (decide) =>
  async () => {
    const plan = await decide()
    const entry = entryOf(given, request, plan)
    return entry ? { ...plan, writes: [...plan.writes, entry] } : plan
  }

function entryOf(
  { now, newId, settings }: Given,
  request: AuditedRequest,
  plan: Plan<unknown>,
): Write | undefined {
  const { writes, audit } = plan
  const isRefused = 'refusal' in plan
  const table = audit?.table ?? writes.find(({ record }) => record)?.record?.table
  if (!table || (isRefused && !audit)) return undefined
  const changes = isRefused ? [] : changesOf(writes)
  const { record, onlyChanges = false, actor_id = audit?.user_id ?? subjectOf(writes), ...about } = request
  if (onlyChanges && changes.length === 0 && !audit) return undefined
  const id = newId()
  const named = [record, audit?.user_id && `user:${audit.user_id}`, ...changes.map(nameOf)]
  const records = [...new Set(named.filter((one) => one !== undefined))]
  const entry: AuditRecord = {
    ...about,
    id,
    timestamp: now.toISOString(),
    outcome: isRefused ? 'refused' : 'done',
    refusal: isRefused ? plan.refusal.reason : null,
    actor_id: actor_id ?? null,
    reason: audit?.reason ?? null,
    records,
    changes,
    kinds: [...new Set(records.map((one) => one.slice(0, one.indexOf(':'))))],
    shard: Number.parseInt(id.slice(-4), 16) % auditShards,
    expires_at: expiryAfter(audit?.keptDays ?? settings.auditDays, now),
  }
  return table.create(auditEntries, entry)
}

const nameOf = ({ entity, id }: AuditedChange) => `${entity}:${id}`

/** The user whose session or account a request without a caller changes. */
function subjectOf(writes: readonly Write[]): string | undefined {
  const refs = writes.map(({ record }) => record?.ref as Partial<Record<string, string>> | undefined)
  const users = writes.flatMap(({ record }) => (record && record.of.audited === 'user' ? [record.ref] : []))
  return refs.find((ref) => ref?.user_id !== undefined)?.user_id ?? (users as { id: string }[])[0]?.id
}
