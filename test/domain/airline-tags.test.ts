import fc from 'fast-check'
import { expect, test } from 'vitest'
import { airlineTagForms } from '../../shared/domain/bags/airline-tag-forms.ts'
import { airlineTagOf, shownTag } from '../../shared/domain/bags/airline-tag.ts'

test.each(airlineTagForms.forms.filter(({ stored }) => stored !== undefined))(
  'the tag $given is $stored, also as pages show it',
  ({ given, stored = '' }) => {
    expect(airlineTagOf(given)).toBe(stored)
    expect(airlineTagOf(shownTag(stored))).toBe(stored)
  },
)

const digits = (length: number) =>
  fc.nat(10 ** length - 1).map((number) => String(number).padStart(length, '0'))
const frames = fc.constantFrom('', ']I0', ']I1', ']C0', '\u0002', '\u001D', '\uFEFF', ' ', '\u00A0')
const ends = fc.constantFrom('', '\r', '\n', '\r\n', '\t', '\u0003', '\u001E\u0004', '\u200B')

test('a licence plate is its ten digits, whatever is around and between them', () => {
  fc.assert(
    fc.property(
      fc.tuple(frames, digits(1), digits(3), fc.constantFrom('', 'SU', 'ba', 'A9', '5N'), digits(6), ends),
      fc.constantFrom('', ' ', '-', '\u00A0', '\u200B'),
      ([before, lead, airline, letters, number, after], gap) => {
        const printed = [lead + airline, letters, number].filter(Boolean).join(gap)
        expect(airlineTagOf(before + printed + after)).toBe(lead + airline + number)
        const grouped = shownTag(lead + airline + number)
        expect(grouped).toBe(`${lead} ${airline} ${number}`)
      },
    ),
    { numRuns: 1000 },
  )
})

test('fewer or more digits are never a licence plate', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 20 })
        .filter((length) => length !== 10)
        .chain((length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))),
      frames,
      ends,
      (tag, before, after) => {
        expect(airlineTagOf(before + tag + after)).toBe(tag)
      },
    ),
  )
})
