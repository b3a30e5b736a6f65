import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import {
  airport,
  Id,
  kilograms,
  name,
  optional,
  Timestamp,
  toKilograms,
  CreatedAt,
  TenantId,
  idOf,
  UpdatedAt,
} from '../kernel/fields.ts'
import { Instant } from '../kernel/instant.ts'
import { zoneOf } from '../kernel/places.ts'
import { plainNumber } from './plain-number.ts'
import { flightStatuses } from './status.ts'

/** Descriptions of fields that several schemas share. */
export const flightTexts = {
  flightNumber: { description: 'The number of the flight', examples: ['SU1234'] },
  airline: { description: 'The airline’s name', examples: ['Aeroflot'] },
  departureAirport: { description: 'Where it departs: an airport by its IATA or ICAO code', examples: ['SVO'] },
  arrivalAirport: { description: 'Where it arrives: an airport by its IATA or ICAO code', examples: ['TBS'] },
  departureTimeZone: {
    description:
      'The time zone of the departure’s airport (IANA database), or null if the airport is not known',
    examples: ['Europe/Moscow'],
  },
  arrivalTimeZone: {
    description: 'The time zone of the arrival’s airport (IANA database), or null if the airport is not known',
    examples: ['Asia/Tbilisi'],
  },
  scheduledDeparture: { description: 'The departure in the timetable', examples: ['2026-11-24T14:00:00.000Z'] },
  scheduledArrival: { description: 'The arrival in the timetable', examples: ['2026-11-24T18:30:00.000Z'] },
  maxWeightKg: { description: 'How much the courier may carry, in kilograms', examples: [46] },
}

export const FlightStatus = z.enum(flightStatuses)

const details = () => ({
  flight_number: name.meta(flightTexts.flightNumber),
  airline: name.meta(flightTexts.airline),
  departure_airport: airport.meta(flightTexts.departureAirport),
  arrival_airport: airport.meta(flightTexts.arrivalAirport),
})
const plan = () => ({
  scheduled_departure: Instant.meta(flightTexts.scheduledDeparture),
  scheduled_arrival: Instant.meta(flightTexts.scheduledArrival),
})
/** Known only as the flight proceeds. */
const progress = () => ({
  estimated_departure: Timestamp,
  estimated_arrival: Timestamp,
  actual_departure: Timestamp,
  actual_arrival: Timestamp,
  terminal: z.string(),
  gate: z.string(),
})
/** The maximum number of bags of a flight, so that a change of all is one transaction. */
export const maxBagsPerFlight = 40

const flightFields = () => ({
  id: idOf('flight'),
  tenant_id: TenantId,
  flight_number: z.string().meta(flightTexts.flightNumber),
  airline: z.string().meta(flightTexts.airline),
  departure_airport: z.string().meta(flightTexts.departureAirport),
  arrival_airport: z.string().meta(flightTexts.arrivalAirport),
  scheduled_departure: Timestamp.meta(flightTexts.scheduledDeparture),
  scheduled_arrival: Timestamp.meta(flightTexts.scheduledArrival),
  status: FlightStatus.meta(commonTexts.status),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
})

/** A flight as clients read it: weights in kilograms. */
export const Flight = lazySchema(() =>
  z
    .object({
      ...flightFields(),
      courier_id: idOf('courier').nullable(),
      max_weight_kg: z.number().meta(flightTexts.maxWeightKg),
      available_weight_kg: z
        .number()
        .meta({ description: 'How much of that is left, in kilograms', examples: [43.5] }),
      bags_count: z
        .int()
        .min(0)
        .meta({ description: 'How many bags are assigned', examples: [1] }),
      departure_time_zone: z.string().nullable().meta(flightTexts.departureTimeZone),
      arrival_time_zone: z.string().nullable().meta(flightTexts.arrivalTimeZone),
      estimated_departure: Timestamp.nullable().meta({
        description: 'The expected departure, or null',
        examples: ['2026-11-24T14:10:00.000Z'],
      }),
      estimated_arrival: Timestamp.nullable().meta({
        description: 'The expected arrival, or null',
        examples: ['2026-11-24T18:40:00.000Z'],
      }),
      actual_departure: Timestamp.nullable().meta({
        description: 'When it departed, as reported, or null',
        examples: ['2026-11-24T14:12:00.000Z'],
      }),
      actual_arrival: Timestamp.nullable().meta({
        description: 'When it arrived, as reported, or null',
        examples: ['2026-11-24T18:35:00.000Z'],
      }),
    })
    .meta({ id: 'Flight' }),
)

/** The error for an arrival that is not after the departure. */
export const arrivesBeforeDeparture = 'A flight arrives after it departs'
export const NewFlight = lazySchema(() =>
  z
    .object({
      ...details(),
      ...plan(),
      courier_id: optional(idOf('courier')),
      max_weight_kg: kilograms.min(0.001).meta(flightTexts.maxWeightKg),
    })
    .refine(({ scheduled_departure, scheduled_arrival }) => scheduled_departure < scheduled_arrival, {
      path: ['scheduled_arrival'],
      message: arrivesBeforeDeparture,
    })
    .meta({
      id: 'NewFlight',
      examples: [
        {
          flight_number: 'SU1234',
          airline: 'Aeroflot',
          departure_airport: 'SVO',
          arrival_airport: 'TBS',
          scheduled_departure: '2030-06-01T08:00:00Z',
          scheduled_arrival: '2030-06-01T10:45:00Z',
          max_weight_kg: 60,
        },
      ],
    }),
)

