import { SignedIn } from '../../shared/auth/accounts.ts'
import {
  beginSignIn,
  finishSignIn,
  listProviders,
  ProviderAnswer,
  SignInBegun,
  SignInProviders,
  SignInStart,
} from '../../shared/auth/oauth/sign-in.ts'
import { ClientToken, issueClientToken, TokenRequest } from '../../shared/auth/client-credentials.ts'
import { ServerMetadata, serverMetadata, tokenPath } from '../../shared/auth/server-metadata.ts'
import { addressLimit as limit } from '../../shared/auth/address-limit.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { opensSessionInPage } from '../../shared/http/cookies/page-callback.ts'
import { formBody } from '../../shared/http/body/form.ts'
import { oauthErrors } from '../../shared/http/refusal-forms.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { publicRoute } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

/** Sign-in without a password: by identity providers, which only this function calls, and by API keys. */
export const secrets: readonly SecretName[] = ['signing', 'oauth', 'sealing']
export const table: TableRights = {
  tenant: ['GetItem', 'PutItem', 'UpdateItem'],
  email: ['GetItem', 'PutItem'],
  identity: ['GetItem', 'PutItem'],
  client: ['GetItem'],
  limits: ['UpdateItem'],
  signIns: ['PutItem', 'UpdateItem'],
}

/** The callback addresses that are registered with identity providers (docs/guide/identity-providers.md). */
const callback = '/api/v1/auth/oauth/{provider}/callback'
const customCallback = '/api/v1/auth/oauth/custom/{name}/callback'
const begins = {
  description:
    'With `return_to`, the browser comes back to that page, which compares `state` with its own and repeats the callback with the header `Refresh-Token-Cookie`. Other clients compare it themselves.',
  limit,
  query: SignInStart,
  reply: SignInBegun,
} as const
const ends = {
  limit,
  sessionCookie: opensSessionInPage,
  redirects: true,
  refuses: [
    'bad_request',
    'unauthenticated',
    'second_factor_required',
    'second_factor_missing',
    'bad_gateway',
    'gateway_timeout',
  ],
  query: ProviderAnswer,
  reply: SignedIn,
} as const

export const routes = [
  publicRoute('GET /.well-known/oauth-authorization-server', {
    operationId: 'getServerMetadata',
    summary: 'What clients of OAuth need to get tokens, by discovery',
    description:
      'The metadata of RFC 8414, by which libraries for OAuth find the token endpoint from the address of the service.',
    cache: 'public, max-age=300',
    reply: ServerMetadata,
    read: ({ ctx }) => Promise.resolve(serverMetadata(ctx)),
  }),
  publicRoute(`POST ${tokenPath}`, {
    operationId: 'issueClientToken',
    summary: 'Get an access token for an API key',
    description:
      'The client credentials grant of OAuth 2.0 (RFC 6749 §4.4). The client id and the secret are sent by HTTP Basic, or in the body, form-encoded or as JSON. `scope` asks for some of the key’s scopes. There is no refresh token: get another access token before this one expires. Errors have the form of RFC 6749 §5.2.',
    example: { token_type: 'bearer', scope: 'shipments:read shipments:write' },
    limit,
    refusalForm: oauthErrors,
    refuses: ['bad_request', 'unauthenticated'],
    body: TokenRequest,
    reader: formBody(() => TokenRequest),
    reply: ClientToken,
    decide: ({ ctx, body }) => issueClientToken(ctx, body),
  }),
  publicRoute('GET /api/v1/auth/oauth/providers', {
    operationId: 'getSignInProviders',
    summary: 'The identity providers that users can sign in with',
    description: 'Those that this service has a client at. Pages show them as buttons.',
    example: { providers: [{ name: 'google', title: 'Google', is_custom: false }] },
    limit,
    cache: 'public, max-age=60',
    reply: SignInProviders,
    read: ({ ctx }) => listProviders(ctx),
  }),
  publicRoute('GET /api/v1/auth/oauth/{provider}', {
    operationId: 'beginSignIn',
    summary: 'Begin a sign-in with Google or Microsoft',
    ...begins,
    decide: ({ ctx, params: { provider }, query }) =>
      beginSignIn(ctx, ({ builtIn }) => builtIn(provider), callback.replace('{provider}', provider), query),
  }),
  publicRoute(`GET ${callback}`, {
    operationId: 'finishSignIn',
    summary: 'Finish a sign-in with Google or Microsoft',
    ...ends,
    act: ({ ctx, params, query }) => finishSignIn(ctx, ({ builtIn }) => builtIn(params.provider), query),
  }),
  publicRoute('GET /api/v1/auth/oauth/custom/{custom_provider}', {
    operationId: 'beginCustomSignIn',
    summary: 'Begin a sign-in with a custom identity provider',
    ...begins,
    refuses: ['bad_gateway', 'gateway_timeout'],
    decide: ({ ctx, params: { custom_provider }, query }) =>
      beginSignIn(
        ctx,
        ({ custom }) => custom(custom_provider),
        customCallback.replace('{name}', custom_provider),
        query,
      ),
  }),
  publicRoute(`GET ${customCallback}`, {
    operationId: 'finishCustomSignIn',
    summary: 'Finish a sign-in with a custom identity provider',
    ...ends,
    act: ({ ctx, params, query }) => finishSignIn(ctx, ({ custom }) => custom(params.name), query),
  }),
]

export const handler = lambda(routes)
