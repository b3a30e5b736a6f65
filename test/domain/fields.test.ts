import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crockford, newTrackingId } from '../../shared/domain/kernel/codes.ts'
import {
  airport,
  cleaned,
  Id,
  storedText,
  text,
  toDecimal,
  toGrams,
  toKilograms,
  toMinor,
  verbatim,
} from '../../shared/domain/kernel/fields.ts'

describe('weights and prices', () => {
  test('are returned exactly as they were given, to the gram and the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e8 }),
        (grams) => void expect(toGrams(toKilograms(grams))).toBe(grams),
      ),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e11 }),
        (minor) => void expect(toMinor(toDecimal(minor))).toBe(minor),
      ),
    )
  })
  test('round half up by their decimal digits, not by their binary fractions', () => {
    expect(toMinor(1.005)).toBe(101)
    expect(toGrams(1.0005)).toBe(1001)
    expect(toMinor(1e-9)).toBe(0)
  })
  test('are stored as whole numbers for any input', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100_000, noNaN: true }), (kg) => {
        expect(Number.isSafeInteger(toGrams(kg))).toBe(true)
        expect(Math.abs(toKilograms(toGrams(kg)) - kg)).toBeLessThanOrEqual(0.00051)
      }),
    )
  })
})

describe('ids', () => {
  test('a tracking id has 13 characters that are hard to misread, and is unique', () => {
    const ids = Array.from({ length: 5000 }, newTrackingId)
    expect(new Set(ids).size).toBe(5000)
    for (const id of ids) expect(id).toMatch(/^TRK-[0-9A-HJKMNP-TV-Z]{13}$/)
    const used = new Set(ids.join('').replaceAll('TRK-', ''))
    expect([...used].sort().join('')).toBe(crockford)
  })
  test('a UUID of any version is a valid id and is converted to lower case', () => {
    fc.assert(fc.property(fc.uuid(), (id) => void expect(Id.parse(id.toUpperCase())).toBe(id)))
    expect(Id.parse('11111111-1111-1111-1111-111111111111')).toBeTruthy()
    fc.assert(fc.property(fc.string(), (junk) => void expect(Id.safeParse(junk).success).toBe(false)))
  })
})

test('a text is cleaned once: doing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      expect(cleaned(cleaned(given))).toBe(cleaned(given))
      // Other versions of the service read what this one stores.
      expect(storedText.parse(cleaned(given))).toBe(cleaned(given))
    }),
    { numRuns: 2000 },
  )
})

test.each([text(5), verbatim(5)])(
  'a text field accepts valid Unicode without NUL up to its maximum length',
  (schema) => {
    for (const good of ['', 'Тбили', '🛫🛬🛫🛬🛫', 'a b']) expect(schema.safeParse(good).success).toBe(true)
    for (const bad of ['123456', '🛫🛬🛫🛬🛫🛬', 'a\0b', '\ud800', 'a\udc00'])
      expect(schema.safeParse(bad).success).toBe(false)
  },
)

test('an airport code has three or four letters and is converted to upper case', () => {
  for (const given of ['tbs', ' TBS ', 'Tbs']) expect(airport.parse(given)).toBe('TBS')
  expect(airport.parse('ugtb')).toBe('UGTB')
  for (const bad of ['', 'TB', 'UGTBX', 'T B', 'TB1', 'ТБС', 'TBS\n-'])
    expect(airport.safeParse(bad).success).toBe(false)
})
