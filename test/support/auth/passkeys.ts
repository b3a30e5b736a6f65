import { expect } from 'vitest'
import type { Answer } from '../api/answer.ts'
import type { Options } from '../api/client.ts'
import { softwareAuthenticator, type Authenticator, type Otherwise } from './authenticator.ts'

interface App {
  call: (key: string, options?: Options) => Promise<Answer>
}
const path = '/api/v1/users/me/passkeys'

/** The body that adds a passkey for a signed-in user. */
export async function newPasskey(
  { call }: App,
  token: string,
  authenticator: Authenticator = softwareAuthenticator(),
  otherwise: Otherwise = {},
) {
  const { status, text, body } = await call(`POST ${path}/options`, { token })
  expect(status, text).toBe(200)
  return {
    ticket: body.ticket as string,
    name: 'Nino’s laptop',
    credential: authenticator.create(body.public_key, otherwise),
  }
}

/** Adds a passkey for a signed-in user, and returns it with its authenticator. */
export async function addPasskey(app: App, token: string, authenticator = softwareAuthenticator()) {
  const { status, text, body } = await app.call(`POST ${path}`, {
    token,
    body: await newPasskey(app, token, authenticator),
  })
  expect(status, text).toBe(201)
  return { authenticator, passkey: body as { id: string } }
}

/** The body that signs in with a passkey. */
export async function passkeySignIn({ call }: App, authenticator: Authenticator, otherwise: Otherwise = {}) {
  const { status, text, body } = await call('POST /api/v1/auth/passkey/options')
  expect(status, text).toBe(200)
  return { ticket: body.ticket as string, credential: authenticator.get(body.public_key, otherwise) }
}
