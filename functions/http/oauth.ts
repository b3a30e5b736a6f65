import { SignedIn } from '../../shared/auth/accounts.ts'
import {
  beginSignIn,
  finishSignIn,
  ProviderAnswer,
  SignInBegun,
  SignInHint,
} from '../../shared/auth/oauth/sign-in.ts'
import { signInLimit as limit } from '../../shared/auth/sign-in-limit.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { publicRoute } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

/** The only function that calls identity providers; it has no access to passwords. */
export const secrets: readonly SecretName[] = ['signing', 'oauth']
export const table: TableRights = {
  tenant: ['GetItem', 'PutItem', 'UpdateItem'],
  email: ['GetItem', 'PutItem'],
  identity: ['GetItem', 'PutItem'],
  limits: ['UpdateItem'],
  signIns: ['PutItem', 'UpdateItem'],
}

/** The callback addresses that are registered with identity providers (docs/guide/identity-providers.md). */
const callback = '/api/v1/auth/oauth/{provider}/callback'
const customCallback = '/api/v1/auth/oauth/custom/{name}/callback'
const begins = { limit, query: SignInHint, reply: SignInBegun } as const
const ends = {
  limit,
  refuses: ['bad_request', 'unauthenticated', 'bad_gateway', 'gateway_timeout'],
  query: ProviderAnswer,
  reply: SignedIn,
} as const

export const routes = [
  publicRoute('GET /api/v1/auth/oauth/{provider}', {
    operationId: 'beginSignIn',
    summary: 'Begin a sign-in with Google or Microsoft',
    ...begins,
    decide: ({ ctx, params: { provider }, query }) =>
      beginSignIn(
        ctx,
        ({ builtIn }) => builtIn(provider),
        callback.replace('{provider}', provider),
        query.login_hint,
      ),
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
        query.login_hint,
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
