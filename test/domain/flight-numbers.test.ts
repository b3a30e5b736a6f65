import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flightNumberForms } from '../../shared/domain/flights/flight-number-forms.ts'
import { flightNumber } from '../../shared/domain/flights/flight-number.ts'
import { plainNumber } from '../../shared/domain/flights/plain-number.ts'

test.each(flightNumberForms.forms)('the flight number $given is compared as $stored', ({ given, stored }) => {
  expect(flightNumber.safeParse(given).data).toBe(stored)
})

const airlines = fc.constantFrom('SU', 'A9', 'S7', '5N', 'U6', 'AFL', 'TGZ', 'THY')
const designators = fc.record({
  airline: airlines,
  number: fc.integer({ min: 1, max: 9999 }),
  suffix: fc.constantFrom('', 'A', 'Z'),
})
/** A designator as it may be written. */
const written = ({ airline, number, suffix }: { airline: string; number: number; suffix: string }) =>
  fc
    .record({
      gap: fc.constantFrom('', ' ', '-', '\u00A0', '–', '  ', '.', '/', '\u200B'),
      digits: fc.integer({ min: 1, max: 4 }),
      end: fc.constantFrom('', ' ', '\r\n', '\u200B'),
      style: fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.toLowerCase(),
        (text) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
        (text) => `\uFEFF${text}`,
      ),
    })
    .map(({ gap, digits, end, style }) =>
      style(`${airline}${gap}${String(number).padStart(digits, '0')}${suffix}${end}`),
    )

test('all forms of a designator are equal, and those of different designators are not', () => {
  fc.assert(
    fc.property(
      designators.chain((one) => fc.tuple(fc.constant(one), written(one), written(one))),
      designators.chain((one) => fc.tuple(fc.constant(one), written(one))),
      ([one, first, second], [other, third]) => {
        expect(plainNumber(first)).toBe(`${one.airline}${one.number}${one.suffix}`)
        expect(plainNumber(second)).toBe(plainNumber(first))
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(plainNumber(third) === plainNumber(first)).toBe(isSame)
      },
    ),
    { numRuns: 2000 },
  )
})

test('is stable, and never empty for a text that is not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (text) => {
      const plain = plainNumber(text)
      expect(plainNumber(plain)).toBe(plain)
    }),
    { numRuns: 2000 },
  )
  expect(plainNumber('—')).not.toBe(plainNumber('…'))
})
