import type { Refusal } from '../core/errors.ts'
import { backoff, contentionDeadline } from './contention.ts'
import type { Write } from './requests.ts'
import type { Store } from './store.ts'
import type { TenantTable } from './table.ts'

/** The maximum number of writes of a transaction (DynamoDB API reference, TransactWriteItems). */
const transactionWrites = 100
/**
 * What may be added to any plan: the response under an Idempotency-Key, the check of what the route requires, and the entry of
 * the audit log.
 */
const pipelineWrites = 3
/** The maximum number of writes of a plan. */
export const maxWrites = transactionWrites - pipelineWrites

/** Asks for an entry of the audit log that does not follow from the writes: of a disclosure, or of a refused sign-in. */
export interface AuditNote {
  table: TenantTable
  /** Whom a request without a caller is about. */
  user_id?: string
  /** The reason that the caller gave. */
  reason?: string
  /** How long the entry is kept, by default `auditDays`. */
  keptDays?: number
}

/**
 * A decision: the writes that carry it out, and the result or the refusal after them. Without writes nothing
 * changes. `reread` replaces the result by what the records are after the commit, for writes that are not conditional on
 * the versions that the result was made from; undefined keeps the result.
 */
export type Plan<R> = { writes: readonly Write[]; audit?: AuditNote } & (
  { result: R; reread?: () => Promise<R | undefined> } | { refusal: Refusal }
)

/** Adds the entry of the audit log to decisions. */
export type Audited = <R>(decide: () => Promise<Plan<R>>) => () => Promise<Plan<R>>

/**
 * Reads, decides and commits, and repeats if what was read has changed meanwhile, so a losing request gets its
 * refusal from the new state. Throws unavailable after 3 s of waiting for others.
 */
export async function transact<R>(store: Store, decide: () => Promise<Plan<R>>): Promise<R> {
  for (const deadline = contentionDeadline(); ;) {
    const plan = await decide()
    if (plan.writes.length === 0 || (await store.commit(plan.writes, deadline)) === 'done') {
      if ('refusal' in plan) throw plan.refusal
      return (await plan.reread?.()) ?? plan.result
    }
    await backoff(deadline)
  }
}
