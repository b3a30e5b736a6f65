import * as z from 'zod'

/** An airline's code: IATA's of two letters or digits, or ICAO's of three letters. */
const airline = '(?:[A-Z]{2,3}|[A-Z][0-9]|[0-9][A-Z])'
const padding = new RegExp(`^(${airline})0+(?=[0-9])`)
const pattern = new RegExp(`^${airline}[0-9]{1,4}[A-Z]?$`)

/** A normalised flight number: SU1234 for "su 1234", and SU12 for "SU 0012", as airlines pad them. */
export const plainNumber = (number: string) =>
  number
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(padding, '$1')

/** A valid flight number, normalised. */
export const flightNumber = z
  .string()
  .transform(plainNumber)
  .refine((number) => pattern.test(number), 'A flight number such as SU1234')
