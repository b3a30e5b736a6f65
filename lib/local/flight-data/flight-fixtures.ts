import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { airport, name, text } from '../../../shared/domain/kernel/fields.ts'
import { badRequest } from '../../../shared/core/errors.ts'
import { flightNumber, plainNumber } from '../../../shared/flight-data/aerodatabox/contract.ts'
import { StartupError, wordsOf } from '../runtime/startup-error.ts'

const moment = z.iso.datetime({ offset: true }).transform((given) => new Date(given).toISOString())
const plan = {
  departure_airport: airport,
  arrival_airport: airport,
  scheduled_departure: moment,
  scheduled_arrival: moment,
}
/** AeroDataBox's FlightStatus. */
const words =
  'Unknown Expected EnRoute CheckIn Boarding GateClosed Departed Delayed Approaching Arrived Canceled'
const progress = {
  airline: name,
  status: z.enum([...words.split(' '), 'Diverted', 'CanceledUncertain']),
  estimated_departure: moment,
  actual_departure: moment,
  estimated_arrival: moment,
  actual_arrival: moment,
  terminal: text(20),
  gate: text(20),
}
/** The settable fields of a flight. */
export const FlightUpdate = z.strictObject({ ...plan, ...progress }).partial()
const FixtureFlight = z.strictObject({ number: flightNumber, ...plan, ...z.object(progress).partial().shape })
export type FixtureFlight = z.output<typeof FixtureFlight>

const dayOf = (moment: string) => moment.slice(0, 10)

/**
 * The flights of the local flight-data provider, stored in `file`. A flight number has one flight per UTC day of
 * departure, since the time zones of airports are unknown. Throws StartupError if the file cannot be read.
 */
export function flightFixtures(file: string) {
  let flights = read(file)
  const keep = (changed: FixtureFlight[]) => {
    writeFileSync(`${file}.new`, JSON.stringify(changed, null, 2))
    renameSync(`${file}.new`, file)
    flights = changed
  }
  const called = (given: string) => flights.filter(({ number }) => number === plainNumber(given))
  return {
    all: () => flights,
    /** The flights that depart or arrive on a UTC day. */
    on: (number: string, day: string) =>
      called(number).filter((flight) =>
        [flight.scheduled_departure, flight.scheduled_arrival].some((moment) => dayOf(moment) === day),
      ),
    /**
     * Updates the flight of the given departure day, or the last updated one. Throws a ZodError for an invalid flight
     * number, and bad_request for a new flight without a schedule.
     */
    update(given: string, change: z.output<typeof FlightUpdate>): FixtureFlight {
      const number = flightNumber.parse(given)
      const day = change.scheduled_departure && dayOf(change.scheduled_departure)
      const before = called(number).findLast((flight) => !day || dayOf(flight.scheduled_departure) === day)
      const missing = Object.keys(plan).filter((field) => !(field in { ...before, ...change }))
      if (missing.length > 0)
        throw badRequest(`${number} is new${day ? ` on ${day}` : ''}: set its ${missing.join(', ')} too`)
      const flight = FixtureFlight.parse({ ...before, ...change, number })
      keep([...flights.filter((one) => one !== before), flight])
      return flight
    },
    /** Returns the number of deleted flights. */
    forget(number: string): number {
      const gone = called(number)
      keep(flights.filter((flight) => !gone.includes(flight)))
      return gone.length
    },
  }
}

function read(file: string): FixtureFlight[] {
  try {
    return existsSync(file) ? z.array(FixtureFlight).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
  } catch (error) {
    throw new StartupError(`The flights in ${file} cannot be read (${wordsOf(error)}): move the file away.`)
  }
}
