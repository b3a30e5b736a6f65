import { runInNewContext } from 'node:vm'
import type {
  CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  PhoneNumber,
} from 'libphonenumber-js'
import { readAsset } from '../../core/assets.ts'
import { begunDigits, fewestDigits, phoneTerm, writtenDigits } from './phone.ts'

/**
 * The library as one script, which its makers publish for pages. It is an asset, and not in the bundle, because it is large and
 * searches by phone alone need it.
 */
export const phoneLibraryFile = 'node_modules/libphonenumber-js/bundle/libphonenumber-min.js'

interface Library {
  parsePhoneNumberFromString: typeof parsePhoneNumberFromString
  isSupportedCountry: typeof isSupportedCountry
  getCountryCallingCode: typeof getCountryCallingCode
}
let loaded: Library | undefined
/** The script defines a global variable, here that of a context of its own. */
function library(): Library {
  if (loaded) return loaded
  const scope = {} as { libphonenumber: Library }
  runInNewContext(readAsset(phoneLibraryFile).toString(), scope)
  return (loaded = scope.libphonenumber)
}

/**
 * The terms under which a number may be stored: as it is given, with its calling code, and, if it is a number of the company's
 * country (ISO 3166-1 alpha-2), as it is written there. None for a text without digits.
 */
export function spellingsOf(text: string, country: string | null): string[] {
  const given = phoneTerm(text)
  if (given === undefined) return []
  const { parsePhoneNumberFromString: parse, isSupportedCountry, getCountryCallingCode } = library()
  const home = country !== null && isSupportedCountry(country) ? country : undefined
  const isLocal = (number: PhoneNumber) =>
    home !== undefined && number.countryCallingCode === getCountryCallingCode(home)
  // Within a country, its calling code may stand without a plus.
  const written = given.startsWith('+') ? undefined : parse(`+${given}`)
  const numbers = [parse(given, home), written && isLocal(written) ? written : undefined].filter(
    (one) => one !== undefined,
  )
  const terms = numbers.flatMap((number) => [
    number.number,
    ...(home && isLocal(number) ? localTerms(number, home) : []),
  ])
  return [...new Set([given, ...terms])]
}

/** A local number of a country (ISO 3166-1 alpha-2) with its calling code, as E.164 has it; undefined if it is no valid one there. */
export function internationalOf(local: string, country: string): string | undefined {
  const { parsePhoneNumberFromString: parse, isSupportedCountry } = library()
  const number = isSupportedCountry(country) ? parse(local, country) : undefined
  return number?.isValid() ? number.number : undefined
}

/** The digits that are dialled before a number within its country, in those countries that have them. */
const trunkPrefixes = ['0', '8', '1', '06']

function localTerms(number: PhoneNumber, home: CountryCode): string[] {
  const { countryCallingCode, nationalNumber } = number
  const withTrunk = trunkPrefixes
    .map((prefix) => prefix + nationalNumber)
    .filter((text) => library().parsePhoneNumberFromString(text, home)?.number === number.number)
  const formatted = phoneTerm(number.formatNational()) ?? []
  return [nationalNumber, countryCallingCode + nationalNumber, ...withTrunk].concat(formatted)
}

/** What a text finds: numbers in these spellings, those that begin so (`begunDigits`), and those that end so. */
export interface PhoneSearch {
  terms: readonly string[]
  beginnings: readonly string[]
  ends: readonly string[]
}

/** The prefixes that are dialled within countries by calling code, other than 0, which `begunDigits` leaves out. */
const otherTrunks: Readonly<Record<string, string>> = { 7: '8', 36: '06' }
/** Shorter numbers may be valid, and the beginning or end of others too, as in Germany and Italy. */
const fewestOfWhole = 11

/**
 * The numbers that a text may mean: this number, and those that begin or end so, with and without the calling code of the company's
 * country (ISO 3166-1 alpha-2); only this one if it is a valid number with its calling code. Undefined for a text without digits.
 */
export function phoneSearch(text: string, country: string | null): PhoneSearch | undefined {
  const given = phoneTerm(text)
  if (given === undefined) return undefined
  const terms = spellingsOf(text, country)
  const whole = { terms, beginnings: [], ends: [] }
  const { parsePhoneNumberFromString: parse, isSupportedCountry, getCountryCallingCode } = library()
  const home = country !== null && isSupportedCountry(country) ? country : undefined
  const digits = writtenDigits(text)
  const isInternational = given.startsWith('+')
  if (digits.length < fewestDigits) return whole
  if (isInternational && digits.length >= fewestOfWhole && parse(given)?.isValid()) return whole
  const code = home && getCountryCallingCode(home)
  const trunk = code === undefined ? '' : (otherTrunks[code] ?? '')
  const begun = begunDigits(given)
  const without = (prefix: string | undefined) =>
    prefix && begun.startsWith(prefix) ? [begun.slice(prefix.length)] : []
  const local = isInternational ? without(code) : [begun, ...without(trunk)]
  const beginnings = [
    begun,
    ...local,
    ...local.flatMap((rest) => [trunk + rest, ...(code ? [code + rest] : [])]),
  ]
  return {
    terms,
    beginnings: [...new Set(beginnings)].filter((one) => one.length >= fewestDigits),
    ends: text.includes('+') ? [] : [digits],
  }
}
