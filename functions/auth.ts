import * as z from 'zod'
import { login, Login, register, Registration, SignedIn } from '../shared/auth/accounts.ts'
import { publishedKeys } from '../shared/auth/keys.ts'
import { closeSession, refreshSession, Tokens } from '../shared/auth/sessions.ts'
import { lambda } from '../shared/http/lambda.ts'
import { publicRoute, type RouteLimit } from '../shared/http/route.ts'
import type { SecretName } from '../shared/secrets.ts'

/** The only function that may sign tokens and hash passwords. */
export const secrets: readonly SecretName[] = ['signing', 'pepper', 'verification']

const limit: RouteLimit = ({ authPerMinute }) => ({ quota: authPerMinute, window: 60 })
const RefreshToken = z
  .object({ refresh_token: z.string().max(4096) })
  .meta({ id: 'RefreshToken', examples: [{ refresh_token: '<refresh_token>' }] })

export const routes = [
  publicRoute('POST /api/v1/auth/register', {
    summary: 'Register a user together with a new tenant',
    limit,
    refuses: ['bad_request'],
    body: Registration,
    reply: SignedIn,
    status: 201,
    decide: ({ ctx, body }) => register(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/login', {
    summary: 'Sign in with e-mail and password',
    limit,
    refuses: ['unauthenticated', 'too_many_requests'],
    body: Login,
    reply: SignedIn,
    decide: ({ ctx, body }) => login(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/refresh', {
    summary: 'Exchange a refresh token for new tokens',
    limit,
    refuses: ['unauthenticated'],
    body: RefreshToken,
    reply: Tokens,
    decide: ({ ctx, body }) => refreshSession(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/logout', {
    summary: 'End the session of a refresh token',
    limit,
    body: RefreshToken,
    reply: z.object({ message: z.string() }),
    decide: ({ ctx, body }) => closeSession(ctx, body),
  }),
  publicRoute('GET /.well-known/jwks.json', {
    summary: 'The public keys that access tokens are signed with',
    cache: 'public, max-age=300',
    reply: z.object({
      keys: z.array(
        z.object({
          kty: z.string(),
          crv: z.string(),
          x: z.string(),
          kid: z.string(),
          alg: z.string(),
          use: z.string(),
        }),
      ),
    }),
    read: ({ ctx }) => ctx.secret('verification', publishedKeys),
  }),
]

export const handler = lambda(routes)
