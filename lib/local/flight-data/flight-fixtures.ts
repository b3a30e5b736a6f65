import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { airport, name, text } from '../../../shared/domain/kernel/fields.ts'
import { flightNumber } from '../../../shared/domain/flights/flight-number.ts'
import { plainNumber } from '../../../shared/domain/flights/plain-number.ts'
import { StartupError, errorMessage } from '../runtime/startup-error.ts'

const timestamp = z.iso.datetime({ offset: true }).transform((input) => new Date(input).toISOString())
const plan = {
  departure_airport: airport,
  arrival_airport: airport,
  scheduled_departure: timestamp,
  scheduled_arrival: timestamp,
}
/** AeroDataBox's FlightStatus. */
const statuses =
  'Unknown Expected EnRoute CheckIn Boarding GateClosed Departed Delayed Approaching Arrived Canceled'
const progress = {
  airline: name,
  status: z.enum([...statuses.split(' '), 'Diverted', 'CanceledUncertain']),
  estimated_departure: timestamp,
  actual_departure: timestamp,
  estimated_arrival: timestamp,
  actual_arrival: timestamp,
  terminal: text(20),
  gate: text(20),
}
/** The settable fields of a flight. */
export const FlightUpdate = z.strictObject({ ...plan, ...progress }).partial()
const FixtureFlight = z.strictObject({ number: flightNumber, ...plan, ...z.object(progress).partial().shape })
export type FixtureFlight = z.output<typeof FixtureFlight>

const dayOf = (timestamp: string) => timestamp.slice(0, 10)

/**
 * The flights of the local flight-data provider, stored in `file`. A flight number has one flight per UTC day of
 * departure, since the time zones of airports are unknown. Throws StartupError if the file cannot be read.
 */
export function flightFixtures(file: string) {
  let flights = read(file)
  const save = (changed: FixtureFlight[]) => {
    writeFileSync(`${file}.new`, JSON.stringify(changed, null, 2))
    renameSync(`${file}.new`, file)
    flights = changed
  }
  const withNumber = (input: string) => flights.filter(({ number }) => number === plainNumber(input))
  return {
    all: () => flights,
    /** The flights that depart or arrive on a UTC day. */
    on: (number: string, day: string) =>
      withNumber(number).filter((flight) =>
        [flight.scheduled_departure, flight.scheduled_arrival].some((timestamp) => dayOf(timestamp) === day),
      ),
    /**
     * Updates the flight of the given departure day, or the last updated one. Throws a ZodError for an invalid flight
     * number, and RangeError for a new flight without a schedule.
     */
    update(input: string, change: z.output<typeof FlightUpdate>): FixtureFlight {
      const number = flightNumber.parse(input)
      const day = change.scheduled_departure && dayOf(change.scheduled_departure)
      const before = withNumber(number).findLast((flight) => !day || dayOf(flight.scheduled_departure) === day)
      const missing = Object.keys(plan).filter((field) => !(field in { ...before, ...change }))
      if (missing.length > 0)
        throw new RangeError(`${number} is new${day ? ` on ${day}` : ''}: set its ${missing.join(', ')} too`)
      const flight = FixtureFlight.parse({ ...before, ...change, number })
      save([...flights.filter((one) => one !== before), flight])
      return flight
    },
    /** Returns the number of deleted flights. */
    remove(number: string): number {
      const deleted = withNumber(number)
      save(flights.filter((flight) => !deleted.includes(flight)))
      return deleted.length
    },
  }
}

function read(file: string): FixtureFlight[] {
  try {
    return existsSync(file) ? z.array(FixtureFlight).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
  } catch (error) {
    throw new StartupError(
      `The flights in ${file} cannot be read (${errorMessage(error)}): move the file away.`,
    )
  }
}
