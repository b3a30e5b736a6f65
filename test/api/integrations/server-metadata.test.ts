import * as oauth from 'oauth4webapi'
import { beforeAll, expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { allScopes, createKey } from '../../support/integrations/api-keys.ts'

const path = '/.well-known/oauth-authorization-server'
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

/** Sends the library's requests to the service of the test, whose address is only a name there. */
const call = caller()
const options = {
  // The service of the test has no certificate. The option is marked deprecated only to stand out.
  // oxlint-disable-next-line typescript/no-deprecated
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (
    address: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ) => {
    const {
      status,
      text,
      headers: answered,
    } = await call(`${method} ${new URL(address).pathname}`, {
      headers,
      ...(body instanceof URLSearchParams && { raw: body.toString() }),
    })
    const { 'content-type': type = '', 'www-authenticate': challenge } = answered
    return new Response(text, {
      status,
      headers: { 'content-type': type, ...(challenge && { 'www-authenticate': challenge }) },
    })
  },
}

/** The service as the library discovers it from its address. */
async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL((await call(`GET ${path}`)).body.issuer)
  const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
  return oauth.processDiscoveryResponse(issuer, response)
}

test.each([
  ['HTTP Basic', oauth.ClientSecretBasic],
  ['the body', oauth.ClientSecretPost],
])('a library for OAuth that knows only the address gets a token, with the secret in %s', async (_, by) => {
  const { client_id, secret } = await createKey(tenant, { scopes: ['bags:read', 'shipments:read'] })
  const server = await discover()
  const tokens = async (clientSecret: string, scope: string) => {
    const sent = oauth.clientCredentialsGrantRequest(
      server,
      { client_id },
      by(clientSecret),
      { scope },
      options,
    )
    return oauth.processClientCredentialsResponse(server, { client_id }, await sent)
  }
  const { access_token, expires_in, scope } = await tokens(secret, 'shipments:read')
  expect([expires_in, scope]).toEqual([900, 'shipments:read'])
  expect((await tenant.send('GET /api/v1/shipments', { token: access_token })).status).toBe(200)
  await expect(tokens(secret, 'flights:read')).rejects.toMatchObject({ status: 400, error: 'invalid_scope' })
  // The library reports the challenge of a 401 where there is one, and the error of the body otherwise.
  await expect(tokens(`${secret}x`, 'shipments:read')).rejects.toMatchObject({
    code: oauth.WWW_AUTHENTICATE_CHALLENGE,
    status: 401,
  })
})

test('the metadata names what exists, and is cached', async () => {
  const { body, headers } = await call(`GET ${path}`)
  expect(headers['cache-control']).toBe('public, max-age=300')
  expect(body).toMatchObject({
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    response_types_supported: [],
    scopes_supported: allScopes,
  })
  for (const name of ['revocation_endpoint', 'introspection_endpoint', 'authorization_endpoint'])
    expect(body).not.toHaveProperty(name)
  const { pathname } = new URL(body.jwks_uri)
  expect((await call(`GET ${pathname}`)).body.keys.length).toBeGreaterThan(0)
  const repeated = await call(`GET ${path}`, { headers: { 'if-none-match': headers.etag! } })
  expect(repeated.status).toBe(304)
})
