import { expect } from 'vitest'
import { NewApiKey } from '../../../shared/domain/api-keys/api-keys.ts'
import scopes from '../../../shared/domain/api-keys/scopes.json' with { type: 'json' }
import { caller } from '../api/client.ts'
import { exampleOf, verifyManager, type Tenant } from '../api/tenant.ts'

export const allScopes: readonly string[] = scopes

/** Creates an API key, by default with all scopes, of a manager whose address is verified. Returns it with its secret. */
export async function createKey(
  tenant: Pick<Tenant, 'send'> & { email?: string; mail?: string | undefined },
  fields: object = {},
) {
  await verifyManager(tenant)
  const body = { ...exampleOf(NewApiKey), scopes: allScopes, ...fields }
  const created = await tenant.send('POST /api/v1/api-keys', { body })
  expect(created.status, created.text).toBe(201)
  return created.body
}

/** An access token of an API key. */
export async function tokenOfKey(
  { client_id, secret }: { client_id: string; secret: string },
  fields: object = {},
  call = caller(),
): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id, client_secret: secret, ...fields }
  const answer = await call('POST /api/v1/auth/token', { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.access_token
}

/** A form-encoded request for a token. */
export const tokenForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  caller()('POST /api/v1/auth/token', {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

/** The header of HTTP Basic (RFC 6749 §2.3.1). */
export const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

export const errorOf = ({ status, body }: { status: number; body: any }) => [status, body.error]
