import * as z from 'zod'
import { deadline } from '../../core/bounded-request.ts'
import {
  type FlightInQuestion,
  type FlightProvider,
  type FlightProviderOf,
  type FlightReport,
} from '../../domain/flights/report.ts'
import type { Settings } from '../../config/settings.ts'
import { dayOfFlights, noFlightData } from './request.ts'
import { flightNumber, type FlightContract, type Movement } from './contract.ts'
import { whichIsOurs } from './match-flight.ts'
import { statusOf } from './status-words.ts'

/**
 * AeroDataBox (https://doc.aerodatabox.com, "Flight status"), at the address of the setting `flightDataUrl`.
 * A report takes `milliseconds` at most, whatever it asks. There is no provider without a key.
 */
export const aeroDataBox = ((
  secret: { key: string },
  { flightDataUrl }: Pick<Settings, 'flightDataUrl'>,
  milliseconds = 3000,
): FlightProvider | undefined => {
  // People put the secret in, so it may hold anything.
  const key = z.string().trim().catch('').parse(secret.key)
  if (key === '') return undefined
  return {
    name: 'aerodatabox',
    statusOf,
    async report(flight) {
      // It knows none other, and this goes into a path.
      const number = flightNumber.safeParse(flight.flight_number).data
      if (number === undefined) return undefined
      const flightsOn = dayOfFlights({ flightDataUrl, key, until: deadline(milliseconds) })
      let spoilt = false
      for (const day of daysOf(flight)) {
        const answer = whichIsOurs(flight, await flightsOn(number, day))
        if (answer.found) return reportOf(answer.found)
        spoilt ||= answer.spoilt
      }
      if (spoilt) throw noFlightData()
      return undefined
    },
  }
}) satisfies FlightProviderOf

/**
 * The UTC day of the departure, and its neighbour that the local day may be: the provider's days are those of the
 * airport's clock. From 11:00 UTC on it is tomorrow somewhere (New Zealand in summer), and yesterday nowhere.
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
 * The revised time is what is expected of the gate before the event, and what came of it after. The runway's stands in
 * for it afterwards; what a model predicts does so before, and is never what came of it.
 */
function timeOf(event: 'departure' | 'arrival', movement: Movement, happened: boolean): Partial<FlightReport> {
  const time = movement.revisedTime ?? (happened ? movement.runwayTime : movement.predictedTime)
  return time ? { [`${happened ? 'actual' : 'estimated'}_${event}`]: time } : {}
}
