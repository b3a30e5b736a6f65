import type { Change } from '../../db/stream-change.ts'
import { apiKeys } from '../api-keys/record.ts'
import type { Wake } from '../../messaging/wake-messages.ts'
import { sessions, users } from '../users/record.ts'

/** A user or an API key whose connections are to be closed: all of them, or those of one session. */
export type EndedAccess = NonNullable<Wake['ended']>

/** The sort keys, or prefixes of them, of the items whose change ends access; API keys are deleted. */
export const accessKeys = { written: ['USER', 'SESSION#'], gone: ['API_KEY#'] } as const

/**
 * The access that a change ends: a user is signed out everywhere, deactivated or given another role, a session is revoked, or
 * an API key is deleted; undefined for any other change.
 */
export function endedAccess({ sk, before, after }: Change): EndedAccess | undefined {
  if (sk === 'USER') {
    const [was, is] = [users.schema.safeParse(before).data, users.schema.safeParse(after).data]
    const isSame = was && is && was.epoch === is.epoch && was.role === is.role && was.is_active === is.is_active
    return was && is && !isSame ? { user_id: is.id } : undefined
  }
  if (sk.startsWith('SESSION#')) {
    const session = sessions.schema.safeParse(after).data
    return session?.revoked_at === undefined ? undefined : { user_id: session.user_id, session_id: session.id }
  }
  if (!sk.startsWith('API_KEY#') || after) return undefined
  const key = apiKeys.schema.safeParse(before).data
  return key && { user_id: key.id }
}
