import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crockford } from '../../shared/domain/kernel/codes.ts'
import { scannedCodeForms } from '../../shared/domain/kernel/scanned-code-forms.ts'
import { asSigned, packageCodeOf, scannedTextOf } from '../../shared/domain/kernel/scanned-code.ts'
import { trackingIdForms } from '../../shared/domain/kernel/tracking-id-forms.ts'
import { searchedTrackingId, trackingIdOf } from '../../shared/domain/kernel/tracking-id.ts'

test.each(trackingIdForms.forms)('the tracking id $given is $stored', ({ given, stored }) => {
  expect(trackingIdOf(given)).toBe(stored)
})
test.each(scannedCodeForms.forms)('the scanned text $given is $stored', ({ given, stored }) => {
  expect(scannedTextOf(given)).toBe(stored)
})

test.each([
  ['TRK 7HQ3 M2K9 XW4B C', 'TRK-7HQ3M2K9XW4BC'],
  ['7hq3m2k9xw4bc', 'TRK-7HQ3M2K9XW4BC'],
  ['consideration', undefined],
  ['9955991234567', undefined],
  ['+995 599 123 456 7', undefined],
  ['Nino Beridze Xy', undefined],
  ['', undefined],
])('a search for %s is one for the tracking id %s', (q, id) => {
  expect(searchedTrackingId(q)).toBe(id)
})

/** Codes of Crockford's characters, with a letter, since digits alone may be an airline's tag. */
const codes = (length: number) =>
  fc
    .array(fc.constantFrom(...Array.from(crockford)), { minLength: length - 1, maxLength: length - 1 })
    .map((signs) => `${signs.join('')}X`)
const frames = fc.constantFrom(
  '',
  ']C0',
  ']C1',
  ']Q1',
  ']Q3',
  ']d2',
  ']e0',
  ']E0',
  '\u0002',
  '\u001D',
  '\uFEFF',
  ' ',
  '\u00A0',
  '␂',
)
const ends = fc.constantFrom('', '\r', '\n', '\r\n', '\t', '\u0003', '\u001E\u0004', '\u200B', '␍␊', '\u3000')
const russian = new Map(
  Array.from('QWERTYUIOPASDFGHJKLZXCVBNM', (sign, at) => [sign, 'ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ'[at] ?? '']),
)
const through = (text: string, keys: ReadonlyMap<string, string>) =>
  Array.from(text, (sign) => keys.get(sign) ?? sign).join('')
const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const alike = new Map(Array.from('ABCEHKMOPTXY', (sign, at) => [sign, 'АВСЕНКМОРТХУ'[at] ?? '']))
/** What becomes of a code on its way, so that it is still to be read. */
const ways = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.replace('-', '_'),
  (text) => text.replace('-', ' '),
  (text) => text.replace('-', ''),
  (text) => text.replaceAll('0', 'O').replaceAll('1', 'l'),
  (text) => through(text, russian),
  (text) => through(text, russian).toLowerCase(),
  (text) => through(text, alike),
  fullWidth,
)

describe.each([
  ['PKG-', 10, packageCodeOf],
  ['TRK-', 13, trackingIdOf],
] as const)('a code with %s', (prefix, length, read) => {
  test('is the same in each form and frame', () => {
    fc.assert(
      fc.property(
        codes(length),
        ways,
        fc.array(frames, { maxLength: 3 }),
        fc.array(ends, { maxLength: 3 }),
        (code, way, before, after) => {
          const id = prefix + code
          expect(read(before.join('') + way(id) + after.join(''))).toBe(id)
        },
      ),
      { numRuns: 2000 },
    )
  })
  test('that lacks a character, or has one more, is not read as another', () => {
    fc.assert(
      fc.property(codes(length), ways, fc.nat(length - 1), fc.boolean(), (code, way, at, isLonger) => {
        const damaged = code.slice(0, at) + (isLonger ? 'X7' : '') + code.slice(at + 1)
        expect(read(way(`${prefix}${damaged}`))).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })
  test('is stable: what was read is read as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const found = read(text)
        if (found !== undefined) expect(read(found)).toBe(found)
      }),
      { numRuns: 2000 },
    )
  })
})

test('a typed code without its prefix is its own reading, or none', () => {
  fc.assert(
    fc.property(codes(10), ways, (code, way) => {
      expect([`PKG-${code}`, undefined]).toContain(packageCodeOf(way(code)))
    }),
    { numRuns: 2000 },
  )
})

test('a text that is longer than any label is not read, in whatever time it would take', () => {
  expect(scannedTextOf(`x${' '.repeat(1_000_000)}x`)).toBeUndefined()
  expect(trackingIdOf(']C1'.repeat(1_000_000))).toBeUndefined()
})

test('the content of a label is compared as it is signed; other texts stay as they are', () => {
  const id = '018F3B7E-7C1A-7D3E-9B2F-5A6C8D9E0F12'
  expect(asSigned({ t: 'PKG', i: id, c: 'AB'.repeat(32), v: 1, x: 'X' })).toEqual({
    t: 'pkg',
    i: id.toLowerCase(),
    c: 'ab'.repeat(32),
    v: 1,
    x: 'X',
  })
  expect(asSigned({ t: 'Box', i: 'X-1', c: 7 })).toEqual({ t: 'Box', i: 'X-1', c: 7 })
})
