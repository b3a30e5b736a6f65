import { readAsset } from '../../core/assets.ts'
import { placeTable, type Airport } from './place-table.ts'

/** The cities that airlines fly to and all airports, from packages (bin/generate/places). */
export const placesFile = 'shared/domain/kernel/places.txt'

let table: ReturnType<typeof placeTable> | undefined
/** Read on first use. */
const places = () => (table ??= placeTable(readAsset(placesFile)))

/**
 * A place as it is shown publicly, `City (AAA)` where known: an airport code is completed by its city, a city by
 * its main airport, also with its country; a code that an airport had becomes the one that it has. A place that has this form
 * or is unknown is unchanged. A function that uses it has `placesFile` in its `files`.
 */
export function placeOf(given: string): string {
  const place = given.trim()
  if (/\([A-Z]{3}\)$/.test(place)) return place
  if (found.size >= maxFound) found.clear()
  const shown = found.get(place) ?? places().shown(place) ?? place
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

/**
 * The airport of an IATA or ICAO code in any case, also of one that it had; of a metropolitan code such as MOW, the main one.
 * Undefined for other codes. A function that uses it has `placesFile` in its `files`.
 */
export const airportWith = (code: string): Airport | undefined =>
  places().airportWith(code.trim().toUpperCase())

/** The IANA time zone of an airport, such as `Europe/Moscow`, by a code as `airportWith` takes it; else undefined. */
export const zoneOf = (code: string): string | undefined => airportWith(code)?.zone
