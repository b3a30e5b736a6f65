import { type Refusal, invalidToken } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { TenantTable } from '../../db/table.ts'
import { apiKeys, isExpired } from '../api-keys/record.ts'
import type { Actor } from '../kernel/context.ts'
import { sessions, users } from './record.ts'
import { isOpen } from './sessions.ts'

interface Caller {
  actor: Actor
  table: Pick<TenantTable, 'find'>
}

/** How long an instance relies on what it has read, in milliseconds: so long access outlives its end. */
export const reliedOnMilliseconds = 5000
/** The maximum number of sessions and keys in memory; beyond, all are forgotten. */
const maxKnown = 10_000

/**
 * The state of the sessions and API keys behind access tokens, which are valid for 15 minutes. An instance reads a session or a
 * key at most every five seconds, and nothing is written, so that requests of one key do not conflict.
 */
export function activeAccess() {
  const known = new Map<string, { until: number; refusal: Promise<Refusal | undefined> }>()
  return {
    /**
     * Throws unauthenticated for a user who was signed out, deactivated or given another role since the token was signed, and for
     * an API key that was deleted or has expired. A client then refreshes its token.
     */
    async expect(caller: Caller, now: Date): Promise<void> {
      const { tenant_id, user_id, session_id, role } = caller.actor
      const id = [tenant_id, user_id, session_id, role].join()
      let state = known.get(id)
      if (!state || state.until <= now.getTime()) {
        if (known.size >= maxKnown) known.clear()
        state = { until: now.getTime() + reliedOnMilliseconds, refusal: refusalOf(caller, now) }
        known.set(id, state)
      }
      const refusal = await state.refusal.catch((error: unknown) => {
        known.delete(id)
        throw error
      })
      if (refusal) throw refusal
    },
  }
}

/** The same, by a reading of now. */
export async function expectActiveAccess(caller: Caller, now: Date): Promise<void> {
  const refusal = await refusalOf(caller, now)
  if (refusal) throw refusal
}

async function refusalOf({ actor, table }: Caller, now: Date): Promise<Refusal | undefined> {
  const { user_id, session_id, role, scopes } = actor
  if (scopes) {
    const key = await table.find(apiKeys, { id: user_id })
    return key && !isExpired(key, now) ? undefined : refused.api_key_ended().with(invalidToken)
  }
  const [user, session] = await Promise.all([
    table.find(users, { id: user_id }),
    table.find(sessions, { id: session_id, user_id }),
  ])
  return user && session && isOpen(session, user, now) && user.role === role
    ? undefined
    : refused.session_ended().with(invalidToken)
}
