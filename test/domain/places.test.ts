import { expect, test } from 'vitest'
import { readAsset } from '../../shared/core/assets.ts'
import { airportOf, citiesFile, placeOf } from '../../shared/domain/kernel/places.ts'

test.each([
  ['Moscow', 'Moscow (SVO)'],
  ['  tbilisi ', 'Tbilisi (TBS)'],
  ['Москва', 'Moscow (SVO)'],
  ['თბილისი', 'Tbilisi (TBS)'],
  ['dme', 'Moscow (DME)'],
  ['São Paulo', 'Sao Paulo (GRU)'],
  ['sao  paulo', 'Sao Paulo (GRU)'],
  ['Düsseldorf', 'Düsseldorf (DUS)'],
  ['St. Petersburg', 'Saint Petersburg (LED)'],
  ['Санкт-Петербург', 'Saint Petersburg (LED)'],
  ['Gori (XXX)', 'Gori (XXX)'],
  ['Tbilisi (tbs)', 'Tbilisi (tbs)'],
  ['Paris, Texas', 'Paris, Texas'],
  ['Rustaveli 12', 'Rustaveli 12'],
  ['', ''],
])('"%s" is shown as "%s"', (given, shown) => {
  expect(placeOf(given)).toBe(shown)
})

test('airportOf returns the airport code in a place, or an empty string', () => {
  expect(['Moscow (SVO)', 'Paris, Texas', ''].map(airportOf)).toEqual(['SVO', '', ''])
})

test('every name and code belongs to only one city', () => {
  const lines = readAsset(citiesFile).toString().trim().split('\n')
  const read = lines.map((line) => {
    expect(line).toMatch(/^[^:,]+(, [^:,]+)*: [A-Z]{3}( [A-Z]{3})*$/)
    const [names, codes] = line.split(': ') as [string, string]
    return { names: names.split(', '), codes: codes.split(' ') }
  })
  const codes = read.flatMap(({ codes }) => codes)
  expect(codes.filter((code, n) => codes.indexOf(code) !== n)).toEqual([])
  for (const { names, codes } of read)
    for (const name of names) expect(placeOf(name), name).toBe(`${names[0]!} (${codes[0]!})`)
})
