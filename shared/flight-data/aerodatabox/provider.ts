import * as z from 'zod'
import { deadline } from '../../core/bounded-request.ts'
import {
  type FlightInQuestion,
  type FlightProvider,
  type FlightProviderOf,
  type FlightReport,
} from '../../domain/flights/report.ts'
import { flightNumber } from '../../domain/flights/flight-number.ts'
import type { FunctionSettings } from '../../config/function-settings.ts'
import { dayOfFlights, noFlightData } from './request.ts'
import type { FlightContract, Movement } from './contract.ts'
import { matchFlight } from './match-flight.ts'
import { statusOf } from './status-words.ts'

/**
 * AeroDataBox (https://doc.aerodatabox.com, "Flight status"), at the setting `flightDataUrl`. A report takes at
 * most `milliseconds` in total. Undefined without a key.
 */
export const aeroDataBox = ((
  secret: { key: string },
  { flightDataUrl }: Pick<FunctionSettings, 'flightDataUrl'>,
  milliseconds = 3000,
): FlightProvider | undefined => {
  // Operators enter the secret, so it may hold anything.
  const key = z.string().trim().catch('').parse(secret.key)
  if (key === '') return undefined
  return {
    name: 'aerodatabox',
    statusOf,
    lookup(admit) {
      const asked = new Map<string, Promise<unknown[]>>()
      return async (flight) => {
        // Other numbers are unknown there, and this goes into a path.
        const number = flightNumber.safeParse(flight.flight_number).data
        if (number === undefined) return undefined
        const request = dayOfFlights({ flightDataUrl, key, until: deadline(milliseconds) })
        let hasInvalidCandidate = false
        for (const day of daysOf(flight)) {
          const call = `${number} ${day}`
          const flights = asked.get(call) ?? admit().then(() => request(number, day))
          asked.set(call, flights)
          const answer = matchFlight(flight, await flights)
          if (answer.found) return reportOf(answer.found)
          hasInvalidCandidate ||= answer.hasInvalidCandidate
        }
        if (hasInvalidCandidate) throw noFlightData()
        return undefined
      }
    },
  }
}) satisfies FlightProviderOf

/**
 * The UTC day of the departure, and the adjacent day that may be the local one: the provider uses local days. From
 * 11:00 UTC on it is the next day in some zone (New Zealand in summer), and the previous one in none.
 */
function daysOf({ scheduled_departure }: FlightInQuestion): string[] {
  const departure = new Date(scheduled_departure)
  const neighbour = new Date(departure)
  neighbour.setUTCDate(departure.getUTCDate() + (departure.getUTCHours() >= 11 ? 1 : -1))
  return [departure, neighbour].map((moment) => moment.toISOString().slice(0, 10))
}

function reportOf({ status: word, departure, arrival }: FlightContract): FlightReport {
  const status = statusOf(word)
  return {
    provider_status: word,
    ...timeOf('departure', departure, status === 'DEPARTED' || status === 'ARRIVED'),
    ...timeOf('arrival', arrival, status === 'ARRIVED'),
    ...(departure.terminal && { terminal: departure.terminal }),
    ...(departure.gate && { gate: departure.gate }),
  }
}

/**
 * The revised time is the estimate before the event and the actual time after it. The runway time replaces it
 * afterwards; a predicted time replaces it before, and is never an actual time.
 */
function timeOf(
  event: 'departure' | 'arrival',
  movement: Movement,
  hasOccurred: boolean,
): Partial<FlightReport> {
  const time = movement.revisedTime ?? (hasOccurred ? movement.runwayTime : movement.predictedTime)
  return time ? { [`${hasOccurred ? 'actual' : 'estimated'}_${event}`]: time } : {}
}
