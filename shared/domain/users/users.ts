import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { atLeast, equals } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { differences, Id, optional, CreatedAt, idOf, Timestamp } from '../kernel/fields.ts'
import { personName, tenants, User, users, type UserRecord, userTexts } from './record.ts'
import { roleNames, roles } from '../kernel/roles.ts'
import { factorRequiredFrom } from '../settings/record.ts'
import { readSettings } from '../settings/settings.ts'
import { accountLetters } from './account-letters.ts'
import { linkCourier } from './courier-link.ts'
import { passkeyRemovals, passkeysOf } from './passkey-record.ts'
import { expectOwnerStays, ownershipOf, type Ownership } from './owner.ts'
import { administers, memberStatuses, statusOf } from './status.ts'

/** A user as managers see it. */
export const Member = lazySchema(() =>
  User.unwrap()
    .extend({
      name: z.string().default('').meta(userTexts.name),
      status: z.enum(memberStatuses).meta(commonTexts.status),
      courier_id: idOf('courier').nullable(),
      invited_by: Id.nullable().meta({
        description: 'Of an open invitation: the user who sent it; else null',
        examples: [null],
      }),
      invitation_undeliverable: z.boolean().meta({
        description:
          'Whether the e-mail of the open invitation was rejected, so that the code does not arrive. Sending the invitation again clears it',
        examples: [false],
      }),
      is_owner: z
        .boolean()
        .default(false)
        .meta({
          description:
            'Whether the user owns the company: nobody else can deactivate them or change their role. At first its registrant',
          examples: [false],
        }),
      is_owner_offered: z
        .boolean()
        .default(false)
        .meta({
          description:
            'Whether the owner offers the ownership of the company to the user, who can accept it (`POST /api/v1/users/{id}/ownership`)',
          examples: [false],
        }),
      second_factor_since: Timestamp.nullable()
        .default(null)
        .meta({
          description: 'Since when their sign-ins need a second factor; null while they do not',
          examples: [null],
        }),
      passkeys: z
        .int()
        .default(0)
        .meta({ description: 'How many passkeys they can sign in with', examples: [0] }),
      created_at: CreatedAt,
    })
    .meta({ id: 'Member' }),
)
export type Member = z.input<typeof Member>

/** The signed-in user. */
export const CurrentUser = lazySchema(() =>
  Member.unwrap()
    .extend({
      second_factor_required_from: Timestamp.nullable()
        .default(null)
        .meta({
          description:
            'From when the company requires a second factor of the user: without one, they then add it when they sign in. Null if it requires none',
          examples: [null],
        }),
    })
    .meta({ id: 'CurrentUser' }),
)

export const MemberChange = lazySchema(() =>
  z
    .object({
      name: optional(personName()).meta(userTexts.name),
      role: optional(z.enum(roles)).meta(userTexts.role),
      is_active: optional(z.boolean()).meta(userTexts.isActive),
      courier_id: Id.nullish().meta({
        description: 'The courier as whom the user works; null removes it, which the role `courier` refuses',
        examples: [exampleIds.courier],
      }),
    })
    .meta({ id: 'MemberChange', examples: [{ role: 'warehouse' }] }),
)
export const CurrentUserChange = lazySchema(() =>
  z
    .object({ name: optional(personName()).meta(userTexts.name) })
    .meta({ id: 'CurrentUserChange', examples: [{ name: 'Nino Beridze' }] }),
)
export const MemberFilter = lazySchema(() => z.object({ role: optional(z.enum(roles)) }))

export const toMemberResponse = (user: UserRecord, { ownerId, offeredTo }: Ownership = {}) => ({
  ...user,
  name: user.name ?? '',
  is_owner: user.id === ownerId,
  is_owner_offered: user.id === offeredTo,
  status: statusOf(user),
  courier_id: user.courier_id ?? null,
  invited_by: user.invitation?.invited_by ?? null,
  invitation_undeliverable: user.invitation?.undeliverable ?? false,
  second_factor_since: user.second_factor_since ?? null,
  passkeys: user.passkeys ?? 0,
})

/** Newest first. */
export async function listUsers(
  ctx: TenantContext,
  { role }: z.output<typeof MemberFilter>,
  page: PageRequest,
): Promise<Page<Member>> {
  const [found, ownership] = await Promise.all([
    ctx.table.list(users, {
      index: 'gsi1' as const,
      partition: 'USER',
      newestFirst: true,
      ...page,
      ...(role && { filter: equals('role', role) }),
    }),
    ownershipOf(ctx),
  ])
  return found.map((user) => toMemberResponse(user, ownership))
}

/** Throws "User not found". */
export async function readUser(ctx: TenantContext, id: string) {
  const [user, ownership] = await Promise.all([ctx.table.get(users, { id }), ownershipOf(ctx)])
  return toMemberResponse(user, ownership)
}

