import * as z from 'zod'
import { all, atLeast, equals, oneOf } from '../../db/conditions.ts'
import { digest } from '../../db/keys.ts'
import { outboxWrite } from '../../db/stores/outbox.ts'
import type { Write } from '../../db/requests.ts'
import type { Plan } from '../../db/commit.ts'
import { epochSeconds } from '../../db/entity.ts'
import type { Page, Position } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { badRequest, conflict, forbidden, allInOrder, ValidationError, Refusal } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { sealer } from '../../core/seal.ts'
import { randomCode } from '../kernel/codes.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers } from '../couriers/record.ts'
import { differences, email, Id, optional, Timestamp } from '../kernel/fields.ts'
import { isOpen } from './sessions.ts'
import { sessions, tenants, User, users, type UserRecord } from './record.ts'
import { managerRoles, roles } from '../kernel/roles.ts'

const Role = z.enum(roles)
/** A user as managers see it. */
export const Member = lazySchema(() =>
  User.unwrap()
    .extend({
      status: z.enum(['INVITED', 'ACTIVE', 'DEACTIVATED']),
      courier_id: Id.nullable(),
      created_at: Timestamp,
    })
    .meta({ id: 'Member' }),
)
export type Member = z.input<typeof Member>

export const Invitation = lazySchema(() =>
  z
    .object({ email, role: Role, courier_id: optional(Id) })
    .meta({ id: 'Invitation', examples: [{ email: 'operator@example.com', role: 'operator' }] }),
)
export const MemberChange = lazySchema(() =>
  z
    .object({ role: optional(Role), is_active: optional(z.boolean()), courier_id: optional(Id) })
    .meta({ id: 'MemberChange', examples: [{ role: 'warehouse' }] }),
)
export const MemberFilter = lazySchema(() => z.object({ role: optional(Role) }))

export const toMemberResponse = (user: UserRecord) => ({
  ...user,
  status: statusOf(user),
  courier_id: user.courier_id ?? null,
})

function statusOf({ invitation, is_active }: UserRecord): Member['status'] {
  if (is_active) return 'ACTIVE'
  return invitation && invitation.expires_at > 0 ? 'INVITED' : 'DEACTIVATED'
}

/** Newest first. */
export const listUsers = async (
  { table }: TenantContext,
  { role }: z.output<typeof MemberFilter>,
  page: { limit: number; after?: Position | undefined },
): Promise<Page<Member>> =>
  (
    await table.list(users, {
      ...{ index: 'gsi1' as const, partition: 'USER', newestFirst: true },
      ...page,
      ...(role && { filter: equals('role', role) }),
    })
  ).map(toMemberResponse)

/** Throws "User not found". */
export const readUser = async ({ table }: TenantContext, id: string) =>
  toMemberResponse(await table.get(users, { id }))

/**
 * Invites a person into the tenant, who becomes a user by accepting. Throws bad_request for an address that has a
 * user in this tenant (users of other tenants are not revealed), "Courier not found", and too_many_requests after
 * 100 invitations a day.
 */
export async function inviteUser(
  ctx: TenantContext,
  { email, role, courier_id }: z.output<typeof Invitation>,
): Promise<Plan<Member>> {
  const { table, actor, now, newId } = ctx
  const [held, taken] = await allInOrder(expectStillManager(ctx), table.findDirectoryEntry('email', email))
  if (taken !== undefined) throw badRequest('A user with this e-mail already exists')
  const id = newId()
  const { invitation, writes } = await invitationFor(ctx, { id, email, role })
  const user: UserRecord = {
    ...{ id, email, role, invitation, tenant_id: actor.tenant_id, company_id: actor.company_id },
    ...(await courierOf(table, role, courier_id)),
    ...{ is_active: false, email_verified: false, epoch: 1, created_at: now.toISOString(), version: 1 },
  }
  return { writes: [table.create(users, user), ...writes, ...held], result: toMemberResponse(user) }
}

/**
 * Sends an invitation again with a new code, also a withdrawn one. Throws not_found, and a conflict if it was
 * accepted.
 */
export async function inviteAgain(ctx: TenantContext, id: string): Promise<Plan<Member>> {
  const [user, held] = await allInOrder(ctx.table.get(users, { id }), expectStillManager(ctx, id))
  if (!user.invitation) throw conflict('This user has accepted the invitation')
  const { invitation, writes } = await invitationFor(ctx, user)
  const { write, record } = ctx.table.updateVersion(users, user, { invitation })
  return { writes: [write, ...writes, ...held], result: toMemberResponse(record) }
}

/**
 * Changes a user's role, or whether they may sign in, which takes effect within the lifetime of an access token.
 * Deactivating ends all sessions, or withdraws an open invitation. Throws not_found, stale (If-Match), and
 * conflict if the tenant would be left without a manager or the invitation is not accepted yet.
 */
