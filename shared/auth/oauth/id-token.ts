import { decodeJwt, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { digest } from '../../db/keys.ts'
import type { SignInBegun } from '../../db/stores/sign-in-states.ts'
import { email } from '../../domain/kernel/fields.ts'
import { badRequest, Refusal } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { BuiltIn } from './provider-config.ts'
import { asking, type providerFetch } from './provider-fetch.ts'

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

/** What is to be proved, by the parameters that the provider sent the user back with, for which beginning, and when. */
export interface Proof {
  answer: Record<string, string>
  begun: SignInBegun
  now: Date
  /** Takes why it is not, for those who configure providers: names of checks, and nothing of what was checked. */
  report(why: string): void
}

/** How far two clocks may be apart, and how long ago a token for a sign-in of now may have been issued, in seconds. */
const [tolerance, oldest] = [30, 600]

/** RFC 7519 claims that are looked at here; the rest the library has held against what was expected. */
const Claims = lazySchema(() => z.object({ iss: z.string(), sub: z.string().min(1).max(255) }).loose())

/**
 * Exchanges the code and proves the ID token that comes for it (OpenID Connect Core 1.0 §3.1.3.7): signature, algorithm,
 * issuer, audience and authorized party, times, nonce. Throws as `OAuthProvider.identify` does.
 */
export async function proveIdentity(
  { name, who, as, client, secret, keySet, fetch, row }: Party,
  { answer, begun, now, report }: Proof,
): Promise<Identity> {
  const own = { ...client, [oauth.clockSkew]: skewOf(now), [oauth.clockTolerance]: tolerance }
  const claims = await understood(who, report, async () => {
    const parameters = oauth.validateAuthResponse(as, own, new URLSearchParams(answer), oauth.skipStateCheck)
    const options = asking(fetch)
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
    const issuer = row.issuerOf ? row.issuerOf(await unproved(response.clone())) : as.issuer
    if (issuer === undefined) throw new Error('the ID token does not say whose it is')
    const { id_token = '' } = await oauth.processAuthorizationCodeResponse(
      { ...as, issuer },
      own,
      response,
      checks,
    )
    // The library believes what comes from the token endpoint; here the signature has to be right too.
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
  if (address === undefined)
    throw badRequest(`${who} gives no e-mail address of yours, without which there is no account here`)
  return {
    key: digest(name, claims.iss, claims.sub),
    email: address,
    email_verified: (row.emailVerifiedBy ?? ['email_verified']).some((claim) => affirmative.has(claims[claim])),
    name: z.string().safeParse(claims.name).data,
  }
}

/** What an ID token says of itself, before anything of it is proved. */
const unproved = async (response: Response): Promise<Record<string, unknown>> =>
  decodeJwt(((await response.json()) as { id_token: string }).id_token)

/** Some providers write their booleans as texts or numbers. */
const affirmative: ReadonlySet<unknown> = new Set([true, 'true', 1, '1'])

/** The library reads the machine's clock; this is how far the request's own is from it, in seconds. */
const skewOf = (now: Date) => Math.round((now.getTime() - Date.now()) / 1000)

/** OpenID Connect Core 1.0 §9: who says nothing takes `client_secret_basic`. */
const authentication = (
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string,
) =>
  methods && !methods.includes('client_secret_basic')
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret)

/** Answers that no provider in order gives, whatever it was sent. */
const garbled = new Set<string>([
  ...[oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON, oauth.PARSE_ERROR],
  // No answer where the keys should be, or no keys.
  ...[errors.JOSEError.code, errors.JWKSInvalid.code],
])

/** What went wrong, in a refusal that holds nothing of what was sent or received: neither code, nor token, nor secret. */
async function understood<T>(who: string, report: Proof['report'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof oauth.AuthorizationResponseError) throw badRequest(`${who} did not sign you in`)
    report(reasonOf(error))
    if (error instanceof oauth.ResponseBodyError && error.error !== 'invalid_grant')
      throw new Refusal('bad_gateway', `${who} refuses this service: see its client in the secret OAuth`)
    const { code = '' } = error as { code?: string }
    if (garbled.has(code)) throw new Refusal('bad_gateway', `${who} sends an invalid response`)
    throw badRequest(`${who} has not proved who you are; begin again`)
  }
}

/** The library's code for what failed, the claim that did, and OAuth's word for it (RFC 6749 §5.2). */
function reasonOf(error: unknown): string {
  const { code, name, claim, cause } = error as Error & {
    code?: string
    claim?: string
    cause?: { claim?: string }
  }
  const word = error instanceof oauth.ResponseBodyError && /^[a-z_]{1,40}$/.exec(error.error)?.[0]
  return [code ?? name, claim ?? cause?.claim, word].filter(Boolean).join(' ')
}
