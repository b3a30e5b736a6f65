import { createRemoteJWKSet, customFetch as joseFetch, jwksCache, type JWKSCacheInput } from 'jose'
import * as oauth from 'oauth4webapi'
import { deadline, isConfidential } from '../../core/bounded-request.ts'
import type { SignInBegun } from '../../db/stores/sign-in-states.ts'
import { Refusal } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { proveIdentity, type Identity, type Proof } from './id-token.ts'
import type { BuiltIn, Client } from './provider-config.ts'
import { requestOptions, providerFetch } from './provider-fetch.ts'

/** The time for all calls of a sign-in to a provider, in milliseconds. */
const timeoutMilliseconds = 3000
/**
 * How long published metadata and keys are cached, and how soon an unknown key reloads them, in milliseconds.
 */
const [published, cooldown] = [600_000, 10_000]

/** An identity provider: OpenID Connect's authorization code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 9700). */
export interface OAuthProvider {
  /** The name in the path of its endpoints. */
  name: string
  /** The address to sign in at. Throws bad_gateway and gateway_timeout if discovery fails. */
  authorizationUrl(begun: SignInBegun & { state: string }, loginHint?: string): Promise<string>
  /** Throws bad_request if this service's client is not configured for the provider. */
  expectConfigured(): void
  /**
   * The identity of the signed-in user. Throws bad_request if no identity is proven, and bad_gateway or
   * gateway_timeout if the provider fails.
   */
  identify(proof: Proof): Promise<Identity>
}

export function oauthProvider(name: string, given: Client | undefined, row?: BuiltIn): OAuthProvider {
  const who = `The identity provider ${name.replace('custom/', '')}`
  const client = { client_id: given?.client_id ?? 'not-configured' }
  const scope = given?.scopes ?? 'openid email profile'
  const keys: JWKSCacheInput = {}
  let known: { server: oauth.AuthorizationServer; until: number } | undefined

  async function server(until = deadline(timeoutMilliseconds)): Promise<oauth.AuthorizationServer> {
    // A configured issuer overrides the built-in metadata, for example a Microsoft directory that alone may sign in.
    if (row && !given?.issuer) return row.server
    if (known && known.until > performance.now()) return known.server
    const discovered = await discover(given?.issuer ?? '', who, until)
    known = { server: discovered, until: performance.now() + published }
    return discovered
  }

  return {
    name,
    async authorizationUrl({ state, nonce, verifier, redirect_uri }, loginHint) {
      const url = new URL((await server()).authorization_endpoint ?? '')
      const parameters = {
        response_type: 'code',
        ...client,
        redirect_uri,
        scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint && { login_hint: loginHint }),
      }
      for (const [parameter, value] of Object.entries(parameters)) url.searchParams.set(parameter, value)
      return url.href
    },
    expectConfigured() {
      if (!given) throw refused.provider_not_configured({ provider: who })
    },
    async identify(proof) {
      const until = deadline(timeoutMilliseconds)
      const fetch = providerFetch(who, until)
      const as = await server(until)
      const keySet = createRemoteJWKSet(new URL(as.jwks_uri ?? ''), {
        cacheMaxAge: published,
        cooldownDuration: cooldown,
        [joseFetch]: fetch,
        [jwksCache]: keys,
      })
      const secret = given?.client_secret ?? ''
      return proveIdentity(
        {
          name,
          who,
          as,
          client,
          secret,
          keySet,
          fetch,
          row: as === row?.server ? row : { ...row, issuerOf: undefined },
        },
        proof,
      )
    },
  }
}

/**
 * A provider's metadata, from its issuer (OpenID Connect Discovery 1.0 §4). Only asymmetric algorithms are kept:
 * signatures with a shared key, or none, prove nothing.
 */
async function discover(issuer: string, who: string, until: ReturnType<typeof deadline>) {
  const url = new URL(issuer)
  const server = await oauth
    .discoveryRequest(url, requestOptions(providerFetch(who, until)))
    .then((response) => oauth.processDiscoveryResponse(url, response))
    .catch((error: unknown) => {
      if (error instanceof Refusal) throw error
      throw refused.provider_configuration_invalid({ provider: who })
    })
  const addresses = [server.authorization_endpoint, server.token_endpoint, server.jwks_uri]
  // A provider that is reached by https must not send users or codes to http addresses, not even on this machine.
  const sameWay = (address?: string) => {
    const named = URL.parse(address ?? '')
    return named && isConfidential(named) && (named.protocol === 'https:' || url.protocol === 'http:')
  }
  if (!addresses.every(sameWay)) throw refused.provider_endpoints_insecure({ provider: who })
  const signatures = server.id_token_signing_alg_values_supported ?? ['RS256']
  return {
    ...server,
    id_token_signing_alg_values_supported: signatures.filter((alg) =>
      /^(RS|PS|ES)\d|^EdDSA$|^Ed25519$/.test(alg),
    ),
  }
}
