import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newTenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { fresh } from './auth.fixture.ts'

describe('a refresh token', () => {
  test('is good once, and so is its successor', async () => {
    const { call, refresh_token, send } = await newTenant()
    const { status, body } = await call('POST /api/v1/auth/refresh', { body: { refresh_token } })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['access_token', 'refresh_token', 'token_type'])
    expect(body.refresh_token).not.toBe(refresh_token)
    expect((await send('GET /api/v1/shipments', { token: body.access_token })).status).toBe(200)
    expect(
      (await call('POST /api/v1/auth/refresh', { body: { refresh_token: body.refresh_token } })).status,
    ).toBe(200)
  })

  const signedIn = async () => {
    const { call, pass, runtime } = inProcess()
    const { body } = await call('POST /api/v1/auth/register', { body: fresh() })
    const refresh = (refresh_token: string, key?: string) =>
      call('POST /api/v1/auth/refresh', {
        body: { refresh_token },
        headers: key ? { 'idempotency-key': key } : {},
      })
    return { first: body.refresh_token as string, refresh, call, pass, runtime }
  }

  test('used again later ends its whole session', async () => {
    const { first, refresh, pass } = await signedIn()
    const second = (await refresh(first)).body.refresh_token
    pass(2)
    expect((await refresh(first)).status).toBe(401)
    expect((await refresh(second)).status).toBe(401)
  })

  test('used again within two seconds counts as a race and ends no session, even after more rotations', async () => {
    const { first, refresh, pass } = await signedIn()
    const second = (await refresh(first)).body.refresh_token
    const third = (await refresh(second)).body.refresh_token
    pass(1)
    expect((await refresh(first)).status).toBe(401)
    expect((await refresh(second)).status).toBe(401)
    expect((await refresh(third)).status).toBe(200)
  })

  test('gives the same successor to the same Idempotency-Key for 60 seconds', async () => {
    const { first, refresh, pass } = await signedIn()
    const rotated = await refresh(first, 'key-1')
    pass(59)
    const repeated = await refresh(first, 'key-1')
    expect(repeated.body).toEqual(rotated.body)
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    pass(1)
    expect((await refresh(first, 'key-1')).status).toBe(401)
    expect((await refresh(rotated.body.refresh_token)).status).toBe(401)
  })

  test('is no repetition under another Idempotency-Key, or after its successor was used under any key', async () => {
    for (const wrong of ['another key', 'used successor', 'successor under the same key'] as const) {
      const { first, refresh, pass } = await signedIn()
      const { refresh_token } = (await refresh(first, 'key-1')).body
      if (wrong === 'used successor') await refresh(refresh_token)
      if (wrong === 'successor under the same key') await refresh(refresh_token, 'key-1')
      pass(3)
      expect((await refresh(first, wrong === 'another key' ? 'key-2' : 'key-1')).status).toBe(401)
    }
  })

  test('cannot be replaced by an access token', async () => {
    const { call, token, refresh_token } = await newTenant()
    expect((await call('POST /api/v1/auth/refresh', { body: { refresh_token: token } })).status).toBe(401)
    expect((await call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status).toBe(200)
  })

  test('expires after seven days', async () => {
    const { first, refresh, pass } = await signedIn()
    pass(7 * 24 * 3600)
    expect((await refresh(first)).status).toBe(401)
  })

  test('is invalid after logout, and logout always returns 200', async () => {
    const { call, refresh_token } = await newTenant()
    for (const token of [refresh_token, refresh_token, 'nonsense']) {
      const { status, body } = await call('POST /api/v1/auth/logout', { body: { refresh_token: token } })
      expect([status, body]).toEqual([200, { message: 'Logged out' }])
    }
    expect((await call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status).toBe(401)
  })
})

describe('an access token', () => {
  test('expires after 15 minutes', async () => {
    const { call, pass } = inProcess()
    const token = (await call('POST /api/v1/auth/register', { body: fresh() })).body.access_token
    pass(14 * 60 + 59)
    expect((await call('GET /api/v1/shipments', { token })).status).toBe(200)
    pass(1)
    expect((await call('GET /api/v1/shipments', { token })).status).toBe(401)
  })

  test('is signed with a key whose public part anyone can read', async () => {
    const { call, token } = await newTenant()
    const { body, headers } = await call('GET /.well-known/jwks.json')
    const { kid, alg } = decodeProtectedHeader(token)
    expect(alg).toBe('EdDSA')
    expect(body.keys.map((key: { kid: string }) => key.kid)).toContain(kid)
    // The current and the next key; after a rotation (test/proof/privilege.test.ts), including the previous one.
    expect([2, 3]).toContain(body.keys.length)
    expect(JSON.stringify(body)).not.toContain('"d"')
    expect(headers['cache-control']).toBe('public, max-age=300')
  })

  test('is refused with no algorithm, another algorithm, another key, or changed content', async () => {
    const { call, token, user } = await newTenant()
    const claims = decodeJwt(token)
    const { kid } = decodeProtectedHeader(token)
    const [head, payload, signature] = token.split('.') as [string, string, string]
    const none = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')}.${payload}.`
    const { body: jwks } = await call('GET /.well-known/jwks.json')
    const sign = (key: Parameters<SignJWT['sign']>[0], alg: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: 'at+jwt', kid: kid! }).sign(key)
    const otherKey = generateKeyPairSync('ed25519')
    const otherTenant = Buffer.from(JSON.stringify({ ...claims, tenant_id: randomUUID() })).toString(
      'base64url',
    )
    const forged = [
      none,
      `${head}.${payload}.`,
      `${head}.${otherTenant}.${signature}`,
      await sign(Buffer.from(jwks.keys[0].x), 'HS256'),
      await sign(otherKey.privateKey, 'EdDSA'),
      token.slice(0, -2),
      `${token}A`,
      `${token}.${signature}`,
      `${token}==`,
      ...['A', 'B', 'Q', 'g', 'w', '_']
        .map((last) => token.slice(0, -1) + last)
        .filter((other) => other !== token),
      user.id,
    ]
    for (const bad of forged)
      expect((await call('GET /api/v1/shipments', { token: bad })).status, bad).toBe(401)
    expect((await call('GET /api/v1/shipments', { token })).status).toBe(200)
  })
})