/** The caller. Throws "User not found". */
export async function readCurrentUser(ctx: TenantContext) {
  const [user, company] = await Promise.all([readUser(ctx, ctx.actor.user_id), readSettings(ctx.table)])
  const from = factorRequiredFrom(company, user.role)
  // What the settings say changes the response without the user.
  return from === undefined
    ? user
    : { ...user, second_factor_required_from: from, version: `${user.version}-${company.version}` }
}

/** Changes what users say of themselves. Throws not_found, and stale (If-Match). */
export async function changeCurrentUser(
  ctx: TenantContext,
  input: z.output<typeof CurrentUserChange>,
): Promise<Plan<Member>> {
  const { table, actor, expectVersion } = ctx
  const [user, ownership] = await Promise.all([table.get(users, { id: actor.user_id }), ownershipOf(ctx)])
  expectVersion(user.version)
  const change = differences(user, input)
  if (Object.keys(change).length === 0) return { writes: [], result: toMemberResponse(user, ownership) }
  const { write, record } = table.updateVersion(users, user, change)
  return { writes: [write], result: toMemberResponse(record, ownership) }
}

/**
 * Changes a user's name, their role, or whether they may sign in, which takes effect within the lifetime of an access token.
 * Deactivating ends all sessions, or withdraws an open invitation. Throws not_found, stale (If-Match), the errors of
 * `linkCourier`, and conflict if the tenant would be left without a manager or its owner, or the invitation is not accepted yet.
 */
export async function changeUser(
  ctx: TenantContext,
  id: string,
  { courier_id, ...input }: z.output<typeof MemberChange>,
): Promise<Plan<Member>> {
  const { table, actor, expectVersion } = ctx
  const [user, ownership] = await Promise.all([table.get(users, { id }), ownershipOf(ctx)])
  expectVersion(user.version)
  const named = { ...user, ...differences(user, input) }
  if (user.invitation && named.is_active) throw refused.invitation_not_accepted()
  if (user.left_at !== undefined && named.is_active) throw refused.user_left()
  const withdrawn = input.is_active === false && statusOf(user) === 'INVITED' && user.invitation
  const invitation = withdrawn ? { ...withdrawn, expires_at: 0 } : user.invitation
  const wanted = courier_id === undefined ? user.courier_id : (courier_id ?? undefined)
  const link = await linkCourier(table, { ...named, invitation }, wanted)
  const change = {
    ...differences(user, {
      name: named.name,
      role: named.role,
      is_active: named.is_active,
      courier_id: link.courier_id,
    }),
    ...(courier_id === null && user.courier_id !== undefined && { courier_id: undefined }),
    ...(user.is_active && !named.is_active && { epoch: user.epoch + 1 }),
    ...(withdrawn && { invitation }),
  }
  if (Object.keys(change).length === 0) return { writes: [], result: toMemberResponse(user, ownership) }
  const { write, record } = table.updateVersion(users, user, change)
  const { ownerId } = ownership
  expectOwnerStays(ownerId, record, actor.user_id)
  const isNewManager = administers(record) && !administers(user)
  const owner = isNewManager && ownerId !== undefined ? await table.find(users, { id: ownerId }) : undefined
  return {
    writes: [
      write,
      ...link.writes,
      ...managerCountWrites(table, actor.tenant_id, user, record),
      ...(record.role === user.role
        ? []
        : accountLetters(ctx, 'role_changed', [record], roleNames[record.role])),
      ...(isNewManager ? accountLetters(ctx, 'manager_added', [owner], record.email) : []),
    ],
    result: toMemberResponse(record, ownership),
  }
}

/**
 * The caller leaves the company: they stay listed, and their address is free for another company. Throws a conflict for
 * the last user who administers the company.
 */
export async function leaveCompany(ctx: TenantContext): Promise<Plan<{ message: string }>> {
  const { table, actor, now } = ctx
  const [user, { ownerId }, owned] = await Promise.all([
    table.get(users, { id: actor.user_id }),
    ownershipOf(ctx),
    passkeysOf(table, actor.user_id),
  ])
  const { write, record } = table.updateVersion(users, user, {
    is_active: false,
    password_hash: undefined,
    identities: undefined,
    second_factor_since: undefined,
    passkeys: undefined,
    epoch: user.epoch + 1,
    left_at: now.toISOString(),
  })
  expectOwnerStays(ownerId, record, actor.user_id)
  const address = table.deleteDirectoryEntry('email', user.email)
  const managers = managerCountWrites(table, actor.tenant_id, user, record)
  const removals = passkeyRemovals(table, owned)
  return {
    writes: [write, address, ...managers, ...removals],
    result: { message: 'You have left the company' },
  }
}

/** Deactivates a user, who stays listed. Throws the errors of a change. */
export const deactivateUser = (ctx: TenantContext, id: string) => changeUser(ctx, id, { is_active: false })

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
    onConditionFailed: refused.last_manager(),
  }
  return [table.patchUnread(tenants, { id: tenant_id }, { add: { managers: more } }, more < 0 ? another : {})]
}
