import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { all, atLeast, equals, oneOf, type Condition } from '../../db/conditions.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { airport, Id, kilograms, name, optional, toGrams } from '../kernel/fields.ts'
import { flights, FlightStatus, toFlightResponse, type FlightResponse } from './record.ts'
import { plainNumber } from './plain-number.ts'
import { flightsOf } from '../couriers/trips.ts'
import { flightStatuses } from './status.ts'
import { companyPeriod } from '../settings/settings.ts'
import { Bound, intersection, isEmpty, keysIn, type Period } from '../kernel/period.ts'

/** Descriptions of fields that several schemas share. */
const flightSearchTexts = {
  departureAirport: { description: 'Departs there: an airport by its IATA or ICAO code', examples: ['SVO'] },
  arrivalAirport: { description: 'Arrives there: an airport by its IATA or ICAO code', examples: ['TBS'] },
}

const departure = optional(airport)
const arrival = optional(airport)

/** The search criteria, in any letter case. All named ones must match. */
export const FlightFilter = lazySchema(() =>
  z.object({
    departure_airport: departure.meta(flightSearchTexts.departureAirport),
    origin: departure.meta(flightSearchTexts.departureAirport),
    from: departure.meta(flightSearchTexts.departureAirport),
    arrival_airport: arrival.meta(flightSearchTexts.arrivalAirport),
    destination: arrival.meta(flightSearchTexts.arrivalAirport),
    to: arrival.meta(flightSearchTexts.arrivalAirport),
    date: optional(z.iso.date()).meta({
      description: 'Departs on that day of the company’s time zone (UTC if none is set)',
      examples: ['2026-11-24'],
    }),
    date_from: Bound.meta({
      description: 'Departs then or later: a day of the company’s time zone (UTC if none is set), or a moment',
      examples: ['2026-11-24'],
    }),
    date_to: Bound.meta({
      description:
        'Departs then or earlier: a whole day of the company’s time zone (UTC if none is set), or a moment',
      examples: ['2026-11-30'],
    }),
    airline: optional(name).meta({ examples: ['Aeroflot'] }),
    flight_number: optional(name).meta({
      description: 'The number, however it is written: `SU 0123` finds `SU123`',
      examples: ['SU1234'],
    }),
    courier_id: optional(Id).meta({ examples: [exampleIds.courier] }),
    status: z
      .string()
      .toUpperCase()
      .pipe(FlightStatus)
      .optional()
      .meta({ enum: [...flightStatuses] }),
    min_available_weight_kg: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,20})?$/, 'Kilograms, such as 12.5')
      .transform(Number)
      .pipe(kilograms)
      .optional()
      // As the reference shows it: in a URL it is text.
      .meta({ type: 'number', minimum: 0, maximum: 100_000 })
      .meta({ description: 'Has at least this many kilograms left for bags', examples: [12.5] }),
  }),
)

const each = (attribute: string, ...values: unknown[]): Condition[] =>
  values.filter((value) => value !== undefined).map((value) => equals(attribute, value))

/** Flights of before the plain form was stored have the number as it was given. */
const hasNumber = (number: string) =>
  oneOf('search_number', [...new Set([plainNumber(number).toLowerCase(), number.toLowerCase()])])

/**
 * Latest departure first; a courier's flights through their index. Couriers see theirs, including those that carry
 * their bags.
 */
export async function listFlights(
  { table, actor }: Pick<TenantContext, 'table' | 'actor'>,
  filter: z.output<typeof FlightFilter>,
  page: PageRequest,
): Promise<Page<FlightResponse>> {
  const { date, date_from, date_to, min_available_weight_kg: least } = filter
  const { courier_id } = filter
  const departs = intersection(
    await companyPeriod(table, date, date),
    await companyPeriod(table, date_from, date_to),
  )
  if (isEmpty(departs)) return new Page([])
  if (actor.role === 'courier') return new Page(await ownFlights({ table, actor }, filter, departs))
  const filters = [
    ...each('departure_airport', filter.departure_airport, filter.origin, filter.from),
    ...each('arrival_airport', filter.arrival_airport, filter.destination, filter.to),
    ...each('search_airline', filter.airline?.toLowerCase()),
    ...(filter.flight_number === undefined ? [] : [hasNumber(filter.flight_number)]),
    ...each('status', filter.status),
    ...(least === undefined ? [] : [atLeast('available_g', toGrams(least))]),
  ]
  const records = await table.list(flights, {
    index: courier_id ? 'gsi2' : 'gsi1',
    partition: courier_id ? `FLIGHT#COURIER#${courier_id}` : 'FLIGHT',
    newestFirst: true,
    ...page,
    ...keysIn(departs),
    ...(filters.length > 0 && { filter: all(...filters) }),
  })
  return records.map(toFlightResponse)
}

/** A courier has so few flights that all are read. */
async function ownFlights(
  { table, actor }: Pick<TenantContext, 'table' | 'actor'>,
  filter: z.output<typeof FlightFilter>,
  { from = '', to = '~' }: Period,
): Promise<FlightResponse[]> {
  const { courier_id: own } = actor
  if (own === undefined || (filter.courier_id ?? own) !== own) return []
  const is = (value: string, ...wanted: (string | undefined)[]) =>
    wanted.every((one) => one === undefined || one.toLowerCase() === value.toLowerCase())
  return (await flightsOf(table, own)).filter(
    (flight) =>
      is(flight.departure_airport, filter.departure_airport, filter.origin, filter.from) &&
      is(flight.arrival_airport, filter.arrival_airport, filter.destination, filter.to) &&
      is(flight.airline, filter.airline) &&
      is(plainNumber(flight.flight_number), filter.flight_number && plainNumber(filter.flight_number)) &&
      is(flight.status, filter.status) &&
      flight.available_weight_kg >= (filter.min_available_weight_kg ?? 0) &&
      flight.scheduled_departure >= from &&
      flight.scheduled_departure <= to,
  )
}
