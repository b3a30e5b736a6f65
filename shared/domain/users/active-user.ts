import { factorLasts } from '../../core/errors.ts'
import { all, equals, oneOf } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { apiKeys, isExpired, keyExists } from '../api-keys/record.ts'
import type { Role } from '../kernel/roles.ts'
import { hasFactor, sessions, users, type Session, type UserRecord } from './record.ts'
import { isOpen } from './sessions.ts'

/**
 * The conditions of an operation that grants lasting access on its caller, beyond the access token, which may be 15 minutes
 * old. Returns the condition for the operation's transaction.
 */
export type Requirement = (ctx: TenantContext, roles: readonly Role[]) => Promise<Write>

interface Checked {
  /** Whether the user's e-mail address has to be verified. */
  isVerified?: boolean
  /** Whether a user with a second factor has to have proven it a short time ago. */
  isRecent?: boolean
}
const callerWho =
  ({ isVerified = false, isRecent = false }: Checked): Requirement =>
  async (ctx, roles) => {
    if (ctx.actor.scopes) return activeKey(ctx)
    const { user, session } = await activeUser(ctx, roles)
    if (isVerified && !user.email_verified) throw refused.own_email_not_verified()
    if (isRecent && !isProven(user, session, ctx.now)) throw refused.factor_not_recent()
    return unchanged(ctx, user, roles)
  }

/** Throws forbidden for a user who was demoted, deactivated or signed out, and for an API key that was deleted or has expired. */
export const activeSession = callerWho({})

/** The same; also throws email_not_verified, since anyone can register another's address. A key's creator has verified theirs. */
export const verifiedEmail = callerWho({ isVerified: true })

/** As `activeSession`; also throws insufficient_user_authentication for a user whose second factor was proven too long ago. */
export const recentFactor = callerWho({ isRecent: true })

/** As `verifiedEmail` and `recentFactor`. */
export const verifiedEmailAndRecentFactor = callerWho({ isVerified: true, isRecent: true })

/**
 * For an operation that needs a recent factor only sometimes: throws insufficient_user_authentication for a user whose second
 * factor was proven too long ago. API keys and users without one pass.
 */
export async function expectRecentFactor({ table, actor, now }: TenantContext): Promise<void> {
  if (actor.scopes) return
  const user = await table.find(users, { id: actor.user_id })
  // Most users have none, and need no second read.
  if (!user || !hasFactor(user)) return
  const session = await table.find(sessions, { id: actor.session_id, user_id: actor.user_id })
  if (!session || !isProven(user, session, now)) throw refused.factor_not_recent()
}

const isProven = (user: UserRecord, { proven_at = '' }: Session, now: Date): boolean =>
  !hasFactor(user) || proven_at > new Date(now.getTime() - factorLasts * 1000).toISOString()

async function activeKey({ table, actor, now }: TenantContext): Promise<Write> {
  const key = await table.find(apiKeys, { id: actor.user_id })
  if (!key || isExpired(key, now)) throw refused.api_key_inactive()
  return table.conditionCheck(apiKeys, key, keyExists)
}

async function activeUser({ table, actor, now }: TenantContext, roles: readonly Role[]) {
  const [user, session] = await Promise.all([
    table.find(users, { id: actor.user_id }),
    table.find(sessions, { id: actor.session_id, user_id: actor.user_id }),
  ])
  if (!user || !session || !isOpen(session, user, now) || !roles.includes(user.role))
    throw refused.role_changed()
  return { user, session }
}

const unchanged = ({ table }: TenantContext, user: UserRecord, roles: readonly Role[]): Write =>
  table.conditionCheck(
    users,
    user,
    all(equals('is_active', true), equals('epoch', user.epoch), oneOf('role', roles)),
  )
