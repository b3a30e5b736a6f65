import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAsset } from '../../shared/core/assets.ts'
import { placeForms } from '../../shared/domain/kernel/place-forms.ts'
import { airportOf, airportWith, placeOf, placesFile, zoneOf } from '../../shared/domain/kernel/places.ts'

test.each(placeForms.forms)('the place "$given" is shown as "$stored"', ({ given, stored }) => {
  expect(placeOf(given)).toBe(stored)
})

test.each(['Tbilisi (tbs)', 'ONI', 'Victoria', 'moscow|moskva', '|', '.', ', Russia', ''])(
  '"%s" is unchanged',
  (given) => {
    expect(placeOf(given)).toBe(given)
  },
)

test('airportOf returns the airport code in a place, or an empty string', () => {
  expect(['Moscow (SVO)', 'Paris, Texas', ''].map(airportOf)).toEqual(['SVO', '', ''])
})

test('an airport is found by its IATA, ICAO, former and metropolitan codes, with its time zone', () => {
  const manas = { code: 'BSZ', icao: 'UCFM', city: 'Bishkek', country: 'KG', zone: 'Asia/Bishkek' }
  expect(['BSZ', 'bsz', 'UCFM', 'FRU', 'UAFM'].map(airportWith)).toEqual(Array(5).fill(manas))
  expect(airportWith('MOW')).toMatchObject({ code: 'SVO', icao: 'UUEE' })
  // An airfield without airlines.
  expect(airportWith('LSZR')).toMatchObject({ code: 'ACH', city: 'Altenrhein' })
  expect(['', 'XXX', 'SVO ZIA', '/', 'Moscow'].map(airportWith)).toEqual(Array(5).fill(undefined))
})

test.each([
  ['TBS', 'Asia/Tbilisi'],
  ['UGTB', 'Asia/Tbilisi'],
  ['JFK', 'America/New_York'],
  ['BAX', 'Asia/Barnaul'],
  // Beijing time is the legal time of all China.
  ['URC', 'Asia/Shanghai'],
  ['FRU', 'Asia/Bishkek'],
])('the time zone of %s is %s', (code, zone) => {
  expect(zoneOf(code)).toBe(zone)
})

/** The rows of cities and of airfields. */
const places = readAsset(placesFile)
  .toString()
  .trimEnd()
  .split('\n')
  .filter((line) => /^[^#*]/.test(line))
  .map((line) => line.split(';'))
const cities = places.filter(([name]) => name !== '')

test('each name and each code belongs to one city', () => {
  const twice = (all: string[]) => {
    const seen = new Set<string>()
    return all.filter((one) => seen.has(one) || !seen.add(one))
  }
  const names = cities.flatMap(([, , , , alone = '']) => alone.split('|').filter(Boolean))
  expect(names.length).toBeGreaterThan(10_000)
  expect(twice(names)).toEqual([])
  const codes = places.flatMap(([, , , all = '']) => all.trim().split(' '))
  const iata = codes.flatMap((code) => /^([A-Z]{3})[/=>]/.exec(code)?.[1] ?? [])
  expect(iata.length).toBeGreaterThan(9000)
  expect(twice(iata)).toEqual([])
})

test('every time zone is one that the runtime knows', () => {
  const zones = new Set(places.map(([, , zone]) => zone))
  for (const timeZone of zones)
    expect(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone).not.toThrow()
})

/**
 * What is shown otherwise than by the table of cities before the packages, former-cities.txt: its names, the displayed one first, then
 * its airports, the main one first.
 */
const differences: Record<string, string> = {
  Bishkek: 'Bishkek (BSZ)',
  Бишкек: 'Bishkek (BSZ)',
  // Its code until 2025.
  FRU: 'Bishkek (BSZ)',
  // The same airport as BSL, by its French code.
  MLH: 'Basel (BSL)',
}

test('places that were known before the packages are shown as before, but for those listed', () => {
  const former = readFileSync(new URL('former-cities.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [names = '', codes = ''] = line.split(': ')
      return { names: names.split(', '), codes: codes.split(' ') }
    })
  const before = new Map(
    former.flatMap(({ names, codes }) => codes.map((code) => [code, `${names[0]} (${code})`])),
  )
  for (const { names, codes } of former) for (const name of names) before.set(name, `${names[0]} (${codes[0]})`)
  // A name was found before a code.
  before.set('GOA', 'Goa (GOI)')
  const found = [...before].filter(([given, shown]) => placeOf(given) !== shown)
  expect(Object.fromEntries(found.map(([given]) => [given, placeOf(given)]))).toEqual(differences)
})
