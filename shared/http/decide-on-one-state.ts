import type { Plan } from '../db/commit.ts'
import type { TenantTable } from '../db/table.ts'

/**
 * Records are read one by one, so a refusal or no-op may rest on states that never coexisted. Rerun up to this
 * often until the read set validates. Writes need no check: they are conditional on versions.
 */
const readAgain = 3

/** A decision on states that coexisted. Throws the error of the last one. */
export async function decideOnOneState<R>(
  table: TenantTable | undefined,
  decide: () => Promise<Plan<R>>,
): Promise<Plan<R>> {
  for (let left = readAgain; ; left--) {
    const { plan, error } = await settled(decide)
    if (!plan?.writes.length && left > 0 && table && !(await table.isReadSetCurrent())) continue
    if (!plan) throw error
    return plan
  }
}

/** An error may also follow from inconsistent reads, such as a bag that was read before its package left. */
async function settled<R>(decide: () => Promise<Plan<R>>): Promise<{ plan?: Plan<R>; error?: unknown }> {
  try {
    return { plan: await decide() }
  } catch (error) {
    return { error }
  }
}
