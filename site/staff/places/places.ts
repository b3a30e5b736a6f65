import { fold, parseCity, placeTable } from '../../../shared/domain/kernel/place-table.ts'
import type { Suggestion } from '../form/suggest.tsx'

export interface Places {
  /** The cities with their airports, the largest city first. Each is found by its names in all languages and its codes too. */
  suggestions: readonly Suggestion[]
  /** Whether the service knows a place: a city in any spelling, or an airport code, also as "Tbilisi (TBS)". */
  isKnown: (place: string) => boolean
}

/** Loads the places, which are larger than the pages that use them. Rejects with a TypeError if there is no connection. */
export async function loadPlaces(): Promise<Places> {
  const { default: text } = await import('./cities.data.ts')
  const { shown, airportWith } = placeTable(text)
  return {
    suggestions: text
      .split('\n')
      .filter((line) => /^[^*]/.test(line))
      .map(suggestionOf),
    isKnown: (given) => {
      const place = given.trim()
      const [, city = place, code = ''] = /^(.*?)\s*\(([A-Z]{3})\)$/.exec(place) ?? []
      return shown(city) !== undefined || airportWith(code) !== undefined
    },
  }
}

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
