import * as z from 'zod'
import { sessionTexts } from '../../domain/users/sessions.ts'
import { publicUrlOf } from '../../config/function-settings.ts'
import type { Plan } from '../../db/commit.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { deviceName } from '../../domain/users/record.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { SignedIn } from '../accounts.ts'
import { signInAs } from './identities.ts'
import { newState, random, signInPages } from './page-sign-in.ts'
import type { OAuthProvider } from './provider.ts'
import { oauthProviders, type OAuthProviders } from './providers.ts'

/** Descriptions of fields that several schemas share. */
const signInTexts = {
  state: {
    description: 'Binds the provider’s answer to this sign-in (RFC 6749 §10.12)',
    examples: ['st_9c1f…'],
  },
}

export const SignInStart = lazySchema(() =>
  z.object({
    login_hint: z
      .string()
      .max(320)
      .optional()
      .meta({
        description: 'The e-mail address that the provider suggests (OpenID Connect Core §3.1.2.1)',
        examples: ['anna@swift-couriers.example'],
      }),
    return_to: z
      .enum(signInPages)
      .optional()
      .meta({
        description:
          'The page of the service that the provider’s answer is for; without it the callback answers with tokens',
        examples: ['console'],
      }),
    device_name: deviceName().optional().meta(sessionTexts.deviceName),
  }),
)
export const SignInBegun = lazySchema(() =>
  z
    .object({
      authorization_url: z.string().meta({
        description: 'The page of the identity provider to which the browser is sent',
        examples: ['https://accounts.google.com/o/oauth2/v2/auth?client_id=…'],
      }),
      state: z.string().meta(signInTexts.state),
    })
    .meta({ id: 'SignInBegun' }),
)

/** The parameters of the callback (RFC 6749 §4.1.2, RFC 9207). Malformed ones are refused as one error. */
export const ProviderAnswer = lazySchema(() =>
  z.object({
    code: z
      .string()
      .optional()
      .meta({
        description: 'The authorization code of the provider (RFC 6749 §4.1.2)',
        examples: ['code_4f1b'],
      }),
    state: z.string().optional().meta(signInTexts.state),
    error: z
      .string()
      .optional()
      .meta({
        description: 'Why the provider refused, instead of a code (RFC 6749 §4.1.2.1)',
        examples: ['access_denied'],
      }),
    iss: z
      .string()
      .optional()
      .meta({ description: 'The provider that answers (RFC 9207)', examples: ['https://accounts.google.com'] }),
  }),
)

/** The providers that a page offers. */
export const SignInProviders = lazySchema(() =>
  z
    .object({
      providers: z
        .array(
          z
            .object({
              name: z
                .string()
                .meta({ description: 'Its name in the paths of a sign-in', examples: ['google'] }),
              title: z.string().meta({ description: 'A name that people know it by', examples: ['Google'] }),
              is_custom: z
                .boolean()
                .meta({ description: 'Whether its paths are those below `/custom/`', examples: [false] }),
            })
            .meta({ id: 'SignInProvider' }),
        )
        .meta({ description: 'The providers that this service is registered with' }),
    })
    .meta({ id: 'SignInProviders' }),
)

/** The provider named by the path. */
type Which = (providers: OAuthProviders) => OAuthProvider | undefined

/** The providers that this service has a client at, without the client. */
export const listProviders = async (ctx: PublicContext): Promise<z.input<typeof SignInProviders>> => ({
  providers: (await ctx.secret('oauth', oauthProviders)).configured,
})

/**
 * Starts a sign-in at an identity provider, which returns the user to `callback`, a path of this API. Throws
 * not_found for an unknown provider, and bad_gateway and gateway_timeout if discovery fails.
 */
export async function beginSignIn(
  ctx: PublicContext,
  which: Which,
  callback: string,
  { login_hint, return_to, device_name }: z.output<typeof SignInStart>,
): Promise<Plan<z.output<typeof SignInBegun>>> {
  const provider = await providerOf(ctx, which)
  const [state, nonce, verifier] = [newState(return_to), random(), random()]
  const redirect_uri = publicUrlOf(ctx.settings) + callback
  const begun = { provider: provider.name, nonce, verifier, redirect_uri }
  const authorization_url = await provider.authorizationUrl({ ...begun, state }, login_hint)
  return {
    writes: [ctx.signIns.begin(state, { ...begun, device_name }, ctx.now)],
    result: { authorization_url, state },
  }
}

/**
 * Finishes the sign-in of the user whose identity the provider proves. The state is consumed first, whatever the
 * outcome. Throws bad_request if no identity is proven, or if its e-mail belongs to another account.
 */
export async function finishSignIn(
  ctx: PublicContext,
  which: Which,
  answer: z.output<typeof ProviderAnswer>,
): Promise<SignedIn> {
  const provider = await providerOf(ctx, which)
  provider.expectConfigured()
  const begun = await ctx.signIns.take(answer.state ?? '', provider.name, ctx.now)
  if (!begun) throw refused.provider_sign_in_ended()
  const identity = await provider.identify({
    answer: answer as Record<string, string>,
    begun,
    now: ctx.now,
    report: (why) => ctx.alert('an identity provider proved no identity', { provider: provider.name, why }),
  })
  return ctx.transact(() => signInAs(ctx, identity, begun.device_name))
}

async function providerOf(ctx: PublicContext, which: Which): Promise<OAuthProvider> {
  const provider = which(await ctx.secret('oauth', oauthProviders))
  if (!provider) throw notFound('Identity provider')
  return provider
}
