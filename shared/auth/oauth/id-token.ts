import { decodeJwt, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { digest } from '../../db/keys.ts'
import type { SignInBegun } from '../../db/stores/sign-in-states.ts'
import { email } from '../../domain/kernel/fields.ts'
import { Refusal } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { BuiltIn } from './provider-config.ts'
import { requestOptions, type providerFetch } from './provider-fetch.ts'

/** An identity, as proven by an identity provider. */
export interface Identity {
  /**
   * A digest of provider, issuer and subject: a subject is unique only within its issuer (OpenID Connect Core 1.0
   * §5.7).
   */
  key: string
  email: string
  email_verified: boolean
  name: string | undefined
}

interface Party {
  name: string
  who: string
  as: oauth.AuthorizationServer
  client: oauth.Client
  secret: string
  keySet: JWTVerifyGetKey
  fetch: ReturnType<typeof providerFetch>
  row: { [F in 'issuerOf' | 'emailVerifiedBy']?: BuiltIn[F] | undefined }
}

/** The input of a proof: the callback's parameters, the started sign-in, and the time. */
export interface Proof {
  answer: Record<string, string>
  begun: SignInBegun
  now: Date
  /** Receives the reason of a failure, for operators: the names of checks, without the checked values. */
  report(why: string): void
}

/** The accepted clock skew, and the maximum age of an ID token, in seconds. */
const [tolerance, oldest] = [30, 600]

/** The RFC 7519 claims that are read here; the library checks the others. */
const Claims = lazySchema(() => z.object({ iss: z.string(), sub: z.string().min(1).max(255) }).loose())

/**
 * Exchanges the code and validates the ID token (OpenID Connect Core 1.0 §3.1.3.7): signature, algorithm, issuer,
 * audience and authorized party, times, nonce. Throws as `OAuthProvider.identify` does.
 */
export async function proveIdentity(
  { name, who, as, client, secret, keySet, fetch, row }: Party,
  { answer, begun, now, report }: Proof,
): Promise<Identity> {
  const own = { ...client, [oauth.clockSkew]: skewOf(now), [oauth.clockTolerance]: tolerance }
  const claims = await withRefusals(who, report, async () => {
    const parameters = oauth.validateAuthResponse(as, own, new URLSearchParams(answer), oauth.skipStateCheck)
    const options = requestOptions(fetch)
    const response = await oauth.authorizationCodeGrantRequest(
      ...([
        as,
        own,
        authentication(as, secret),
        parameters,
        begun.redirect_uri,
        begun.verifier,
        options,
      ] as const),
    )
    const checks = { expectedNonce: begun.nonce, requireIdToken: true }
    const issuer = row.issuerOf ? row.issuerOf(await unverifiedClaims(response.clone())) : as.issuer
    if (issuer === undefined) throw new Error('the ID token has no issuer')
    const { id_token = '' } = await oauth.processAuthorizationCodeResponse(
      { ...as, issuer },
      own,
      response,
      checks,
    )
    // The library trusts the token endpoint; the signature is checked here too.
    const { payload } = await jwtVerify(id_token, keySet, {
      algorithms: [...(as.id_token_signing_alg_values_supported ?? [])],
      audience: client.client_id,
      requiredClaims: ['exp', 'iat', 'nonce'],
      maxTokenAge: oldest,
      clockTolerance: tolerance,
      currentDate: now,
    })
    return Claims.parse(payload)
  })
  const address = email.safeParse(claims.email).data
  if (address === undefined) throw refused.provider_gave_no_email({ provider: who })
  return {
    key: digest(name, claims.iss, claims.sub),
    email: address,
    email_verified: (row.emailVerifiedBy ?? ['email_verified']).some((claim) => affirmative.has(claims[claim])),
    name: z.string().safeParse(claims.name).data,
  }
}

/** The claims of an unverified ID token. */
const unverifiedClaims = async (response: Response): Promise<Record<string, unknown>> =>
  decodeJwt(((await response.json()) as { id_token: string }).id_token)

/** Some providers send booleans as strings or numbers. */
const affirmative: ReadonlySet<unknown> = new Set([true, 'true', 1, '1'])

/** The library uses the machine's clock; this is the offset of the request's clock, in seconds. */
const skewOf = (now: Date) => Math.round((now.getTime() - Date.now()) / 1000)

/** OpenID Connect Core 1.0 §9: the default is `client_secret_basic`. */
const authentication = (
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string,
) =>
  methods && !methods.includes('client_secret_basic')
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret)

/** Errors that only a faulty provider causes. */
const invalidResponseCodes = new Set<string>([
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.PARSE_ERROR,
  // An invalid response of the key endpoint.
  errors.JOSEError.code,
  errors.JWKSInvalid.code,
])

/** The refusal for an error, without anything that was sent or received: no code, token or secret. */
async function withRefusals<T>(who: string, report: Proof['report'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof oauth.AuthorizationResponseError)
      throw refused.provider_sign_in_cancelled({ provider: who })
    report(reasonOf(error))
    if (error instanceof oauth.ResponseBodyError && error.error !== 'invalid_grant')
      throw refused.provider_refuses_client({ provider: who })
    const { code = '' } = error as { code?: string }
    if (invalidResponseCodes.has(code)) throw refused.provider_response_invalid({ provider: who })
    throw refused.identity_not_proved({ provider: who })
  }
}

/** The library's error code, the failed claim, and the OAuth error (RFC 6749 §5.2). */
function reasonOf(error: unknown): string {
  const { code, name, claim, cause } = error as Error & {
    code?: string
    claim?: string
    cause?: { claim?: string }
  }
  const word = error instanceof oauth.ResponseBodyError && /^[a-z_]{1,40}$/.exec(error.error)?.[0]
  return [code ?? name, claim ?? cause?.claim, word].filter(Boolean).join(' ')
}
