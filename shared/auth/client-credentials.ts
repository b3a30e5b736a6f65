import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { sessionTexts } from './sessions.ts'
import type { Plan } from '../db/commit.ts'
import { epochSeconds } from '../db/entity.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import { apiKeys, isExpired, secretDigest, type ApiKeyRecord, apiKeyTexts } from '../domain/api-keys/record.ts'
import type { PublicContext } from '../domain/kernel/context.ts'
import { optional } from '../domain/kernel/fields.ts'
import { basicCredentials } from './authorization.ts'
import { tokenSigner } from './tokens.ts'

export const TokenRequest = lazySchema(() => {
  const text = z.string().max(2000)
  // As long as the body may be: a longer one is a wrong credential, which has an error of its own, as it has in the header.
  const credential = z.string().max(8192)
  return z
    .object({
      grant_type: text.meta({ description: 'Always `client_credentials`', examples: ['client_credentials'] }),
      client_id: optional(credential).meta(apiKeyTexts.clientId),
      client_secret: optional(credential).meta({
        description: 'The secret of the key',
        examples: ['courier_sk_3yGq…'],
      }),
      scope: optional(text).meta({
        description: 'Some of the key’s scopes, separated by spaces; by default all',
        examples: ['shipments:read'],
      }),
    })
    .meta({
      id: 'TokenRequest',
      examples: [
        {
          grant_type: 'client_credentials',
          client_id: 'courier_0192f3a428c979bc93ef012345678901',
          client_secret: '<secret>',
        },
      ],
    })
})
export const ClientToken = lazySchema(() =>
  z
    .object({
      access_token: z.string().meta(sessionTexts.accessToken),
      token_type: z.literal('bearer').meta(sessionTexts.tokenType),
      expires_in: z.int().meta({ description: 'Seconds until the token expires', examples: [900] }),
      scope: z.string().meta({
        description: 'The scopes of the token, separated by spaces',
        examples: ['shipments:read shipments:write'],
      }),
    })
    .meta({ id: 'ClientToken' }),
)

/**
 * An access token for an API key by the client credentials grant (RFC 6749 §4.4), with the key's scopes or some of them. Throws
 * unauthenticated for an unknown key and a wrong secret alike, unsupported_grant_type, invalid_scope, and bad_request for
 * credentials in two places.
 */
export async function issueClientToken(
  ctx: PublicContext,
  { grant_type, scope, ...body }: z.output<typeof TokenRequest>,
): Promise<Plan<z.input<typeof ClientToken>>> {
  const { now, newId, settings, directory, tenant } = ctx
  if (grant_type !== 'client_credentials') throw refused.grant_type_unsupported()
  const { id, secret } = credentialsOf(ctx, body)
  const found = await directory.find('client', id)
  const table = found && tenant(found.grant)
  const key = table && (await table.find(apiKeys, { id: found.ref }))
  if (!key || isExpired(key, now) || !isSecret(key, secret, now)) throw wrongClient()
  const scopes = scope === undefined ? key.scopes : scope.split(' ').filter((one) => key.scopes.includes(one))
  if (scopes.length === 0 || (scope !== undefined && scopes.join(' ') !== scope))
    throw refused.scope_not_granted({ scopes: key.scopes.join(' ') })

  const { sign } = await ctx.secret('signing', tokenSigner)
  const left = key.expires_at === null ? Infinity : epochSeconds(new Date(key.expires_at)) - epochSeconds(now)
  const expires_in = Math.min(settings.accessTokenSeconds, left)
  const { id: sub, tenant_id, company_id, client_id } = key
  // Roles say what users may do. A key may do what its scopes say, up to what managers, who create it, may.
  const claims = { sub, tenant_id, company_id, sid: sub, jti: newId(), role: 'manager' as const, client_id }
  const access_token = await sign(
    'access',
    { ...claims, scope: scopes.join(' ') },
    epochSeconds(now),
    expires_in,
  )
  const last_used_at = `${now.toISOString().slice(0, 13)}:00:00.000Z`
  return {
    writes:
      last_used_at === key.last_used_at ? [] : [table.updateVersion(apiKeys, key, { last_used_at }).write],
    result: { access_token, token_type: 'bearer', expires_in, scope: scopes.join(' ') },
  }
}

const wrongClient = () =>
  refused.client_credentials_wrong().with({ 'WWW-Authenticate': 'Basic realm="courier"' })

/** The client's id and secret, from the Authorization header or the body, but not both (RFC 6749 §2.3). */
function credentialsOf(
  ctx: PublicContext,
  { client_id, client_secret }: Pick<z.output<typeof TokenRequest>, 'client_id' | 'client_secret'>,
): { id: string; secret: string } {
  const basic = basicCredentials(ctx.authorization)
  if (basic && (client_secret !== undefined || (client_id !== undefined && client_id !== basic.id)))
    throw refused.client_credentials_given_twice()
  if (basic) return basic
  if (client_id === undefined || client_secret === undefined) throw wrongClient()
  return { id: client_id, secret: client_secret }
}

/** Whether it is the key's secret, or the one before, while both work. */
function isSecret(
  { secret_digest, former_digest, former_secret_until }: ApiKeyRecord,
  secret: string,
  now: Date,
) {
  const given = Buffer.from(secretDigest(secret))
  const overlaps = (former_secret_until ?? '') > now.toISOString()
  const known = [secret_digest, ...(overlaps && former_digest !== undefined ? [former_digest] : [])]
  return known.some((one) => timingSafeEqual(Buffer.from(one), given))
}
