import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider'
import * as z from 'zod'
import { email } from '../../../shared/domain/kernel/fields.ts'
import { StartupError, errorMessage } from '../runtime/startup-error.ts'
import { identityStore } from './store.ts'
import { loopbackServer } from '../http/loopback-server.ts'
import type { OAuthClient } from '../secretsmanager/secrets.ts'
import { readForm, signInPage } from './sign-in-page.ts'

/** Stored between starts, so that issuer, client and keys stay the same. */
const StoredState = z.object({
  port: z.int().default(0),
  client_secret: z.string().default(() => randomSecret()),
  cookies: z.string().default(() => randomSecret()),
  key: z.looseObject({ kty: z.string() }).default(() => newKey()),
})

/**
 * An OpenID provider on loopback that accepts any e-mail address without a password: from `login_hint`, else from a
 * sign-in page. Addresses at `unverified.example` get `email_verified: false`. Port and keys are created once and stored
 * in `file`. Throws StartupError if the file cannot be read.
 */
export async function serveIdentities(file: string, apiUrl: string) {
  const state = readState(file)
  let listener: RequestListener = (_request, response) => response.writeHead(503).end()
  const server = await loopbackServer((...exchange) => listener(...exchange), { preferredPort: state.port })
  writeFileSync(file, JSON.stringify({ ...state, port: server.port }), { mode: 0o600 })
  const client = { issuer: server.url, client_id: 'courier-logistics', client_secret: state.client_secret }
  const redirect = `${apiUrl.replace(/\/+$/, '')}/api/v1/auth/oauth/custom/local/callback`
  const users = new Map<string, User>()
  const provider = new Provider(server.url, configuration(client, redirect, state, users))
  const callback = provider.callback()
  listener = (request, response) =>
    request.url?.startsWith('/sign-in/')
      ? void signIn(provider, users, request, response).catch((error: unknown) => {
          response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
          response.end(`This sign-in has expired. Start again. (${errorMessage(error)})\n`)
        })
      : void callback(request, response)
  return { client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

interface User {
  email: string
  name: string | undefined
}

/** The subject identifier of an e-mail address, in any letter case. */
const subjectOf = (address: string) =>
  createHash('sha256').update(address.toLowerCase()).digest('base64url').slice(0, 22)

async function signIn(
  provider: Provider,
  users: Map<string, User>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  const hint = typeof params.login_hint === 'string' ? params.login_hint : ''
  const form = request.method === 'POST' ? await readForm(request) : { email: hint, name: '' }
  if ('cancel' in form) {
    const error = { error: 'access_denied', error_description: 'The user cancelled' }
    return provider.interactionFinished(request, response, error, { mergeWithLastSubmission: false })
  }
  const address = email.safeParse(form.email).data
  if (address === undefined) {
    const error = request.method === 'POST' && 'Enter a valid e-mail address.'
    response.writeHead(error ? 422 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(signInPage({ ...form, ...(error && { error }) }))
    return
  }
  const accountId = subjectOf(address)
  users.set(accountId, { email: address, name: form.name || undefined })
  const login = { login: { accountId } }
  return provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false })
}

const configuration = (
  { client_id, client_secret }: OAuthClient,
  redirect: string,
  { cookies, key }: z.output<typeof StoredState>,
  users: ReadonlyMap<string, User>,
): Configuration => ({
  clients: [
    {
      client_id,
      client_secret,
      redirect_uris: [redirect],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [key] },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  adapter: identityStore(),
  cookies: { keys: [cookies] },
  pkce: { required: () => true },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  // Clients read the claims from the ID token, not from the userinfo endpoint.
  conformIdTokenClaims: false,
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  findAccount: (_context, accountId) => {
    const user = users.get(accountId)
    if (!user) return undefined
    const email_verified = !user.email.toLowerCase().endsWith('@unverified.example')
    return { accountId, claims: () => ({ sub: accountId, ...user, email_verified }) }
  },
  features: { devInteractions: { enabled: false } },
  interactions: { policy: alwaysPrompt(), url: (_context, { uid }) => `/sign-in/${uid}` },
  renderError(context, { error, error_description }) {
    context.type = 'text/plain'
    context.body = `${[error, error_description].filter(Boolean).join(': ')}\n`
  },
  // Consent is skipped: this service is the only client.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: client_id, accountId: oidc.session?.accountId ?? '' })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

/** Prompts on every sign-in, since the browser's earlier session may belong to another user. */
function alwaysPrompt() {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  const check = new Check('always_prompt', 'Every sign-in requires a prompt', 'login_required', ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(check)
  return policy
}

const randomSecret = () => randomBytes(32).toString('base64url')
const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as { kty: string }

function readState(file: string): z.output<typeof StoredState> {
  try {
    return StoredState.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  } catch (error) {
    throw new StartupError(
      `The identity provider's ${file} cannot be read (${errorMessage(error)}): delete it.`,
    )
  }
}
