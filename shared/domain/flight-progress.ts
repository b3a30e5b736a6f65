import * as z from 'zod'
import type { TenantContext } from './context.ts'
import { Timestamp } from './fields.ts'
import { Flight, flights, view, type FlightRecord } from './flight-record.ts'

const moment = Timestamp.nullable()
const word = z.string().nullable()

/** How a flight stands; what nobody has told yet is null. */
export const FlightProgress = Flight.pick({
  id: true,
  flight_number: true,
  airline: true,
  status: true,
  departure_airport: true,
  arrival_airport: true,
  scheduled_departure: true,
  scheduled_arrival: true,
  available_weight_kg: true,
  bags_count: true,
})
  .extend({
    estimated_departure: moment,
    estimated_arrival: moment,
    actual_departure: moment,
    actual_arrival: moment,
    delay_minutes: z.int().min(0),
    terminal: word,
    gate: word,
    /** `manual`, or the name of the provider. */
    source: z.string(),
    last_synced_at: moment,
  })
  .meta({ id: 'FlightProgress' })

/** What a synchronisation made of a flight: the flight, and what the provider said. */
export const FlightSync = Flight.extend({
  synced: z.boolean(),
  provider: word,
  provider_status: word,
  changes: z.array(z.object({ field: z.string(), old: word, new: word })),
  synced_at: moment,
  message: z.string(),
}).meta({ id: 'FlightSync' })

/** Throws "Flight not found". */
export async function readProgress({ table }: TenantContext, id: string) {
  const record = await table.get(flights, { id })
  const { version: _version, ...shown } = view(record)
  return {
    ...shown,
    estimated_departure: record.estimated_departure ?? null,
    estimated_arrival: record.estimated_arrival ?? null,
    actual_departure: record.actual_departure ?? null,
    actual_arrival: record.actual_arrival ?? null,
    delay_minutes: delay(record),
    terminal: record.terminal ?? null,
    gate: record.gate ?? null,
    last_synced_at: record.last_synced_at ?? null,
  }
}

/** Whole minutes after the plan, 0 where none is known of: of the arrival if it is foreseen, else of the departure. */
function delay(flight: FlightRecord): number {
  const arrival = flight.actual_arrival ?? flight.estimated_arrival
  const departure = flight.actual_departure ?? flight.estimated_departure
  const late = arrival
    ? Date.parse(arrival) - Date.parse(flight.scheduled_arrival)
    : departure
      ? Date.parse(departure) - Date.parse(flight.scheduled_departure)
      : 0
  return Math.max(0, Math.floor(late / 60_000))
}

/** What is known from elsewhere. No provider is set up, so the flight stays as it is. Throws "Flight not found". */
export async function syncFlight({ table }: TenantContext, id: string) {
  const { version: _version, ...flight } = view(await table.get(flights, { id }))
  return {
    ...flight,
    synced: false,
    provider: null,
    provider_status: null,
    changes: [],
    synced_at: null,
    message: 'No flight-data provider is set up; the flight is as it was entered by hand',
  }
}