export async function changeUser(
  ctx: TenantContext,
  id: string,
  { courier_id, ...input }: z.output<typeof MemberChange>,
): Promise<Plan<Member>> {
  const { table, actor, expectVersion } = ctx
  const [user, held] = await allInOrder(table.get(users, { id }), expectStillManager(ctx, id))
  expectVersion(user.version)
  const named = { ...user, ...differences(user, input) }
  if (user.invitation && named.is_active) throw conflict('This user has not accepted the invitation yet')
  const changed = { ...named, ...(await courierOf(table, named.role, courier_id ?? user.courier_id)) }
  const withdrawn = input.is_active === false && statusOf(user) === 'INVITED' && user.invitation
  const change = {
    ...differences(user, { role: changed.role, is_active: changed.is_active, courier_id: changed.courier_id }),
    ...(user.is_active && !changed.is_active && { epoch: user.epoch + 1 }),
    ...(withdrawn && { invitation: { ...withdrawn, expires_at: 0 } }),
  }
  if (Object.keys(change).length === 0) return { writes: [], result: toMemberResponse(user) }
  const { write, record } = table.updateVersion(users, user, change)
  return {
    writes: [write, ...managerCountWrites(table, actor.tenant_id, user, record), ...held],
    result: toMemberResponse(record),
  }
}

/**
 * Permission to manage users is not taken from the token, which may be 15 minutes old: a user who was demoted,
 * deactivated or signed out must not undo it. Returns the condition for the change's transaction. Throws
 * forbidden.
 */
async function expectStillManager({ table, actor, now }: TenantContext, changed?: string): Promise<Write[]> {
  const [me, session] = await Promise.all([
    table.find(users, { id: actor.user_id }),
    table.find(sessions, { id: actor.session_id, user_id: actor.user_id }),
  ])
  if (!me || !session || !isOpen(session, me, now) || !managerRoles.includes(me.role))
    throw forbidden('You no longer administer this company, or were signed out; sign in again')
  // The caller's own record is guarded by its version.
  if (changed?.toLowerCase() === me.id) return []
  const still = all(equals('is_active', true), equals('epoch', me.epoch), oneOf('role', managerRoles))
  return [table.conditionCheck(users, me, still)]
}

/** Deactivates a user, who stays listed. Throws the errors of a change. */
export const deactivateUser = (ctx: TenantContext, id: string) => changeUser(ctx, id, { is_active: false })

/**
 * Users with the role courier are linked to a courier; others are not. Throws "Courier not found", and
 * ValidationError if none is given.
 */
async function courierOf(table: TenantTable, role: UserRecord['role'], courier_id: string | undefined) {
  if (role !== 'courier') return { courier_id: undefined }
  if (courier_id !== undefined) return { courier_id: (await table.get(couriers, { id: courier_id })).id }
  throw new ValidationError({ loc: ['body', 'courier_id'], msg: 'Field required', type: 'missing' })
}

const administers = ({ is_active, role }: Pick<UserRecord, 'is_active' | 'role'>) =>
  is_active && managerRoles.includes(role)

/** The change of the tenant's manager count, which must not become 0. */
export function managerCountWrites(
  table: TenantTable,
  tenant_id: string,
  before: Pick<UserRecord, 'is_active' | 'role'>,
  after: Pick<UserRecord, 'is_active' | 'role'>,
): Write[] {
  const more = Number(administers(after)) - Number(administers(before))
  if (more === 0) return []
  const another = {
    when: atLeast('managers', 2),
    onConditionFailed: conflict(
      'This is the last user who administers the company; make another user a manager first',
    ),
  }
  return [table.patchUnread(tenants, { id: tenant_id }, { add: { managers: more } }, more < 0 ? another : {})]
}

/** An invitation is valid for a week. */
const invitationSeconds = 7 * 24 * 3600
/** Invitations go to people who did not ask for them, so they are limited. */
const maxInvitations = { name: 'invitation', quota: 100, window: 24 * 3600 }

/** An invitation of a user, and its other writes: the directory entry of its code, and the e-mail. */
async function invitationFor(
  { table, actor, now, newId, limits, secret }: TenantContext,
  { id, email, role }: Pick<UserRecord, 'id' | 'email' | 'role'>,
) {
  const [{ allowed, resetsIn }, { name: company }, { seal }] = await Promise.all([
    limits.count(maxInvitations, actor.tenant_id, now),
    table.get(tenants, { id: actor.tenant_id }),
    secret('sealing', sealer),
  ])
  if (!allowed)
    throw new Refusal('too_many_requests', 'Too many invitations today; try again later', {
      'Retry-After': `${resetsIn}`,
    })
  const [code, message] = [randomCode(16), newId()]
  const sealed = seal(JSON.stringify({ code, company, role }), message)
  return {
    invitation: { code: digest(code), expires_at: epochSeconds(now) + invitationSeconds },
    writes: [
      table.putDirectoryEntry('invitation', code, id),
      outboxWrite({ id: message, occasion: 'invitation', to: email, posted_at: now.toISOString(), sealed }),
    ],
  }
}
