import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import { ValidationError } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { defaulted, deleted, name, optional, Timestamp } from '../kernel/fields.ts'
import { accountLetters } from '../users/account-letters.ts'
import { storedOwner } from '../users/owner.ts'
import { users } from '../users/record.ts'
import { apiKeys, maxApiKeys, secretDigest, type ApiKeyRecord, apiKeyTexts } from './record.ts'
import scopes from './scopes.json' with { type: 'json' }

const day = 24 * 3600

export const NewApiKey = lazySchema(() =>
  z
    .object({
      name: name.meta({ description: 'The system that will use the key', examples: ['Web shop'] }),
      scopes: z
        .array(z.enum(scopes))
        .min(1)
        .max(scopes.length)
        .overwrite((given) => scopes.filter((scope) => given.includes(scope)))
        .meta(apiKeyTexts.scopes),
      expires_at: optional(Timestamp).meta({
        description: 'When it ends; never unless given',
        examples: ['2027-11-23T00:00:00.000Z'],
      }),
    })
    .meta({
      id: 'NewApiKey',
      examples: [{ name: 'Web shop', scopes: ['shipments:read', 'shipments:write'] }],
    }),
)
export const Rotation = lazySchema(() =>
  z
    .object({
      overlap_seconds: defaulted(
        z
          .int()
          .min(0)
          .max(7 * day),
        3600,
      ).meta({ description: 'How long the former secret works, at most a week', examples: [86400] }),
    })
    .meta({ id: 'Rotation', examples: [{ overlap_seconds: 86_400 }] }),
)

type WithSecret = ApiKeyRecord & { secret: string }

/** 256 random bits. Scanners for secrets recognise the beginning. */
const newSecret = () => `courier_sk_${randomBytes(32).toString('base64url')}`
const shownCharacters = 15
const secretFields = (secret: string) => ({
  secret_digest: secretDigest(secret),
  prefix: secret.slice(0, shownCharacters),
})

/** Creates a key, whose secret only this response has. Throws ValidationError for a time that has passed, and a conflict beyond 100 keys. */
export async function createApiKey(
  ctx: TenantContext,
  { name, scopes, expires_at }: z.output<typeof NewApiKey>,
): Promise<Plan<WithSecret>> {
  const { table, actor, now, newId } = ctx
  const created_at = now.toISOString()
  if (expires_at !== undefined && new Date(expires_at) <= now)
    throw new ValidationError({ loc: ['body', 'expires_at'], msg: 'A time in the future', type: 'value_error' })
  if ((await table.count({ partition: 'API_KEYS' }, maxApiKeys)) >= maxApiKeys)
    throw refused.company_has_most_api_keys({ max: maxApiKeys })
  const [id, secret] = [newId(), newSecret()]
  const client_id = `courier_${id.replaceAll('-', '')}`
  const record: ApiKeyRecord = {
    id,
    client_id,
    name,
    scopes,
    ...secretFields(secret),
    tenant_id: actor.tenant_id,
    company_id: actor.company_id,
    created_by: actor.user_id,
    created_at,
    // In the form in which times are compared.
    expires_at: expires_at === undefined ? null : new Date(expires_at).toISOString(),
    last_used_at: null,
    former_secret_until: null,
    version: 1,
  }
  const people = await Promise.all([
    table.find(users, { id: actor.user_id }),
    storedOwner(table, actor.tenant_id),
  ])
  const writes = [
    table.create(apiKeys, record),
    table.putDirectoryEntry('client', client_id, id),
    ...accountLetters(ctx, 'api_key_created', people, name),
  ]
  return { writes, result: { ...record, secret } }
}

const toResponse = (record: ApiKeyRecord, now: Date) => ({
  ...record,
  former_secret_until: overlapEnd(record, now),
})
/** Until when the former secret works; null if it does not any more. */
const overlapEnd = ({ former_secret_until: until }: ApiKeyRecord, now: Date) =>
  until !== null && until > now.toISOString() ? until : null

/** A page of the company's keys, newest first. */
export const listApiKeys = async (
  { table, now }: TenantContext,
  page: PageRequest,
): Promise<Page<ApiKeyRecord>> =>
  (await table.list(apiKeys, { index: 'gsi1', partition: 'API_KEY', newestFirst: true, ...page })).map(
    (record) => toResponse(record, now),
  )

/** Throws "API key not found". */
export const readApiKey = async ({ table, now }: TenantContext, id: string): Promise<ApiKeyRecord> =>
  toResponse(await table.get(apiKeys, { id }), now)

/** Tokens that the key has got end with their time. Throws not_found, and stale (If-Match). */
export async function deleteApiKey({ table, expectVersion }: TenantContext, id: string) {
  const current = await table.get(apiKeys, { id })
  expectVersion(current.version)
  const writes = [table.remove(apiKeys, current), table.deleteDirectoryEntry('client', current.client_id)]
  return { writes, result: deleted('API key', id) }
}

/**
 * Replaces the secret; the former one works for `overlap_seconds` more. Throws not_found, stale (If-Match), and a conflict for
 * a key that is rotated at the same time, or whose former secret still works, unless both end now.
 */
export async function rotateApiKey(
  { table, now, expectVersion }: TenantContext,
  id: string,
  { overlap_seconds }: z.output<typeof Rotation>,
): Promise<Plan<WithSecret>> {
  const current = await table.get(apiKeys, { id })
  expectVersion(current.version)
  const overlap = overlapEnd(current, now)
  if (overlap !== null && overlap_seconds > 0) throw refused.former_secret_still_works({ until: overlap })
  const secret = newSecret()
  const { write, record } = table.updateVersion(apiKeys, current, {
    ...secretFields(secret),
    former_digest: overlap_seconds > 0 ? current.secret_digest : undefined,
    former_secret_until:
      overlap_seconds > 0 ? new Date(now.getTime() + overlap_seconds * 1000).toISOString() : null,
  })
  // Decided again, one of two rotations would replace the secret that the other has just shown.
  const onConditionFailed = refused.api_key_changed_meanwhile()
  return { writes: [{ ...write, onConditionFailed }], result: { ...record, secret } }
}
