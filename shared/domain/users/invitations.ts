import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { digest } from '../../db/keys.ts'
import { outboxWrite } from '../../db/stores/outbox.ts'
import type { Plan } from '../../db/commit.ts'
import { expiryAfter } from '../../db/entity.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { sealer } from '../../core/seal.ts'
import { randomCode } from '../kernel/codes.ts'
import type { TenantContext } from '../kernel/context.ts'
import { email, optional, idOf } from '../kernel/fields.ts'
import { expectQuota } from '../kernel/quota.ts'
import { roles } from '../kernel/roles.ts'
import { personName, tenants, users, type UserRecord, userTexts } from './record.ts'
import { linkCourier } from './courier-link.ts'
import { toMemberResponse, type Member } from './users.ts'

export const Invitation = lazySchema(() =>
  z
    .object({
      email: email.meta(commonTexts.email),
      role: z.enum(roles).meta({ description: 'What the user will be allowed to do' }),
      name: optional(personName()).meta(userTexts.name),
      courier_id: optional(idOf('courier')),
    })
    .meta({ id: 'Invitation', examples: [{ email: 'operator@example.com', role: 'operator' }] }),
)
/**
 * Invites a person into the tenant, who becomes a user by accepting. Throws bad_request for an address that has a
 * user in this tenant (users of other tenants are not revealed), the errors of `linkCourier`, and too_many_requests
 * after 100 invitations of the company in a day, or 3 to the address of all companies.
 */
export async function inviteUser(
  ctx: TenantContext,
  { email, name, role, courier_id }: z.output<typeof Invitation>,
): Promise<Plan<Member>> {
  const { table, actor, now, newId } = ctx
  const taken = await table.findDirectoryEntry('email', email)
  if (taken !== undefined) throw refused.email_taken()
  const id = newId()
  const { invitation, writes } = await invitationFor(ctx, { id, email, role })
  const user: UserRecord = {
    id,
    email,
    ...(name && { name }),
    role,
    invitation,
    tenant_id: actor.tenant_id,
    company_id: actor.company_id,
    is_active: false,
    email_verified: false,
    epoch: 1,
    created_at: now.toISOString(),
    version: 1,
  }
  const link = await linkCourier(table, user, courier_id)
  const linked = { ...user, courier_id: link.courier_id }
  return {
    writes: [table.create(users, linked), ...link.writes, ...writes],
    result: toMemberResponse(linked),
  }
}

/**
 * Sends an invitation again with a new code, including a withdrawn one. Throws not_found, a conflict if it was accepted, and
 * the errors of `linkCourier`.
 */
export async function inviteAgain(ctx: TenantContext, id: string): Promise<Plan<Member>> {
  const user = await ctx.table.get(users, { id })
  if (!user.invitation) throw refused.invitation_accepted()
  const { invitation, writes } = await invitationFor(ctx, user)
  const link = await linkCourier(ctx.table, { ...user, invitation }, user.courier_id)
  const { write, record } = ctx.table.updateVersion(users, user, { invitation })
  return { writes: [write, ...link.writes, ...writes], result: toMemberResponse(record) }
}

/** How long an invitation is valid, in days. */
const invitationDays = 7
/** Invitations go to people who did not ask for them, so they are limited: of a company, and to an address. */
const day = 24 * 3600
const maxSent = { name: 'invitation', quota: 100, window: day }
const maxReceived = { name: 'invitation-received', quota: 3, window: day }

/** An invitation of a user, and its other writes: the directory entry of its code, and the e-mail. */
async function invitationFor(
  ctx: TenantContext,
  { id, email, role }: Pick<UserRecord, 'id' | 'email' | 'role'>,
) {
  const { table, actor, now, newId, secret } = ctx
  await expectQuota(ctx, maxSent, actor.tenant_id, refused.company_invitations_used_up())
  await expectQuota(ctx, maxReceived, email.toLowerCase(), refused.address_invitations_used_up())
  const [{ name: company }, { seal }] = await Promise.all([
    table.get(tenants, { id: actor.tenant_id }),
    secret('sealing', sealer),
  ])
  const [code, message] = [randomCode(16), newId()]
  const sealed = seal(JSON.stringify({ code, company, role }), message)
  return {
    invitation: {
      code: digest(code),
      expires_at: expiryAfter(invitationDays, now),
      invited_by: actor.user_id,
      undeliverable: false,
    },
    writes: [
      table.putDirectoryEntry('invitation', code, id),
      outboxWrite({ id: message, occasion: 'invitation', to: email, posted_at: now.toISOString(), sealed }),
    ],
  }
}
