import type { Plan } from '../../db/commit.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { accountLetters } from './account-letters.ts'
import { ownershipOf } from './owner.ts'
import { tenants, users } from './record.ts'
import { administers } from './status.ts'
import { toMemberResponse, type Member } from './users.ts'

const day = 24 * 3600 * 1000
/** How long an offer of the ownership can be accepted, in milliseconds. */
const offerLasts = 7 * day
/** How long after a reset of their password an owner cannot offer the ownership, in milliseconds: it may have been another person. */
const afterReset = 7 * day

/**
 * Offers the ownership to a manager, as the owner; accepts it, as that manager, within a week. Throws "User not found", forbidden
 * for anyone else, and a conflict for someone who is no active manager, and for a week after the owner's password was reset.
 */
export async function passOwnership(ctx: TenantContext, id: string): Promise<Plan<Member>> {
  const { table, actor, now } = ctx
  const [tenant, ownership, user] = await Promise.all([
    table.get(tenants, { id: actor.tenant_id }),
    ownershipOf(ctx),
    table.get(users, { id }),
  ])
  const { ownerId, offeredTo } = ownership
  const owner = ownerId === undefined ? undefined : await table.find(users, { id: ownerId })
  if (!owner || owner.id === user.id) throw refused.user_owns_company()
  if (actor.user_id === owner.id) {
    if (!administers(user) || !user.email_verified) throw refused.owner_must_be_verified_manager()
    const { password_reset_at: reset } = owner
    if (reset !== undefined && Date.parse(reset) + afterReset > now.getTime())
      throw refused.password_reset_recently()
    const offer = { to: id, until: new Date(now.getTime() + offerLasts).toISOString() }
    const { write } = table.updateVersion(tenants, tenant, { owner_id: owner.id, owner_offer: offer })
    const letters = accountLetters(ctx, 'ownership_offered', [owner, user], user.email)
    return { writes: [write, ...letters], result: toMemberResponse(user, { ownerId, offeredTo: id }) }
  }
  if (actor.user_id !== id || offeredTo !== id) throw refused.ownership_not_offered()
  const { write } = table.updateVersion(tenants, tenant, { owner_id: id, owner_offer: undefined })
  const letters = accountLetters(ctx, 'ownership_changed', [owner, user], user.email)
  return { writes: [write, ...letters], result: toMemberResponse(user, { ownerId: id }) }
}
