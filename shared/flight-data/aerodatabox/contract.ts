import * as z from 'zod'
import { plainNumber } from '../../domain/flights/plain-number.ts'
import { Timestamp } from '../../domain/kernel/fields.ts'
import { lazySchema } from '../../core/lazy-schema.ts'

/** The part of AeroDataBox's FlightContract (API reference, version 1.14) that is read here. */

/** An optional value; an invalid one counts as missing. */
const mayLack = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** "2026-11-21 14:15Z", also with seconds or a T, converted to ISO 8601. */
const moment = lazySchema(() =>
  z
    .object({
      utc: z
        .string()
        .transform((text) => text.replace(/^([^ T]+)[ T](\d\d:\d\d)(?=Z)/, '$1T$2:00').replace(' ', 'T'))
        .pipe(Timestamp)
        .transform((text) => new Date(text).toISOString()),
    })
    .transform(({ utc }) => utc),
)
/** A terminal or gate: a short printable word. */
const label = z
  .string()
  .trim()
  .regex(/^[^\p{C}]{1,20}$/u)
const code = z.string().trim().toUpperCase()
/** Any word, cut to a printable, storable length. */
const word = z.string().transform((text) =>
  text
    .replace(/\p{Cc}/gu, '')
    .slice(0, 50)
    .toWellFormed(),
)

const movement = lazySchema(() =>
  z.object({
    airport: z.object({ iata: mayLack(code), icao: mayLack(code) }),
    revisedTime: mayLack(moment),
    predictedTime: mayLack(moment),
    runwayTime: mayLack(moment),
  }),
)
export type Movement = z.output<typeof movement>

export const FlightContract = lazySchema(() =>
  z.object({
    number: z.string().transform(plainNumber),
    status: word,
    codeshareStatus: mayLack(z.string()),
    airline: mayLack(z.object({ iata: code, icao: code })),
    // The scheduled time identifies a flight: it may be missing, but not invalid.
    departure: movement.unwrap().extend({
      scheduledTime: moment.nullish(),
      terminal: mayLack(label),
      gate: mayLack(label),
    }),
    arrival: movement,
  }),
)
export type FlightContract = z.output<typeof FlightContract>

/** The flights of one number on a day, not parsed yet. There are only a few. */
export const FlightContracts = lazySchema(() => z.array(z.unknown()).max(100))
