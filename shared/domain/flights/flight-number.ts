import * as z from 'zod'
import { airlineCode, plainNumber } from './plain-number.ts'

const pattern = new RegExp(`^${airlineCode}[0-9]{1,4}[A-Z]?$`)

/** A valid flight number, normalised. */
export const flightNumber = z
  .string()
  .transform(plainNumber)
  .refine((number) => pattern.test(number), 'A flight number such as SU1234')
