import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isGenuine, mac, qrSigner, qrVerifier, type Claim } from '../../shared/domain/kernel/qr.ts'
import { keptSecrets, type Keyring } from '../../shared/config/secrets.ts'
import { readSettings } from '../../shared/config/settings.ts'

const [first, second] = ['a key for a test, number one', 'a key for a test, number two']
const id = '018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12'

describe('the signature of a label', () => {
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  const long = bytes('aa'.repeat(131))
  // RFC 4231 §4.2 to §4.8, without the truncated output of §4.6.
  test.each([
    [bytes('0b'.repeat(20)), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      bytes('aa'.repeat(20)),
      bytes('dd'.repeat(50)),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      bytes('0102030405060708090a0b0c0d0e0f10111213141516171819'),
      bytes('cd'.repeat(50)),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      long,
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      long,
      'This is a test using a larger than block-size key and a larger than block-size data. ' +
        'The key needs to be hashed before being used by the HMAC algorithm.',
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('is HMAC-SHA256: RFC 4231', (key, message, hex) => expect(mac(key, message)).toBe(hex))

  test('covers v|t|i with the newest key, and equals the result of openssl', () => {
    expect(qrSigner({ 1: first })('pkg', id)).toEqual({
      t: 'pkg',
      i: id,
      c: 'b0313fa96b2c08eda1465e51e4bc8071da73eda65bc07a2c65f5a069c2e5e4c0',
      v: 1,
    })
    expect(qrSigner({ 1: first, 2: second })('bag', id.replace(/2$/, '3'))).toMatchObject({
      c: '850180c30bd4885dbfdff1548c0fe552c053f788e0294f6d3b29bd5be05cf51b',
      v: 2,
    })
  })
})

describe('a signed label', () => {
  const good = qrSigner({ 1: first })('pkg', id)
  const verify = qrVerifier({ 1: first, 2: second })
  test('is valid if it was signed with either of two keys', () => {
    expect(verify(good)).toBe(true)
    expect(verify(qrSigner({ 2: second })('pkg', id))).toBe(true)
  })

  test.each(['t', 'i', 'c'] as const)('is invalid if one byte of %s is changed, added or removed', (field) => {
    const text = good[field]
    for (let at = 0; at <= text.length; at++) {
      const refused = (middle: string, from: number) =>
        expect(verify({ ...good, [field]: text.slice(0, at) + middle + text.slice(from) }), middle).toBe(false)
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 255 }), (flipped) => {
          if (at < text.length) refused(String.fromCharCode(text.charCodeAt(at) ^ flipped), at + 1)
          refused(String.fromCharCode(flipped), at)
        }),
      )
      if (at < text.length) refused('', at + 1)
    }
  })

  test('is invalid in upper case, with another key’s number or with an unknown number', () => {
    expect(verify({ ...good, c: good.c.toUpperCase() })).toBe(false)
    expect(verify({ ...good, v: 2 })).toBe(false)
    fc.assert(
      fc.property(fc.integer({ min: 3 }), (v) => {
        expect(verify({ ...good, v })).toBeUndefined()
        expect(verify({ ...good, v: -v })).toBeUndefined()
        expect(verify({ ...good, v: v + 0.5 })).not.toBe(true)
      }),
    )
  })

  test('is invalid after its key was removed', () => {
    expect(qrVerifier({ 2: second })(good)).toBeUndefined()
  })

  test('does not make other labels valid, whatever the types and lengths of their fields', () => {
    const odd = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        '1',
        1.5,
        NaN,
        -0,
        2 ** 53,
        '__proto__',
        'constructor',
        good.c,
        good.c.slice(1),
        `${good.c}0`,
      ),
    )
    fc.assert(
      fc.property(fc.record({ t: fc.string(), i: fc.string(), c: odd, v: odd }), (claim) => {
        expect(verify(claim)).not.toBe(true)
        expect(verify({ ...good, c: claim.c })).toBe(claim.c === good.c)
        if (claim.v !== 1) expect(verify({ ...good, v: claim.v })).not.toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

test('a label with an unknown key number reloads the keyring, at most every 10 s', async () => {
  let seconds = 0
  const elapsed = vi.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds)
  let ring: Keyring = { 1: first }
  let fetched = 0
  const secret = keptSecrets(
    async () => (fetched++, JSON.stringify(ring)),
    readSettings(() => undefined),
  )
  const genuine = (claim: Claim) => isGenuine({ secret }, claim)
  const [older, newer] = [qrSigner(ring)('pkg', id), qrSigner({ 2: second })('pkg', id)]
  expect([await genuine(older), fetched]).toEqual([true, 1])
  expect([await genuine(newer), fetched]).toEqual([false, 1])
  ring = { 1: first, 2: second }
  seconds += 9.999
  expect([await genuine(newer), fetched]).toEqual([false, 1])
  seconds += 0.001
  expect([await Promise.all(Array.from({ length: 5 }, () => genuine(newer))), fetched]).toEqual([
    Array(5).fill(true),
    2,
  ])
  for (let v = 3; v < 50; v++) expect(await genuine({ ...newer, v })).toBe(false)
  // A wrong signature under a known key does not reload the keys.
  seconds += 20
  expect([await genuine({ ...newer, c: older.c }), fetched]).toEqual([false, 2])
  expect([await genuine({ ...newer, v: 3 }), fetched]).toEqual([false, 3])
  ring = { 2: second }
  seconds += 280.001
  expect([await genuine(older), await genuine(newer), fetched]).toEqual([true, true, 3])
  seconds += 20
  expect([await genuine(older), await genuine(newer), fetched]).toEqual([false, true, 4])
  elapsed.mockRestore()
})
