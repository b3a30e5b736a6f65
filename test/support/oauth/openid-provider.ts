import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTHeaderParameters } from 'jose'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { keepAliveTimeout } from '../../../lib/local/http/loopback-server.ts'

export type Claims = Record<string, unknown>
/** Answers the exchange of a code, which contains the claims that the test put into it. */
type Exchange = (response: ServerResponse, claims: Claims) => unknown

export const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** An OpenID provider that signs any claims for a test. By default it behaves correctly. */
export async function openIdProvider() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k-1', alg: 'ES256', use: 'sig' }
  const client = { client_id: 'courier', client_secret: `secret-${randomUUID()}` }
  const asked: { path: string; form: URLSearchParams; authorization: string | undefined }[] = []
  const sign = (
    claims: Claims,
    header: Partial<JWTHeaderParameters> = {},
    key: CryptoKey | Uint8Array = privateKey,
  ) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k-1', ...header }).sign(key)
  const answering = async (response: ServerResponse, claims: Claims) =>
    json(response, { access_token: 'a', token_type: 'Bearer', id_token: await sign(claims) })

  const behaviour = {
    exchange: answering as Exchange,
    keys: ((response) => json(response, { keys: [jwk] })) as (response: ServerResponse) => unknown,
    metadata: {} as Claims,
  }
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const { url: path = '', headers } = request
    void text(request).then((body) => {
      const form = new URLSearchParams(body)
      asked.push({ path, form, authorization: headers.authorization })
      if (path === '/.well-known/openid-configuration') return json(response, metadata())
      if (path === '/keys') return behaviour.keys(response)
      const code = form.get('code') ?? ''
      return behaviour.exchange(response, JSON.parse(Buffer.from(code, 'base64url').toString()) as Claims)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    // A malicious offer: a client that accepts `none` or `HS256` accepts tokens that anyone can sign.
    id_token_signing_alg_values_supported: ['none', 'HS256', 'ES256'],
    ...behaviour.metadata,
  })
  const correct = { ...behaviour }
  return {
    issuer,
    client,
    /** The provider's entry in the secret `oauth`. */
    entry: { issuer, ...client },
    asked,
    jwk,
    publicKey,
    sign,
    behaves: (next: Partial<typeof behaviour>) => void Object.assign(behaviour, correct, next),
    /** A code for a user with these claims. */
    code(claims: Claims): string {
      const now = Math.floor(Date.now() / 1000)
      const usual = { iss: issuer, aud: client.client_id, iat: now, exp: now + 300, email_verified: true }
      return Buffer.from(JSON.stringify({ ...usual, ...claims })).toString('base64url')
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
export type OpenIdProvider = Awaited<ReturnType<typeof openIdProvider>>
