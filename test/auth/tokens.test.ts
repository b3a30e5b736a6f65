import fc from 'fast-check'
import { base64url, compactVerify, importJWK, SignJWT } from 'jose'
import { createPublicKey, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { rotateKeys, type PublicKeys, type SigningKeys } from '../../shared/auth/keys.ts'
import { tokenSigner, tokenVerifier } from '../../shared/auth/tokens.ts'
import { readSettings } from '../../shared/config/settings.ts'

const settings = readSettings(() => undefined)
const now = new Date('2030-06-01T08:00:00Z')
const issuedAt = now.getTime() / 1000
const { signing, verification } = rotateKeys()
const keys = JSON.parse(signing) as SigningKeys
const verifier = tokenVerifier(JSON.parse(verification) as PublicKeys, settings)
const claims = { sub: randomUUID(), tenant_id: randomUUID(), sid: randomUUID(), jti: randomUUID() }
const access = { ...claims, company_id: randomUUID(), role: 'manager' as const }
let good: string, refresh: string
beforeAll(async () => {
  const { sign } = await tokenSigner(keys, settings)
  good = await sign('access', access, issuedAt, 900)
  refresh = await sign('refresh', claims, issuedAt, 900)
})
const accepted = (token: string) =>
  verifier.access(token, now).then(
    () => true,
    () => false,
  )
const json = (value: unknown) => base64url.encode(JSON.stringify(value))
const parts = () => good.split('.') as [string, string, string]
const header = () => JSON.parse(Buffer.from(parts()[0], 'base64url').toString()) as Record<string, unknown>
const payload = () => JSON.parse(Buffer.from(parts()[1], 'base64url').toString()) as Record<string, unknown>

test('a token is valid only for its purpose and until it expires', async () => {
  expect((await verifier.access(good, now)).actor).toMatchObject({ user_id: access.sub, role: 'manager' })
  await expect(verifier.refresh(good, now)).rejects.toThrow()
  await expect(verifier.access(refresh, now)).rejects.toThrow()
  await expect(verifier.access(good, new Date(now.getTime() + 900_000))).rejects.toThrow()
})

test('a cached token is valid only for the verifier with its keys and until it expires', async () => {
  await verifier.access(good, now)
  const last = new Date(now.getTime() + 899_999)
  expect((await verifier.access(good, last)).actor).toMatchObject({ user_id: access.sub })
  await expect(verifier.access(good, new Date(now.getTime() + 900_000))).rejects.toThrow()
  await expect(verifier.access(`${good.slice(0, -4)}AAAA`, now)).rejects.toThrow()
  const others = tokenVerifier(JSON.parse(rotateKeys().verification) as PublicKeys, settings)
  expect([verifier.knows(good), others.knows(good)]).toEqual([true, false])
  await expect(others.access(good, now)).rejects.toThrow()
})

describe('an example in a standard', () => {
  const joe = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'
  const ed25519 =
    'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg'

  test('with an Ed25519 signature is verified (RFC 8037, appendix A.4)', async () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    const { payload } = await compactVerify(ed25519, await importJWK(jwk, 'EdDSA'))
    expect(new TextDecoder().decode(payload)).toBe('Example of Ed25519 signing')
  })

  test.each([
    [
      'RFC 7515 A.1, HS256',
      `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${joe}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
    ],
    [
      'RFC 7515 A.3, ES256',
      `eyJhbGciOiJFUzI1NiJ9.${joe}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`,
    ],
    ['RFC 7515 A.5, none', `eyJhbGciOiJub25lIn0.${joe}.`],
    ['RFC 8037 A.4, EdDSA with another key', ed25519],
  ])('is not accepted as a token: %s', async (_, token) => {
    expect(await accepted(token)).toBe(false)
  })
})

describe('a forged token is refused', () => {
  const spki = createPublicKey({ key: keys.current as never, format: 'jwk' })
  const secrets = [
    spki.export({ type: 'spki', format: 'pem' }).toString(),
    spki.export({ type: 'spki', format: 'der' }),
    keys.current.x,
    Buffer.from(keys.current.x, 'base64url'),
    '',
  ]
  test.each(['none', 'None', 'NONE', 'nOnE', ''])('if it is unsigned: alg %j', async (alg) => {
    const [, body, signature] = parts()
    for (const tail of ['', signature])
      expect(await accepted(`${json({ ...header(), alg })}.${body}.${tail}`)).toBe(false)
  })

  test.each(['HS256', 'HS384', 'HS512'])('if the public key was used as a shared secret: %s', async (alg) => {
    for (const secret of secrets) {
      const key = typeof secret === 'string' ? new TextEncoder().encode(secret || ' ') : secret
      const token = await new SignJWT(payload())
        .setProtectedHeader({ ...header(), alg })
        .sign(Buffer.concat([key, Buffer.alloc(64)]).subarray(0, 64))
      expect(await accepted(token)).toBe(false)
    }
  })

  test.each<[string, Record<string, unknown>]>([
    ['names an unknown key', { kid: randomUUID() }],
    ['names the next key', { kid: keys.next.kid }],
    ['contains a key', { kid: undefined, jwk: keys.current }],
    ['contains the URL of a key', { kid: undefined, jku: 'http://127.0.0.1/keys' }],
    ['has critical extensions', { crit: ['exp'], exp: 1 }],
    ['has no type', { typ: undefined }],
    ['has the type of an ID token', { typ: 'JWT' }],
    ['has the type of a refresh token', { typ: 'rt+jwt' }],
  ])('if its header %s', async (_, change) => {
    const [, body, signature] = parts()
    expect(await accepted(`${json({ ...header(), ...change })}.${body}.${signature}`)).toBe(false)
    // The type is checked even if the signature is valid.
    if (!('typ' in change)) return
    const key = await importJWK(keys.current, 'EdDSA')
    const signed = await new SignJWT(payload())
      .setProtectedHeader({ ...header(), ...change } as never)
      .sign(key)
    expect(await accepted(signed)).toBe(false)
  })

  test.each<[string, Record<string, unknown>]>([
    ['another issuer', { iss: 'somebody-else' }],
    ['another audience', { aud: 'courier-auth' }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['no time of issue', { iat: undefined }],
    ['an unknown role', { role: 'owner' }],
    ['no tenant', { tenant_id: undefined }],
    ['an invalid tenant id', { tenant_id: '#' }],
    ['a start of validity in the future', { nbf: issuedAt + 60 }],
  ])('if it has a valid signature but %s', async (_, change) => {
    const key = await importJWK(keys.current, 'EdDSA')
    const token = await new SignJWT({ ...payload(), ...change }).setProtectedHeader(header() as never).sign(key)
    expect(await accepted(token)).toBe(false)
  })

  test('if it is a valid token with any characters changed, removed or added', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \n'
    const change = fc.record({
      at: fc.integer({ min: 0, max: good.length }),
      cut: fc.integer({ min: 0, max: 3 }),
      put: fc
        .array(fc.constantFrom(...Array.from(alphabet)), { maxLength: 3 })
        .map((characters) => characters.join('')),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, cut, put }) => {
        const token = good.slice(0, at) + put + good.slice(at + cut)
        expect(await accepted(token)).toBe(token === good)
      }),
      { numRuns: 1000 },
    )
  })

  test('if it is a valid token in another encoding', async () => {
    const [head, body, signature] = parts()
    const last = signature.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    // The last four bits of the base64url text of 64 bytes are unused.
    const encodings = Array.from({ length: 16 }, (_, n) => alphabet[(alphabet.indexOf(last) & 0b110000) | n])
    for (const end of encodings.filter((one) => one !== last))
      expect(await accepted(`${head}.${body}.${signature.slice(0, -1)}${end}`)).toBe(false)
    for (const padded of [
      `${good}=`,
      `${good}==`,
      `${head}=.${body}.${signature}`,
      ` ${good}`,
      `${good}\n`,
      `${good}.`,
    ])
      expect(await accepted(padded)).toBe(false)
  })
})
