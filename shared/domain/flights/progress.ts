import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { Flight, flights, toFlightResponse, type FlightRecord } from './record.ts'
import { syncs } from './sync-record.ts'
import { expectOwnFlight } from './flights.ts'

const moment = Timestamp.nullable()
const word = z.string().nullable()

/** The status of a flight; unknown values are null. */
export const FlightProgress = lazySchema(() =>
  Flight.unwrap()
    .pick({
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
      departure_time_zone: true,
      arrival_time_zone: true,
      estimated_departure: true,
      estimated_arrival: true,
    })
    .extend({
      actual_departure: moment.meta({
        description: 'The actual departure, or null',
        examples: ['2026-11-24T14:12:00.000Z'],
      }),
      actual_arrival: moment.meta({
        description: 'The actual arrival, or null',
        examples: ['2026-11-24T18:40:00.000Z'],
      }),
      delay_minutes: z
        .int()
        .min(0)
        .meta({ description: 'Minutes behind the timetable', examples: [10] }),
      terminal: word.meta({ description: 'The terminal of departure, or null', examples: ['B'] }),
      gate: word.meta({ description: 'The gate of departure, or null', examples: ['B12'] }),
      /** `manual`, or the name of the provider. */
      source: z.string().meta({
        description: 'Who reported the times: the provider’s name, or `manual`',
        examples: ['aerodatabox'],
      }),
      last_synced_at: moment.meta({
        description: 'When the provider last answered, or null',
        examples: ['2026-11-24T13:30:00.000Z'],
      }),
    })
    .meta({ id: 'FlightProgress' }),
)

/** Throws "Flight not found". */
export async function readProgress(ctx: TenantContext, id: string) {
  const { table } = ctx
  const flight_id = Id.safeParse(id).data ?? ''
  const [record, sync] = await Promise.all([table.get(flights, { id }), table.find(syncs, { flight_id })])
  await expectOwnFlight(ctx, record)
  const { version: _version, ...shown } = toFlightResponse(record)
  return {
    ...shown,
    estimated_departure: record.estimated_departure ?? null,
    estimated_arrival: record.estimated_arrival ?? null,
    actual_departure: record.actual_departure ?? null,
    actual_arrival: record.actual_arrival ?? null,
    delay_minutes: delay(record),
    terminal: record.terminal ?? null,
    gate: record.gate ?? null,
    source: sync?.known?.by ?? 'manual',
    last_synced_at: sync?.known?.at ?? null,
  }
}

/** Whole minutes of delay, 0 if unknown: of the arrival if it is estimated, otherwise of the departure. */
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
