import { readFileSync } from 'node:fs'
import { parseCity } from '../../../shared/domain/kernel/place-table.ts'

const file = new URL('../../../shared/domain/kernel/places.txt', import.meta.url)
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => /^[^#*]/.test(line))

const codesByZone = Map.groupBy(
  lines.flatMap((line) => {
    const [, , zone = '', codes = ''] = line.split(';')
    const current = parseCity(line).airports.flatMap(({ code, icao = '' }) => [code, icao])
    // A code that an airport had, and one that means all airports of a city.
    const others = [...codes.matchAll(/ (\w{3,4})[>=]/g)].map(([, code = '']) => code)
    return [...current, ...others].filter(Boolean).map((code) => ({ code, zone }))
  }),
  ({ zone }) => zone,
)

/** The time zones of the IANA database, each with the IATA and ICAO codes of its airports: `Europe/Moscow SVO UUEE …`. */
export default [...codesByZone]
  .map(([zone, airports]) => [zone, ...new Set(airports.map(({ code }) => code))].join(' '))
  .join('\n')
