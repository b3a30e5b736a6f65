import * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import type { TenantTable } from '../../db/table.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { notFound } from '../../core/refusals.ts'
import { deleteApiKey } from '../api-keys/api-keys.ts'
import { apiKeys, type ApiKeyRecord } from '../api-keys/record.ts'
import { readableAddress } from '../kernel/email-address.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import type { TenantContext } from '../kernel/context.ts'
import { allWebhooks, webhooks, type WebhookRecord } from '../webhooks/record.ts'
import { deleteWebhook } from '../webhooks/webhooks.ts'
import { users, type UserRecord } from './record.ts'
import { statusOf } from './status.ts'
import { changeUser } from './users.ts'

const Kind = z.enum(['api_key', 'webhook', 'user']).meta({ id: 'AccessGrantKind' })

/** Lasting access that a user has given: it stays when they are signed out or dismissed. */
export const AccessGrant = lazySchema(() =>
  z
    .object({
      kind: Kind.meta({ description: 'An API key, a webhook, or an invited user', examples: ['api_key'] }),
      id: Id.meta({ description: 'Its id', examples: ['0192f3a4-28c9-79bc-93ef-012345678901'] }),
      name: z.string().meta({
        description: 'The key’s name, the webhook’s URL, or the user’s e-mail address',
        examples: ['Web shop'],
      }),
      created_by: Id.meta({
        description: 'Who gave it: the user, or an API key or a user that they gave access to',
        examples: ['5d0e8a1c-6b7f-4d3e-9a2b-0c4f8e6d1a37'],
      }),
      created_at: Timestamp.meta({ description: 'When', examples: ['2026-11-23T09:20:00.000Z'] }),
    })
    .meta({ id: 'AccessGrant' }),
)
export type AccessGrant = z.output<typeof AccessGrant>

/** The most that one request ends. */
const maxEnded = 100
export const EndedGrants = lazySchema(() =>
  z
    .object({
      ids: z
        .array(Id)
        .min(1)
        .max(maxEnded)
        .meta({
          description: 'The ids of the keys and webhooks to delete, and of the users to deactivate',
          examples: [['0192f3a4-28c9-79bc-93ef-012345678901']],
        }),
    })
    .meta({ id: 'EndedGrants', examples: [{ ids: ['0192f3a4-28c9-79bc-93ef-012345678901'] }] }),
)

/** The access that a user has given, and that of those who got it, newest first. Throws "User not found". */
export const listGrants = async (ctx: Pick<TenantContext, 'table'>, id: string): Promise<AccessGrant[]> =>
  givenBy(ctx, id, none)

interface GrantRecords {
  keys: readonly ApiKeyRecord[]
  hooks: readonly WebhookRecord[]
  people: readonly UserRecord[]
}
const none: GrantRecords = { keys: [], hooks: [], people: [] }

/** `known`: records that the lists may lack, since an index lags behind the moment when they were made. */
async function givenBy({ table }: Pick<TenantContext, 'table'>, id: string, known: GrantRecords) {
  const [user, listed] = await Promise.all([table.get(users, { id }), allGrants(table)])
  const all = [...new Map([...listed, ...grantsOf(known)].map((grant) => [grant.id, grant])).values()]
  const givers = new Set([user.id])
  for (let before = 0; before < givers.size;) {
    before = givers.size
    for (const grant of all) if (givers.has(grant.created_by) && grant.id !== user.id) givers.add(grant.id)
  }
  return all
    .filter((grant) => givers.has(grant.created_by) && grant.id !== user.id)
    .sort((one, other) => (age(one) < age(other) ? 1 : -1))
}

/** Ids sort by the moment they were made, also within one. */
const age = ({ created_at, id }: AccessGrant) => created_at + id

/** The most records of a kind that are read, the newest first. */
const maxRead = 1000

/** In turn, so that the request has the same calls each time: it is rare. */
async function allGrants(table: TenantTable): Promise<AccessGrant[]> {
  const keys = await table.listAll(apiKeys, { index: 'gsi1', partition: 'API_KEY', limit: maxRead })
  const hooks = await table.listAll(webhooks, { ...allWebhooks, limit: maxRead })
  const everyone = { index: 'gsi1', partition: 'USER', newestFirst: true, limit: maxRead } as const
  const people = await table.listAll(users, everyone)
  return grantsOf({ keys, hooks, people: people.filter(hasAccess) })
}

const hasAccess = (user: UserRecord) => statusOf(user) === 'ACTIVE' || statusOf(user) === 'INVITED'

const grantsOf = ({ keys, hooks, people }: GrantRecords): AccessGrant[] => [
  ...keys.map(({ id, name, created_by, created_at }) => ({
    kind: 'api_key' as const,
    id,
    name,
    created_by,
    created_at,
  })),
  ...hooks.flatMap(({ id, url, created_by, created_at }) =>
    created_by === null ? [] : [{ kind: 'webhook' as const, id, name: url, created_by, created_at }],
  ),
  ...people.flatMap(({ id, email, created_at, invitation, invited_by = invitation?.invited_by }) =>
    invited_by === undefined
      ? []
      : [{ kind: 'user' as const, id, name: readableAddress(email), created_by: invited_by, created_at }],
  ),
]

/**
 * Ends access that a user has given: deletes keys and webhooks, deactivates users and withdraws invitations, each in a transaction
 * of its own. It may be repeated: what has ended is left as it is. Returns what is left. Throws "Access grant not found" for one
 * that they have not given, and the conflicts of `changeUser`.
 */
export async function endGrants(
  ctx: TenantContext,
  id: string,
  { ids }: z.output<typeof EndedGrants>,
): Promise<AccessGrant[]> {
  const known = await standing(ctx.table, [...new Set(ids)])
  const given = await givenBy(ctx, id, known)
  const isGiven = new Set(given.map((grant) => grant.id))
  const { keys, hooks, people } = known
  if ([...keys, ...hooks, ...people].some((record) => !isGiven.has(record.id))) throw notFound('Access grant')
  // If-Match is about a single record.
  const each = { ...ctx, expectVersion: () => [] }
  for (const grant of grantsOf(known)) await ctx.transact<unknown>(() => end[grant.kind](each, grant.id))
  return given.filter((grant) => !ids.includes(grant.id))
}

/** What has these ids and gives access. */
async function standing(table: TenantTable, ids: readonly string[]): Promise<GrantRecords> {
  const refs = ids.map((id) => ({ id }))
  const [keys, hooks, people] = await Promise.all([
    table.many(apiKeys, refs),
    table.many(webhooks, refs),
    table.many(users, refs),
  ])
  return { keys, hooks, people: people.filter(hasAccess) }
}

const end = {
  api_key: deleteApiKey,
  webhook: deleteWebhook,
  user: (ctx, id) => changeUser(ctx, id, { is_active: false }),
} satisfies Record<AccessGrant['kind'], (ctx: TenantContext, id: string) => Promise<Plan<unknown>>>
