import { distance } from 'fastest-levenshtein'
import { fold, parseCity, placeTable } from '../../../shared/domain/kernel/place-table.ts'
import type { Suggestion } from '../form/suggest.tsx'

export interface Places {
  /** The cities with their airports, the largest city first. Each is found by its names in all languages and its codes too. */
  suggestions: readonly Suggestion[]
  /** Whether the service knows a place: a city in any spelling, or an airport code, also as "Tbilisi (TBS)". */
  isKnown: (place: string) => boolean
  /** The city whose name a text differs least from, by up to two letters; undefined without one. */
  nearestTo: (place: string) => string | undefined
}

/** Loads the places, which are larger than the pages that use them. Rejects with a TypeError if there is no connection. */
export async function loadPlaces(): Promise<Places> {
  const { default: text } = await import('./cities.data.ts')
  const { shown, airportWith } = placeTable(text)
  const cities = text.split('\n').filter((line) => /^[^*]/.test(line))
  return {
    nearestTo: (given) => nearestOf(cities, fold(given.trim())),
    suggestions: cities.map(suggestionOf),
    isKnown: (given) => {
      const place = given.trim()
      const [, city = place, code = ''] = /^(.*?)\s*\(([A-Z]{3})\)$/.exec(place) ?? []
      return shown(city) !== undefined || airportWith(code) !== undefined
    },
  }
}

/** How many letters may be wrong in a name of this many. */
const mostWrong = (letters: number) => (letters < 4 ? 0 : letters < 5 ? 1 : 2)
/** The largest of the cities that have a name nearest to a folded text, and none that is too far from it. */
function nearestOf(cities: readonly string[], typed: string): string | undefined {
  let [found, least] = [undefined as string | undefined, mostWrong(typed.length) + 1]
  for (const line of cities)
    for (const name of namesOf(line)) {
      const wrong = Math.abs(name.length - typed.length) < least ? distance(name, typed) : least
      if (wrong < least) [found, least] = [suggestionOf(line).text, wrong]
    }
  return found
}
/** The folded names of a city, alone and with its country. */
const namesOf = (line: string) =>
  line.split(';').slice(4, 6).join('|').replaceAll('+', '|').split('|').filter(Boolean)

/** A city's suggestion. Where its name means another city, it is the form that means this one, such as "London (YXU)". */
function suggestionOf(line: string): Suggestion {
  const { name, airports } = parseCity(line)
  const [, , , , alone = '', inCountry = ''] = line.split(';')
  const codes = airports.map(({ code }) => code)
  const names =
    ['', ...codes.map((code) => code.toLowerCase()), ''].join('|') + (alone + inCountry).replaceAll('+', '|')
  return {
    text: alone.includes(`|${fold(name)}|`) ? name : `${name} (${codes[0] ?? ''})`,
    detail: codes.join(' '),
    isFoundBy: (typed) => names.includes(`|${folded(typed)}`),
  }
}
/** Folds what is typed once for all suggestions. */
function folded(typed: string): string {
  if (last.typed !== typed) last = { typed, folded: fold(typed) }
  return last.folded
}
let last = { typed: '', folded: '' }