export const FlightChange = lazySchema(() =>
  z
    .object({
      flight_number: optional(name).meta(flightTexts.flightNumber),
      airline: optional(name).meta(flightTexts.airline),
      departure_airport: optional(airport).meta(flightTexts.departureAirport),
      arrival_airport: optional(airport).meta(flightTexts.arrivalAirport),
      scheduled_departure: optional(Instant).meta(flightTexts.scheduledDeparture),
      scheduled_arrival: optional(Instant).meta(flightTexts.scheduledArrival),
      courier_id: Id.nullish().meta({
        description: 'The courier who flies; null removes them. Bags keep their own courier',
        examples: [exampleIds.courier],
      }),
      max_weight_kg: optional(kilograms.min(0.001)).meta(flightTexts.maxWeightKg),
      status: optional(FlightStatus).meta(commonTexts.status),
    })
    .meta({ id: 'FlightChange', examples: [{ status: 'BOARDING', max_weight_kg: 80 }] }),
)

/**
 * A stored flight: weights in grams. It names its bags, so that no decision depends on an index; `available_g` is
 * its remaining capacity.
 */
const FlightRecord = lazySchema(() =>
  z.object({
    ...flightFields(),
    ...z.object(progress()).partial().shape,
    courier_id: Id.optional(),
    max_weight_g: z.int(),
    available_g: z.int(),
    /** DynamoDB has no empty set. */
    bags: z.set(Id).optional(),
    /** In lower case, for searches; the number in its plain form, in older items as it was given. */
    search_number: z.string(),
    search_airline: z.string(),
    /** Of the airports; flights from before it was stored have none. */
    departure_time_zone: z.string().nullable().optional(),
    arrival_time_zone: z.string().nullable().optional(),
    version: z.int(),
  }),
)
export type FlightRecord = z.output<typeof FlightRecord>

export const flights = entity({
  noun: 'Flight',
  schema: FlightRecord,
  ref: pick(FlightRecord, 'id'),
  fields: {
    internal: [
      'tenant_id',
      'created_at',
      'updated_at',
      'available_g',
      'search_number',
      'search_airline',
      'bags',
      'version',
    ],
    plain: [
      'id',
      'flight_number',
      'airline',
      'departure_airport',
      'arrival_airport',
      'scheduled_departure',
      'scheduled_arrival',
      'status',
      'estimated_departure',
      'estimated_arrival',
      'actual_departure',
      'actual_arrival',
      'terminal',
      'gate',
      'courier_id',
      'max_weight_g',
      'departure_time_zone',
      'arrival_time_zone',
    ],
  },
  audited: 'flight',
  key: ({ id }) => ({ pk: `FLIGHT#${id}`, sk: 'FLIGHT' }),
  index: ({ id, scheduled_departure, courier_id }) => ({
    gsi1: { pk: 'FLIGHT', sk: `${scheduled_departure}#${id}` },
    ...(courier_id && { gsi2: { pk: `FLIGHT#COURIER#${courier_id}`, sk: `${scheduled_departure}#${id}` } }),
  }),
})

/** The copy of a flight in its bags (see bags/record.ts). */
export const copyOf = ({ actual_arrival, estimated_arrival, scheduled_arrival, ...flight }: FlightRecord) => ({
  id: flight.id,
  flight_number: flight.flight_number,
  airline: flight.airline,
  departure_airport: flight.departure_airport,
  arrival_airport: flight.arrival_airport,
  arrival_time_zone: flight.arrival_time_zone ?? null,
  arrival: actual_arrival ?? estimated_arrival ?? scheduled_arrival,
})

/** The response for a flight. */
export const toFlightResponse = ({ courier_id, max_weight_g, available_g, bags, ...record }: FlightRecord) => ({
  ...record,
  courier_id: courier_id ?? null,
  max_weight_kg: toKilograms(max_weight_g),
  available_weight_kg: toKilograms(available_g),
  bags_count: bags?.size ?? 0,
  departure_time_zone: record.departure_time_zone ?? zoneOf(record.departure_airport) ?? null,
  arrival_time_zone: record.arrival_time_zone ?? zoneOf(record.arrival_airport) ?? null,
  estimated_departure: record.estimated_departure ?? null,
  estimated_arrival: record.estimated_arrival ?? null,
  actual_departure: record.actual_departure ?? null,
  actual_arrival: record.actual_arrival ?? null,
})
export type FlightResponse = ReturnType<typeof toFlightResponse>

type Written = Pick<FlightRecord, 'flight_number' | 'airline' | 'departure_airport' | 'arrival_airport'>
/** Derived fields, stored for searches and for times by the clocks of the airports. */
export const derivedFields = ({ flight_number, airline, departure_airport, arrival_airport }: Written) => ({
  search_number: plainNumber(flight_number).toLowerCase(),
  search_airline: airline.toLowerCase(),
  departure_time_zone: zoneOf(departure_airport) ?? null,
  arrival_time_zone: zoneOf(arrival_airport) ?? null,
})
