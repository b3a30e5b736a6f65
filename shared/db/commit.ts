import type { Refusal } from '../core/errors.ts'
import { backoff, contentionDeadline } from './contention.ts'
import type { Write } from './requests.ts'
import type { Store } from './store.ts'

/**
 * What a verb decided: the writes that make it so, and the result once they are done, or the refusal that is given
 * once they are. No writes: nothing to change.
 */
export type Plan<R> = { writes: readonly Write[] } & ({ result: R } | { refusal: Refusal })

/**
 * Reads, decides, commits, and does so again when what was read has changed meanwhile. The refusal of a loser is
 * thus the one that `decide` gives on the new state. Throws a conflict after 3 s of that.
 */
export async function transact<R>(store: Store, decide: () => Promise<Plan<R>>): Promise<R> {
  for (const deadline = contentionDeadline(); ;) {
    const plan = await decide()
    if (plan.writes.length === 0 || (await store.commit(plan.writes)) === 'done') {
      if ('refusal' in plan) throw plan.refusal
      return plan.result
    }
    await backoff(deadline)
  }
}
