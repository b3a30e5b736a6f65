import { fileBeside } from '../beside.ts'

/**
 * Cities that couriers fly between: names, the one to show first, then IATA airport codes, the main one first. A line
 * a city, so that one is added by adding a line.
 */
export const citiesFile = 'shared/domain/cities.txt'

/** Letter case, accents and spacing never tell two cities apart. */
const fold = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\s.’'-]+/g, ' ')
    .trim()

/** The lines, and as they are compared; made at the first look. */
let read: { lines: readonly string[]; folded: readonly string[] } | undefined
function linesOf() {
  const lines = fileBeside(citiesFile).toString().trim().split('\n')
  return { lines, folded: fold(lines.join(';')).split(';') }
}

/** `City (AAA)` by any name of a city, else by any of its airports' codes. A table of them all would take a start longer than this takes. */
function known(place: string): string | undefined {
  const { lines, folded } = (read ??= linesOf())
  const wanted = fold(place)
  const shown = (n: number, code: string) =>
    `${lines[n]?.split(/[,:]/, 1).join('')} (${code.slice(0, 3).toUpperCase()})`
  let byCode: string | undefined
  for (const [n, line] of folded.entries()) {
    if (!line.includes(wanted)) continue
    const [names = '', codes = ''] = line.split(': ')
    if (names.split(', ').includes(wanted)) return shown(n, codes)
    if (codes.split(' ').includes(wanted)) byCode = shown(n, wanted)
  }
  return byCode
}

/**
 * A place as the public sees it, `City (AAA)` where it can be told: an airport's code gets its city, a city its main
 * airport. What is written so already stays, and so does a place that no table knows.
 */
export function placeOf(given: string): string {
  const place = given.trim()
  if (/\([A-Z]{3}\)$/.test(place)) return place
  if (found.size >= mostFound) found.clear()
  const shown = found.get(place) ?? known(place) ?? place
  found.set(place, shown)
  return shown
}
/** Places that were looked up lately: a company sends to few. */
const found = new Map<string, string>()
const mostFound = 1000

/** The airport of a `City (AAA)`, "" where it names none. */
export const airportOf = (place: string) => /\(([A-Z]{3})\)$/.exec(place)?.[1] ?? ''
