import { cities } from './cities.ts'

/** Letter case, accents and spacing never tell two cities apart. */
const fold = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.’'-]+/g, ' ')
    .trim()

/** `City (AAA)` by every name and airport code of a city; made at the first look. */
let table: Map<string, string> | undefined
function known(): Map<string, string> {
  if (table) return table
  table = new Map()
  for (const line of cities.trim().split('\n')) {
    const [names = '', codes = ''] = line.split(':')
    const [city = '', ...others] = names.split(',').map((name) => name.trim())
    const [main = '', ...further] = codes.trim().split(' ')
    for (const name of [city, ...others]) table.set(fold(name), `${city} (${main})`)
    for (const code of [main, ...further]) table.set(fold(code), `${city} (${code})`)
  }
  return table
}

/**
 * A place as the public sees it, `City (AAA)` where it can be told: an airport's code gets its city, a city its main
 * airport. What is written so already stays, and so does a place that no table knows.
 */
export function placeOf(given: string): string {
  const place = given.trim()
  return /\([A-Z]{3}\)$/.test(place) ? place : (known().get(fold(place)) ?? place)
}

/** The airport of a `City (AAA)`, "" where it names none. */
export const airportOf = (place: string) => /\(([A-Z]{3})\)$/.exec(place)?.[1] ?? ''
