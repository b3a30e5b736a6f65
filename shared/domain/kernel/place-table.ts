/** The form in which names of places are compared: without letter case, accents, punctuation and repeated spaces. */
export const fold = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.,’'‘`ʻ-]+/g, ' ')
    .trim()

/** An airport, by the codes that it has now. */
export interface Airport {
  /** Its IATA code, or its ICAO code if it has no other. */
  code: string
  icao: string | undefined
  /** The city that airlines serve by it, as it is shown; undefined for airfields. */
  city: string | undefined
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Of the IANA time zone database. */
  zone: string
}

/** A city with its airports, the main one first. */
export interface City {
  name: string
  country: string
  airports: Airport[]
}

/** A text, or its UTF-8 bytes, whose decoding would take longer than a search. */
export type Searched =
  | string
  | {
      indexOf: (text: string, from?: number) => number
      lastIndexOf: (text: string, from?: number) => number
      toString: (encoding: 'utf8', from: number, to: number) => string
    }

/**
 * Finds cities and airports in the file of bin/generate/places. It searches the file, since parsing it would take longer in a
 * cold start. A line is a city, a country, or the airfields of a country's time zone:
 *
 *     Moscow;RU;Europe/Moscow; SVO/UUEE DME/UUDD MOW= ;|moscow|moskva|москва|;
 *     Bishkek;KG;Asia/Bishkek; BSZ/UCFM FRU>BSZ UAFM>BSZ ;|bishkek|бишкек|;
 *     London;CA;America/Toronto; YXU/CYXU ;;+london+
 *     ;CH;Europe/Zurich; ACH/LSZR /LSZK ;;
 *     *GB*uk*united kingdom*великобритания*
 *
 * `SVO/UUEE` is an airport, `MOW=` means all airports of the city, and `FRU>BSZ` is a code that an airport had. A name between
 * `|` means this city alone; one between `+` needs its country, since a city elsewhere is as large. Names are folded. Lines
 * that begin with `#` are comments. Each line ends with a line feed.
 */
export function placeTable(text: Searched) {
  const lineAt = (position: number) => {
    const [from, to] = [text.lastIndexOf('\n', position) + 1, text.indexOf('\n', position)]
    return typeof text === 'string' ? text.slice(from, to) : text.toString('utf8', from, to)
  }
  /** The position of a name between marks, or -1. */
  const find = (name: string, mark: string, from = 0) => {
    const folded = fold(name)
    return /^$|[|+;*]/.test(folded) ? -1 : text.indexOf(`${mark}${folded}${mark}`, from)
  }

  /** The city that a name means without its country. */
  function cityNamed(name: string): City | undefined {
    const position = find(name, '|')
    return position < 0 ? undefined : parseCity(lineAt(position))
  }

  /** The city of a name in a country, by a name of the country or its ISO code. */
  function cityIn(name: string, country: string): City | undefined {
    const named = find(country, '*')
    if (named < 0) return undefined
    const [, code] = lineAt(named).split('*')
    for (const mark of ['|', '+'])
      for (let at = find(name, mark); at >= 0; at = find(name, mark, at + 1)) {
        const city = parseCity(lineAt(at))
        if (city.country === code) return city
      }
    return undefined
  }

  /** The airport of a code in capitals: its own, one that it had, or that of its city if it is the main airport. */
  function airportWith(code: string): Airport | undefined {
    if (!/^[A-Z\d]{3,4}$/.test(code)) return undefined
    for (const form of [` ${code}/`, `/${code} `, ` ${code}>`, ` ${code}=`]) {
      const position = text.indexOf(form)
      if (position < 0) continue
      const line = lineAt(position)
      const { airports } = parseCity(line)
      const now = form.endsWith('>') ? line.split(form)[1]?.slice(0, 3) : code
      return form.endsWith('=') ? airports[0] : airports.find((one) => one.code === now || one.icao === now)
    }
    return undefined
  }

  /** `City (AAA)` of a city's name, with or without its country, or of an airport's code: `Moscow, Russia`, `dme`, `MOW`. */
  function shown(place: string): string | undefined {
    const [, name, country] = inCountry.exec(place) ?? []
    const city = cityNamed(place) ?? (name && country ? cityIn(name, country) : undefined)
    // Codes are written in one case: `Oni` is a name.
    const isCode = /^(?:[A-Z]{3,4}|[a-z]{3,4})$/.test(place)
    const airport = city ? city.airports[0] : isCode ? airportWith(place.toUpperCase()) : undefined
    return airport?.city && `${airport.city} (${airport.code})`
  }

  return { shown, airportWith }
}

/** `Moscow, Russia`, and `Moscow (Russia)`. */
const inCountry = /^([^,،(]+?)\s*[,،(]\s*([^,،()]+)\)?$/

/** Of a line of a city, or of a country's airfields. */
export function parseCity(line: string): City {
  const [name = '', country = '', zone = '', codes = ''] = line.split(';')
  const airports = codes.split(' ').flatMap((one): Airport[] => {
    const [iata = '', icao] = one.split('/')
    if (icao === undefined) return []
    return [{ code: iata || icao, icao: icao || undefined, city: name || undefined, country, zone }]
  })
  return { name, country, airports }
}
