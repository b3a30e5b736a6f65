import { plainPlace } from '../../../shared/domain/kernel/place-names.ts'
import cities from './cities.data.ts'

const known = new Set(cities.flatMap(({ names, codes }) => [...names, ...codes]).map(plainPlace))

/** The cities that are suggested: each in its displayed name. */
export const cityNames: readonly string[] = cities.map(({ names: [name = ''] }) => name).sort()

/** Whether the service knows a place: a city in any spelling, or an airport code, even as "Tbilisi (TBS)". */
export const isKnownPlace = (place: string) => {
  const [, city = place] = /^(.*?)\s*\([A-Z]{3}\)$/.exec(place.trim()) ?? []
  return known.has(plainPlace(city))
}
