import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOf, readNumber } from '../../site/staff/form/number.ts'

test.each([
  ['2', 2],
  ['2.5', 2.5],
  ['2,5', 2.5],
  [' 2,50 ', 2.5],
  ['2,5 kg', 2.5],
  ['2.5kg', 2.5],
  ['2.5 KG.', 2.5],
  ['2,5 кг', 2.5],
  ['2,5 кг.', 2.5],
  ['2.5 კგ', 2.5],
  ['٢٫٥ كغ', 2.5],
  ['\u200F2.5\u00A0كجم', 2.5],
  ['２．５', 2.5],
  [',5', 0.5],
  ['.5', 0.5],
  ['2,', 2],
  ['2.', 2],
  ['0,500', 0.5],
  ['2.500', 2.5],
  ['1234,567', 1234.567],
  ['2,5001', 2.5001],
  ['1 234,5', 1234.5],
  ['1\u00A0234', 1234],
  ['1\u202F234,567 kg', 1234.567],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ["1'234.5", 1234.5],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['-1', -1],
  ['−1,5', -1.5],
])('%s is %d', (text, meant) => {
  expect(numberOf(text, 'kg')).toBe(meant)
})

test.each([
  ['2,500', '2.500', '2500'],
  ['2,500 kg', '2.500', '2500'],
  ['12,000', '12.000', '12000'],
])('%s may be %s or %s, and is neither', (text, decimal, whole) => {
  expect(readNumber(text, 'kg')).toEqual([decimal, whole])
  expect(numberOf(text, 'kg')).toBeUndefined()
})

test.each([
  '',
  '.',
  ',',
  'kg',
  '2 5',
  '2, 5',
  '500 g',
  '2.5 lb',
  '2 kg 300',
  '1,23,456',
  '1 23,5',
  '1,234,5',
  '1.2.3',
  '1e5',
  '2-3',
  '--2',
  'two',
])('"%s" is no number', (text) => {
  expect(readNumber(text, 'kg')).toBeUndefined()
})

test('a price has no kilograms', () => {
  expect(numberOf('10,50')).toBe(10.5)
  expect(numberOf('10 kg')).toBeUndefined()
})

test('a number is read as the pages write it, in each of their languages, unless that has two meanings', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.constantFrom('en-GB', 'ru', 'ka', 'ar-u-nu-latn', 'ar-EG', 'de-CH', 'fr'),
      (grams, locale) => {
        const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(grams / 1000)
        const read = readNumber(written)
        const meanings = read === undefined ? [] : [read].flat()
        expect(meanings.map(Number), `${written} in ${locale}`).toContain(grams / 1000)
      },
    ),
    { numRuns: 3000 },
  )
})
