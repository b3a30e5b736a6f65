import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantForms } from '../../shared/domain/kernel/instant-forms.ts'
import { instantOf, InstantOrDay } from '../../shared/domain/kernel/instant.ts'

describe('an instant', () => {
  test.for(instantForms.forms.map((form) => [form.given, form] as const))('%s', ([given, form]) => {
    if (form.stored === undefined) expect(() => instantOf(given)).toThrow(form.refused)
    else expect(instantOf(given)).toBe(form.stored)
  })

  test('comes out of each form in which it was written', () => {
    fc.assert(
      fc.property(moments, forms, zones, (at, write, offset) => {
        expect(instantOf(write(at + offset * 60_000, zoneText(offset)))).toBe(new Date(at).toISOString())
      }),
      { numRuns: 2000 },
    )
  })

  test('is never read from a text that names none: it is refused, or the date and the zone are in the text', () => {
    const pieces = fc.constantFrom(...'0123456789-:+TZW., '.split(''), '2027', '-01', '-10', 'T20', ':00')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        try {
          const read = instantOf(text)
          expect(read).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
          expect(Math.abs(Number(read.slice(0, 4)) - Number(text.trim().slice(0, 4)))).toBeLessThan(2)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('in a query may have lost its +, and a day stays one', () => {
    const read = (text: string) => InstantOrDay.safeParse(text).data
    expect(read('2027-01-11T00:00:00 04:00')).toBe('2027-01-10T20:00:00.000Z')
    expect(read('2027-01-11 00:00 0400')).toBe('2027-01-10T20:00:00.000Z')
    expect(read('2027-01-10')).toBe('2027-01-10')
    expect(read('2027-W01-7')).toBe('2027-01-10')
    expect(read('2027-01-10 20:00')).toBeUndefined()
    expect(read('2027-02-30')).toBeUndefined()
  })
})

const moments = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9998-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.getTime())
/** Offsets in minutes. */
const zones = fc.integer({ min: -(12 * 60), max: 14 * 60 })
function zoneText(offset: number) {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}
const two = (number: number) => String(number).padStart(2, '0')

/** Ways to write a local time, which is given as if it were UTC, and its zone. */
const forms = fc.constantFrom<(local: number, zone: string) => string>(
  (local, zone) => new Date(local).toISOString().replace('Z', zone),
  (local, zone) => new Date(local).toISOString().replace('.', ',').replace('Z', zone.replace(':', '')),
  (local, zone) => new Date(local).toISOString().replace('T', ' ').replace('Z', zone),
  (local, zone) => new Date(local).toISOString().replace('Z', `999${zone}`).toLowerCase(),
  (local, zone) =>
    `${new Date(local).toISOString().replaceAll(/[-:]/g, '').slice(0, -1)}${zone.replace(':', '')}`,
  (local, zone) => `${ordinal(local)}${new Date(local).toISOString().slice(10, -1)}${zone}`,
  (local, zone) => `${week(local)}${new Date(local).toISOString().slice(10, -1)}${zone.replace('-', '\u2212')}`,
)
const year = (local: number) => new Date(local).toISOString().slice(0, 4)
const startOf = (year: string) => Date.parse(`${year}-01-01T00:00:00Z`)
function ordinal(local: number) {
  const days = Math.floor((local - startOf(year(local))) / 86_400_000) + 1
  return `${year(local)}-${String(days).padStart(3, '0')}`
}
/** The ISO week date: its year is that of the week's Thursday. */
function week(local: number) {
  const weekday = ((new Date(local).getUTCDay() + 6) % 7) + 1
  const thursday = local + (4 - weekday) * 86_400_000
  const weeks = Math.floor((thursday - startOf(year(thursday))) / (7 * 86_400_000)) + 1
  return `${year(thursday)}-W${two(weeks)}-${weekday}`
}
