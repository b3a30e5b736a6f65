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

test('a good token is good, at its place and in its time', async () => {
  expect((await verifier.access(good, now)).actor).toMatchObject({ user_id: access.sub, role: 'manager' })
  await expect(verifier.refresh(good, now)).rejects.toThrow()
  await expect(verifier.access(refresh, now)).rejects.toThrow()
  await expect(verifier.access(good, new Date(now.getTime() + 900_000))).rejects.toThrow()
})

test('what was good is known again by its own keys alone, and until its last second', async () => {
  await verifier.access(good, now)
  const last = new Date(now.getTime() + 899_999)
  expect((await verifier.access(good, last)).actor).toMatchObject({ user_id: access.sub })
  await expect(verifier.access(good, new Date(now.getTime() + 900_000))).rejects.toThrow()
  await expect(verifier.access(`${good.slice(0, -4)}AAAA`, now)).rejects.toThrow()
  const others = tokenVerifier(JSON.parse(rotateKeys().verification) as PublicKeys, settings)
  expect([verifier.knows(good), others.knows(good)]).toEqual([true, false])
  await expect(others.access(good, now)).rejects.toThrow()
})

describe('the examples of the standards', () => {
  const joe = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'
  const ed25519 =
    'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg'

  test('of a signature by Ed25519 is what we take for one (RFC 8037, appendix A.4)', async () => {
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
    ['RFC 8037 A.4, EdDSA of another', ed25519],
  ])('are no tokens of ours: %s', async (_, token) => {
    expect(await accepted(token)).toBe(false)
  })
})

describe('a forged token', () => {
  const spki = createPublicKey({ key: keys.current as never, format: 'jwk' })
  const secrets = [
    spki.export({ type: 'spki', format: 'pem' }).toString(),
    spki.export({ type: 'spki', format: 'der' }),
    keys.current.x,
    Buffer.from(keys.current.x, 'base64url'),
    '',
  ]
  test.each(['none', 'None', 'NONE', 'nOnE', ''])('is unsigned: alg %j', async (alg) => {
    const [, body, signature] = parts()
    for (const tail of ['', signature])
      expect(await accepted(`${json({ ...header(), alg })}.${body}.${tail}`)).toBe(false)
  })

  test.each(['HS256', 'HS384', 'HS512'])('takes the public key for a secret: %s', async (alg) => {
    for (const secret of secrets) {
      const key = typeof secret === 'string' ? new TextEncoder().encode(secret || ' ') : secret
      const token = await new SignJWT(payload())
        .setProtectedHeader({ ...header(), alg })
        .sign(Buffer.concat([key, Buffer.alloc(64)]).subarray(0, 64))
      expect(await accepted(token)).toBe(false)
    }
  })

  test.each<[string, Record<string, unknown>]>([
    ['names a key that is not there', { kid: randomUUID() }],
    ['names the next key', { kid: keys.next.kid }],
    ['brings a key along', { kid: undefined, jwk: keys.current }],
    ['says where to find a key', { kid: undefined, jku: 'http://127.0.0.1/keys' }],
    ['has extensions that must be understood', { crit: ['exp'], exp: 1 }],
    ['is of no type', { typ: undefined }],
    ['is of the general type, as an ID token is', { typ: 'JWT' }],
    ['is of the other type', { typ: 'rt+jwt' }],
  ])('%s', async (_, change) => {
    const [, body, signature] = parts()
    expect(await accepted(`${json({ ...header(), ...change })}.${body}.${signature}`)).toBe(false)
    // Signed by the right key, type and place still count.
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
    ['a role that there is not', { role: 'owner' }],
    ['no tenant', { tenant_id: undefined }],
    ['a tenant that is no id', { tenant_id: '#' }],
    ['not yet good', { nbf: issuedAt + 60 }],
  ])('has, though signed by the right key, %s', async (_, change) => {
    const key = await importJWK(keys.current, 'EdDSA')
    const token = await new SignJWT({ ...payload(), ...change }).setProtectedHeader(header() as never).sign(key)
    expect(await accepted(token)).toBe(false)
  })

  test('is a good one in which anything was changed: any character, any length, any spelling', async () => {
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

  test('is another spelling of a good one', async () => {
    const [head, body, signature] = parts()
    const last = signature.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    // 64 bytes end in four bits that mean nothing.
    const spellings = Array.from({ length: 16 }, (_, n) => alphabet[(alphabet.indexOf(last) & 0b110000) | n])
    for (const end of spellings.filter((one) => one !== last))
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
