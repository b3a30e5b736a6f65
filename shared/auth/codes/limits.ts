import { digest } from '../../db/keys.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { codeCeiling, codeSeconds, codeTries, type Purpose } from './record.ts'

/** How many codes are sent to an address: at the request of one network, in a minute, and at all. */
const [ofNetwork, again, ceiling] = [
  { name: 'code-day', quota: 10, window: 24 * 3600 },
  { name: 'code-again', quota: 1, window: 60 },
  { name: 'code-ceiling', quota: 200, window: 24 * 3600 },
]

/**
 * Counts a request for a code. A network that has used up its codes does not use up the owner's next minute; within a
 * minute of another network's request, the code is in the mailbox already.
 */
export async function maySend(
  { limits, now, address }: PublicContext,
  purpose: Purpose,
  email: string,
): Promise<boolean> {
  const [of, fromHere] = [JSON.stringify([purpose, email]), JSON.stringify([purpose, email, address])]
  if (!(await limits.peek(ofNetwork, fromHere, now)).allowed) return false
  if (!(await limits.count(again, of, now)).allowed) return false
  const counts = [limits.count(ofNetwork, fromHere, now), limits.count(ceiling, of, now)]
  return (await Promise.all(counts)).every(({ allowed }) => allowed)
}

/**
 * Counts a guess at a code: of one network, so that an attacker elsewhere does not use up the owner's guesses, and of
 * all of them, far beyond what one person needs and far below what 40 bits need.
 */
export async function countGuess(
  { limits, now, address, requestId }: PublicContext,
  codeId: string,
): Promise<boolean> {
  // A guess that is decided again after a concurrent write counts once.
  const hit = digest(requestId()).slice(0, 12)
  const own = { name: 'code-try', quota: codeTries, window: codeSeconds }
  const all = { name: 'code-tries', quota: codeCeiling, window: codeSeconds }
  const { allowed } = await limits.reserve(own, JSON.stringify([codeId, address]), now, hit)
  return allowed && (await limits.reserve(all, codeId, now, hit)).allowed
}
