import { all, equals, oneOf } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { apiKeys, isExpired, keyExists } from '../api-keys/record.ts'
import type { Role } from '../kernel/roles.ts'
import { sessions, users, type UserRecord } from './record.ts'
import { isOpen } from './sessions.ts'

/**
 * The conditions of an operation that grants lasting access on its caller, beyond the access token, which may be 15 minutes
 * old. Returns the condition for the operation's transaction.
 */
export type Requirement = (ctx: TenantContext, roles: readonly Role[]) => Promise<Write>

/** Throws forbidden for a user who was demoted, deactivated or signed out, and for an API key that was deleted or has expired. */
export const activeSession: Requirement = async (ctx, roles) =>
  ctx.actor.scopes ? activeKey(ctx) : unchanged(ctx, await activeUser(ctx, roles), roles)

/** The same; also throws email_not_verified, since anyone can register another's address. A key's creator has verified theirs. */
export const verifiedEmail: Requirement = async (ctx, roles) => {
  if (ctx.actor.scopes) return activeKey(ctx)
  const user = await activeUser(ctx, roles)
  if (!user.email_verified) throw refused.own_email_not_verified()
  return unchanged(ctx, user, roles)
}

async function activeKey({ table, actor, now }: TenantContext): Promise<Write> {
  const key = await table.find(apiKeys, { id: actor.user_id })
  if (!key || isExpired(key, now)) throw refused.api_key_inactive()
  return table.conditionCheck(apiKeys, key, keyExists)
}

async function activeUser({ table, actor, now }: TenantContext, roles: readonly Role[]): Promise<UserRecord> {
  const [user, session] = await Promise.all([
    table.find(users, { id: actor.user_id }),
    table.find(sessions, { id: actor.session_id, user_id: actor.user_id }),
  ])
  if (!user || !session || !isOpen(session, user, now) || !roles.includes(user.role))
    throw refused.role_changed()
  return user
}

const unchanged = ({ table }: TenantContext, user: UserRecord, roles: readonly Role[]): Write =>
  table.conditionCheck(
    users,
    user,
    all(equals('is_active', true), equals('epoch', user.epoch), oneOf('role', roles)),
  )
