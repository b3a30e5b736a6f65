import { createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { mintGrant, type Grant } from '../db/grant.ts'
import { Id } from '../domain/kernel/fields.ts'
import { roles } from '../domain/kernel/roles.ts'
import type { Actor } from '../domain/kernel/context.ts'
import { invalidToken } from '../core/errors.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import type { Secrets } from '../config/secrets.ts'
import type { FunctionSettings } from '../config/function-settings.ts'
import { algorithm, type PublicKeys, type SigningKeys } from './keys.ts'

/**
 * The two kinds of token. Their own type and audience keep one from being accepted as the other (RFC 8725 §3.11
 * and §3.12); `at+jwt` is RFC 9068's.
 */
const kinds = {
  access: { typ: 'at+jwt', audience: 'courier-api' },
  refresh: { typ: 'rt+jwt', audience: 'courier-auth' },
} as const
type Kind = keyof typeof kinds

const AccessClaims = lazySchema(() =>
  z.object({
    sub: Id,
    tenant_id: Id,
    company_id: Id,
    sid: Id,
    jti: Id,
    role: z.enum(roles),
    /** The courier of a user with that role. */
    courier_id: Id.optional(),
    /** For an API key: its client id, and its scopes, separated by spaces (RFC 9068 §2.2). */
    client_id: z.string().optional(),
    scope: z.string().optional(),
    /** The methods of a sign-in with a second factor (RFC 8176). */
    amr: z.array(z.string()).optional(),
  }),
)
const RefreshClaims = lazySchema(() => z.object({ sub: Id, tenant_id: Id, sid: Id, jti: Id }))
type Claims = { access: z.output<typeof AccessClaims>; refresh: z.output<typeof RefreshClaims> }
const schemas = { access: AccessClaims, refresh: RefreshClaims }

/** RFC 6750 §3.1: the token is invalid. */
const badToken = () => refused.token_invalid().with(invalidToken)

/**
 * Signs tokens with the current key. `issuedAt` in seconds since 1970, `lifetime` in seconds. Deterministic.
 */
export async function tokenSigner({ current }: SigningKeys, { issuer }: FunctionSettings) {
  const key = await importJWK(current, algorithm)
  return {
    sign: <K extends Kind>(kind: K, { sub, ...claims }: Claims[K], issuedAt: number, lifetime: number) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: algorithm, typ: kinds[kind].typ, kid: current.kid })
        .setSubject(sub)
        .setIssuer(issuer)
        .setAudience(kinds[kind].audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetime)
        .sign(key),
  }
}

/** The number of cached tokens: about a megabyte. */
const maxValid = 1000

/**
 * Verifies tokens with the public keys: signature, algorithm, type, issuer, audience, expiry and claims. No
 * network.
 */
export function tokenVerifier(keys: PublicKeys, { issuer }: FunctionSettings) {
  const keySet = createLocalJWKSet(keys)
  /** Throws a 401 that says only that the token is invalid. */
  async function verify<K extends Kind>(
    kind: K,
    token: string,
    now: Date,
  ): Promise<Claims[K] & { expires_at: string; grant: Grant }> {
    const expected = {
      ...kinds[kind],
      issuer,
      algorithms: [algorithm],
      currentDate: now,
      requiredClaims: ['exp', 'iat'],
    }
    const verified = isCanonical(token)
      ? await jwtVerify(token, keySet, expected).catch(() => undefined)
      : undefined
    const claims = schemas[kind].safeParse(verified?.payload)
    if (!claims.success) throw badToken()
    const expires_at = new Date(Number(verified?.payload.exp) * 1000).toISOString()
    return { ...(claims.data as Claims[K]), expires_at, grant: mintGrant(claims.data.tenant_id) }
  }
  /**
   * Verified access tokens. A client sends the same token with every request, and only its expiry can change the
   * result.
   */
  const good = new Map<string, { actor: Actor; grant: Grant }>()
  return {
    /** Whether the keys include the one that a token names. */
    knows: (token: string) => good.has(token) || keys.keys.some(({ kid }) => kid === keyOf(token)),
    async access(token: string, now: Date): Promise<{ actor: Actor; grant: Grant }> {
      const known = good.get(token)
      if (known && Date.parse(known.actor.expires_at) > now.getTime()) return known
      const {
        sub,
        sid,
        jti: _,
        client_id: __,
        amr: ___,
        scope,
        grant,
        ...claims
      } = await verify('access', token, now)
      const scopes = scope === undefined ? undefined : scope.split(' ')
      const found = { actor: { user_id: sub, session_id: sid, scopes, ...claims }, grant }
      if (good.size >= maxValid) good.delete(good.keys().next().value ?? '')
      good.set(token, found)
      return found
    },
    refresh: (token: string, now: Date) => verify('refresh', token, now),
  }
}

/** Only the canonical form of a token is accepted; decoders ignore padding and unused bits (RFC 4648 §3.5). */
const isCanonical = (token: string) =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

function keyOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

/** Cached keys may be five minutes old; an unknown key reloads them, at most this often. */
const reloadAfterSeconds = 1

/** The verifier, with reloaded keys if a token names an unknown one. */
export async function verifierOf({ secret }: { secret: Secrets }, token: string) {
  const kept = await secret('verification', tokenVerifier)
  return kept.knows(token) ? kept : secret('verification', tokenVerifier, reloadAfterSeconds)
}
