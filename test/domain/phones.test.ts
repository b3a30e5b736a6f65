import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { getCountryCallingCode, getExampleNumber, type CountryCode } from 'libphonenumber-js'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import type { Searched } from '../../shared/domain/search/items.ts'
import { phoneKeys, type Digest } from '../../shared/domain/search/keys.ts'
import { phoneTerm } from '../../shared/domain/search/phone.ts'
import { phoneSearch, spellingsOf } from '../../shared/domain/search/spellings.ts'
import { phoneWay } from '../../shared/domain/search/ways.ts'

/** Countries with different trunk prefixes: 0, 8, 1, 06, none, and Italy’s zero, which is part of the number. */
const countries: CountryCode[] = [
  'GE',
  'RU',
  'US',
  'GB',
  'DE',
  'HU',
  'IT',
  'TR',
  'KZ',
  'AM',
  'AE',
  'ES',
  'BR',
  'IL',
  'UA',
]

const zeroCountries: CountryCode[] = ['GE', 'GB', 'DE', 'TR', 'AM', 'AE', 'IL', 'UA']

const separated = (digits: string, separators: readonly string[]) =>
  Array.from(digits, (digit, n) => digit + (separators[n] ?? '')).join('')
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))

/** The spellings of a number, with its calling code and as it is written in its country. */
function formatsOf(country: CountryCode, separators: readonly string[]) {
  const number = getExampleNumber(country, examples)!
  const { countryCallingCode: code, nationalNumber, number: e164 } = number
  const spaced = (text: string) => text.replace(/\d{3,}/, (digits) => separated(digits, separators))
  const international = [
    e164,
    number.formatInternational(),
    number.getURI(),
    e164.replace('+', '00'),
    `(+${code}) ${separated(nationalNumber, separators)}`,
    `+${code} (0)${nationalNumber}`,
    `${number.formatInternational()} ext. 12`,
    `+ ${code} ${nationalNumber}, evenings`,
    arabic(e164),
    `tel: ${e164}`,
  ]
  const local = [
    nationalNumber,
    number.formatNational(),
    number.formatNational({ nationalPrefix: true }),
    spaced(nationalNumber),
    `${code}${nationalNumber}`,
    ...(zeroCountries.includes(country) ? [`0${nationalNumber}`] : []),
    arabic(nationalNumber),
  ]
  return { international, local }
}

const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0', ') '), { maxLength: 12 })
const spelled = fc
  .record({ country: fc.constantFrom(...countries), separators })
  .chain(({ country, separators }) => {
    const { international, local } = formatsOf(country, separators)
    const any = fc.constantFrom(...international, ...local)
    return fc.record({
      country: fc.constant(country),
      stored: any,
      sought: any,
      abroad: fc.constantFrom(...international),
    })
  })

test('every spelling of a number finds every other one, in its country', () => {
  fc.assert(
    fc.property(spelled, ({ country, stored, sought }) => {
      expect(spellingsOf(sought, country)).toContain(phoneTerm(stored))
    }),
    { numRuns: 1000 },
  )
})

test('a number with its calling code is found by such a spelling in each country, also in none that is known', () => {
  fc.assert(
    fc.property(spelled, fc.constantFrom(...countries, 'XX', null), ({ country, abroad }, company) => {
      const other = formatsOf(country, []).international[0]!
      expect(spellingsOf(abroad, company)).toContain(phoneTerm(other))
    }),
    { numRuns: 500 },
  )
})

test('a number is found by each beginning and end of four digits or more, where a search looks for it', () => {
  const digest: Digest = (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  fc.assert(
    fc.property(spelled, fc.integer({ min: 4, max: 8 }), ({ country, stored }, length) => {
      const term = phoneTerm(stored) ?? ''
      const written = term.startsWith('+') ? 0 : Number(term.startsWith('0'))
      fc.pre(term.length - written >= length)
      const keys = phoneKeys(term, digest)
      for (const part of [term.slice(-length), term.slice(0, length + 1)])
        for (const company of [country, null]) {
          const search = phoneSearch(part, company)
          const way = search && phoneWay(search, digest)
          const isThere = keys.some(({ partition, at }) =>
            way?.ranges.some((one) => one.partition === partition && one.from <= at && at <= one.to),
          )
          const searched = { phones: [stored] } as Partial<Searched> as Searched
          expect([part, isThere, way?.isFound(searched)]).toEqual([part, true, true])
        }
    }),
    { numRuns: 500 },
  )
})

test('another number is not found', () => {
  fc.assert(
    fc.property(spelled, fc.constantFrom(...countries), ({ country, sought, abroad }, company) => {
      const changed = abroad.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
      fc.pre(/^\+\d+$/.test(changed))
      expect(spellingsOf(sought, country)).not.toContain(phoneTerm(changed))
      if (getCountryCallingCode(company) !== getCountryCallingCode(country))
        expect(spellingsOf(abroad, company)).not.toContain(phoneTerm(formatsOf(country, []).local[0]!))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['', undefined],
  ['none', undefined],
  ['+', undefined],
  ['call 555', '555'],
  ['555 12 34 / +995 555 00 00 00', '5551234'],
  ['+1', '+1'],
  ['+995 (0)555 12 34 56', '+995555123456'],
  ['00 995 555', '+995555'],
])('the number of %j is %j', (text, term) => {
  expect(phoneTerm(text)).toBe(term)
})

test('any text is read', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(null, 'GE', 'XX'),
      (text, country) => {
        const term = phoneTerm(text)
        expect(term ?? '').toMatch(/^(\+?\d+)?$/)
        expect(spellingsOf(text, country).includes(term!)).toBe(term !== undefined)
      },
    ),
    { numRuns: 1000 },
  )
})
