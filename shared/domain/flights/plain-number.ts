import { plainText } from '../kernel/scanned-text.ts'

// Apart from `flightNumber`: pages import this without the schema library.

/** An airline's code: IATA's of two letters or digits, or ICAO's of three letters. */
export const airlineCode = '(?:[A-Z]{2,3}|[A-Z][0-9]|[0-9][A-Z])'
const padding = new RegExp(`^(${airlineCode})0+(?=[0-9])`)
const maxLength = 200

/**
 * The form in which flight numbers are compared: SU1234 for "su 1234", and SU12 for "SU 0012", as airlines pad them. Letters of
 * other alphabets stay, since they name other airlines: СУ is not Cyprus' CY. Numbers of ICAO's code differ from those of IATA's.
 */
export function plainNumber(number: string): string {
  const text = plainText(number.slice(0, maxLength)).toUpperCase()
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').replace(padding, '$1') || text
}
