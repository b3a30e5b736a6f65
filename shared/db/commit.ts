import type { Refusal } from '../core/errors.ts'
import { backoff, contentionDeadline } from './contention.ts'
import type { Write } from './requests.ts'
import type { Store } from './store.ts'

/** The maximum number of writes of a transaction (DynamoDB API reference, TransactWriteItems). */
const transactionWrites = 100
/** What the pipeline may add to any plan: the response under an Idempotency-Key, and the check of what the route requires. */
const pipelineWrites = 2
/** The maximum number of writes of a plan. */
export const maxWrites = transactionWrites - pipelineWrites

/**
 * A decision: the writes that carry it out, and the result or the refusal after them. Without writes nothing
 * changes. `reread` replaces the result by what the records are after the commit, for writes that are not conditional on
 * the versions that the result was made from; undefined keeps the result.
 */
export type Plan<R> = { writes: readonly Write[] } & (
  { result: R; reread?: () => Promise<R | undefined> } | { refusal: Refusal }
)

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
