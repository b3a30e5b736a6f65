import cities from './cities.data.ts'

const fold = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.’'-]+/g, ' ')
    .trim()
const known = new Set(cities.flatMap(({ names, codes }) => [...names, ...codes]).map(fold))

/** The cities that are suggested: each in its displayed name. */
export const cityNames: readonly string[] = cities.map(({ names: [name = ''] }) => name).sort()

/** Whether the service knows a place: a city in any spelling, or an airport code, even as "Tbilisi (TBS)". */
export const isKnownPlace = (place: string) => {
  const [, city = place] = /^(.*?)\s*\([A-Z]{3}\)$/.exec(place.trim()) ?? []
  return known.has(fold(city))
}
