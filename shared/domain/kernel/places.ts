import { readAsset } from '../../core/assets.ts'
import { plainPlace } from './place-names.ts'

/**
 * Cities that couriers fly between: names, the displayed one first, then IATA airport codes, the main one first.
 * One line per city.
 */
export const citiesFile = 'shared/domain/kernel/cities.txt'

/** The lines, and their normalised form, each created on first use. */
let read: string[] | undefined
let folded: string[] | undefined
const linesOf = () => (read ??= readAsset(citiesFile).toString().trim().split('\n'))
const foldedOf = () => (folded ??= plainPlace(linesOf().join(';')).split(';'))

/** A line's names, and its codes. */
const partsOf = (line = '') => {
  const [names = '', codes = ''] = line.split(': ')
  return [names.split(', '), codes.split(' ')] as const
}
const isNamed = (name: string) => (line: string) => line.includes(name) && partsOf(line)[0].includes(name)
const hasAirport = (code: string) => (line: string) => line.includes(code) && partsOf(line)[1].includes(code)

/**
 * Finds `City (AAA)` by any name of the city, or by any of its airport codes. Building a lookup table would take longer in
 * a cold start than this search. Normalising the lines would too, so that is done only for names in another spelling.
 */
function known(place: string): string | undefined {
  const shown = (n: number, code?: string) => {
    const [[name], [main]] = partsOf(linesOf()[n])
    return n < 0 ? undefined : `${name} (${code?.toUpperCase() ?? main})`
  }
  const wanted = plainPlace(place)
  return (
    shown(linesOf().findIndex(isNamed(place))) ??
    shown(foldedOf().findIndex(isNamed(wanted))) ??
    shown(foldedOf().findIndex(hasAirport(wanted)), wanted)
  )
}

/**
 * A place as it is shown publicly, `City (AAA)` where known: an airport code is completed by its city, a city by
 * its main airport. A place that has this form or is unknown is unchanged.
 */
export function placeOf(given: string): string {
  const place = given.trim()
  if (/\([A-Z]{3}\)$/.test(place)) return place
  if (found.size >= maxFound) found.clear()
  const shown = found.get(place) ?? known(place) ?? place
  found.set(place, shown)
  return shown
}
/** A cache of recent lookups: a company ships to few places. */
const found = new Map<string, string>()
const maxFound = 1000

/** The city of a `City (AAA)`; a place in another form is unchanged. */
export const cityOf = (place: string) => place.replace(/ *\([A-Z]{3}\)$/, '')

/** The airport of a `City (AAA)`, "" without one. */
export const airportOf = (place: string) => /\(([A-Z]{3})\)$/.exec(place)?.[1] ?? ''
