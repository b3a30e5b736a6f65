import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { flightTexts } from '../flights/record.ts'
import { courierTexts } from '../couriers/record.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { digest } from '../../db/keys.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { airlineTagOf } from './airline-tag.ts'
import { bagStatuses, isBeforeTransit } from './status.ts'
import { BagEvent } from '../timeline/timeline-events.ts'
import {
  airport,
  Id,
  name,
  optional,
  verbatim,
  Timestamp,
  toKilograms,
  CreatedAt,
  TenantId,
  idOf,
  UpdatedAt,
} from '../kernel/fields.ts'
import { QrData, type QrSigner } from '../kernel/qr.ts'

/** Descriptions of fields that several schemas share. */
export const bagTexts = {
  label: { description: 'The name on the bag', examples: ['MOW-TBS-001'] },
  origin: { description: 'Where the bag starts: an airport by its IATA or ICAO code', examples: ['SVO'] },
  destination: { description: 'Where the bag goes: an airport by its IATA or ICAO code', examples: ['TBS'] },
  airlineTagCode: {
    description: 'The code of the tag that the airline put on the bag',
    examples: ['0555123456'],
  },
}

const BagStatus = z.enum(bagStatuses)
const details = () => ({
  label: name.meta(bagTexts.label),
  origin: airport.meta(bagTexts.origin),
  destination: airport.meta(bagTexts.destination),
  warehouse_id: idOf('warehouse'),
})
const bagFields = () => ({
  id: idOf('bag'),
  tenant_id: TenantId,
  label: z.string().meta(bagTexts.label),
  origin: z.string().meta(bagTexts.origin),
  destination: z.string().meta(bagTexts.destination),
  warehouse_id: idOf('warehouse'),
  status: BagStatus.meta(commonTexts.status),
  total_packages: z
    .int()
    .min(0)
    .meta({ description: 'How many packages are on the manifest', examples: [1] }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
})

/** Where and when a bag was unloaded. */
const Unloaded = lazySchema(() =>
  z
    .object({
      unloading_id: idOf('unloading'),
      warehouse_id: idOf('warehouse'),
      at: Timestamp.meta({ description: 'When the unloading ended', examples: ['2026-11-24T20:00:00.000Z'] }),
    })
    .meta({ id: 'UnloadedBag' }),
)

/** The flight that left without a bag, or was cancelled. */
const LostFlight = lazySchema(() =>
  z
    .object({
      flight_id: idOf('flight'),
      flight_number: z.string().meta(flightTexts.flightNumber),
      cause: z.enum(['MISSED', 'CANCELLED']).meta({
        description:
          'MISSED: it departed without the bag, which was not checked in. CANCELLED: it did not depart',
        examples: ['MISSED'],
      }),
      departure: Timestamp.meta({
        description: 'When it departed, or would have',
        examples: ['2026-11-24T14:12:00.000Z'],
      }),
      departure_time_zone: z.string().nullable().meta(flightTexts.departureTimeZone),
    })
    .meta({ id: 'LostFlight' }),
)
export type LostFlight = z.output<typeof LostFlight>

/** A bag as clients read it: weight in kilograms. */
export const Bag = lazySchema(() =>
  z
    .object({
      ...bagFields(),
      assignment_status: z
        .enum(['UNASSIGNED', 'ASSIGNED'])
        .meta({ description: 'Whether the bag has a courier and a flight', examples: ['ASSIGNED'] }),
      courier_id: idOf('courier').nullable(),
      courier_name: z.string().nullable().meta(courierTexts.courierName),
      flight_id: idOf('flight').nullable(),
      flight_number: z.string().nullable().meta(flightTexts.flightNumber),
      airline: z
        .string()
        .nullable()
        .meta({ description: 'The airline that has accepted the bag, or null', examples: [null] }),
      airline_tag_code: z
        .string()
        .nullable()
        .meta({
          description: 'The code of the tag that the airline put on the bag, or null',
          examples: [null],
        }),
      /** Whether its courier cannot take its flight, so that it needs another. */
      courier_no_show: z.boolean().meta({
        description:
          'Whether its courier cannot take its flight, by a no-show that was recorded before the departure: it needs another courier',
        examples: [false],
      }),
      lost_flight: LostFlight.unwrap()
        .nullable()
        .meta({
          description: 'The flight that it should have taken, while it waits for another one; or null',
          examples: [null],
        }),
      total_weight_kg: z
        .number()
        .meta({ description: 'The weight of its packages in kilograms', examples: [2.5] }),
      arrived_at: Timestamp.nullable().meta({ description: 'When the bag arrived, or null', examples: [null] }),
      unloaded: Unloaded.unwrap()
        .nullable()
        .meta({
          description:
            'Its last unloading that was ended, or null. The status stays IN_TRANSIT until its packages have ended',
          examples: [null],
        }),
      qr_data: QrData.meta({
        description: 'The content of the label’s QR code',
        examples: [{ t: 'bag', i: exampleIds.bag, c: '9f2c…', v: 1 }],
      }),
    })
    .meta({ id: 'Bag' }),
)

export const NewBag = lazySchema(() =>
  z.object({ ...details(), courier_id: optional(idOf('courier')) }).meta({
    id: 'NewBag',
    examples: [
      {
        label: 'MOW-TBS-001',
        origin: 'SVO',
        destination: 'TBS',
        warehouse_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      },
    ],
  }),
)
export const BagChange = lazySchema(() =>
  z
    .object({
      label: optional(name).meta(bagTexts.label),
      origin: optional(airport).meta(bagTexts.origin),
      destination: optional(airport).meta(bagTexts.destination),
      warehouse_id: optional(idOf('warehouse')),
      status: optional(BagStatus).meta(commonTexts.status),
    })
    .meta({ id: 'BagChange', examples: [{ label: 'MOW-TBS-002' }] }),
)
export const Assignment = lazySchema(() =>
  z.object({ courier_id: idOf('courier'), flight_id: idOf('flight') }).meta({
    id: 'Assignment',
    examples: [
      { courier_id: '3fa85f64-5717-4562-b3fc-2c963f66afa6', flight_id: '9b2c8f1e-1f0a-4a5e-8e59-0d5c3c1f7a10' },
    ],
  }),
)
export const CheckIn = lazySchema(() =>
  z
    .object({
      airline_tag_code: verbatim(200)
        .check(
          z.overwrite(airlineTagOf),
          z.minLength(1, { error: 'The tag of the airline is empty' }),
          z.maxLength(32),
        )
        .meta(bagTexts.airlineTagCode),
      airline: name.meta(flightTexts.airline),
      flight_number: name.meta(flightTexts.flightNumber),
    })
    .meta({
      id: 'CheckIn',
      examples: [{ airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: 'SU1234' }],
    }),
)

/** The copy of its flight that a bag keeps, so that reading a bag takes no further call. */
const FlightCopy = lazySchema(() =>
  z.object({
    id: Id,
    flight_number: z.string(),
    airline: z.string(),
    departure_airport: z.string(),
    arrival_airport: z.string(),
    /** Arrival: actual, or estimated, or scheduled. */
    arrival: Timestamp,
    /** Of the arrival's airport, if it is known; copies from before it was stored have none. */
    arrival_time_zone: z.string().nullable().optional(),
  }),
)

/** A bag as it is stored: weight in grams. Totals are the manifest; arrivals do not lower them. */
const BagRecord = lazySchema(() =>
  z.object({
    ...bagFields(),
    courier_id: Id.optional(),
    courier_name: z.string().optional(),
    flight: FlightCopy.optional(),
    /** The flight's id again, for list filters. */
    flight_id: Id.optional(),
    /** Until it gets another one. */
    lost_flight: LostFlight.unwrap().optional(),
    /** The latest no-show of its courier: `noShowKey`. */
    no_show: z.string().optional(),
    /** As given at check-in. */
    checked_in: z
      .object({ airline_tag_code: z.string(), airline: z.string(), flight_number: z.string() })
      .optional(),
    total_weight_g: z.int(),
    /** The number of counted packages that are open, and that are delivered. */
    open_packages: z.int(),
    delivered_packages: z.int(),
    /** The number of packages in it that are on hold. */
    held_packages: z.int().default(0),
    arrived_at: Timestamp.optional(),
    unloaded: Unloaded.unwrap().optional(),
    /** The status before DELIVERED, for a correction. */
    delivered_from: BagStatus.optional(),
    events: z.array(BagEvent),
    version: z.int(),
  }),
)
export type BagRecord = z.output<typeof BagRecord>

export const bags = entity({
  noun: 'Bag',
  schema: BagRecord,
  ref: pick(BagRecord, 'id'),
  fields: {
    personal: ['courier_name'],
    internal: [
      'tenant_id',
      'created_at',
      'updated_at',
      'version',
      'events',
      'open_packages',
      'delivered_packages',
      'delivered_from',
      'no_show',
      'flight',
    ],
    plain: [
      'id',
      'label',
      'origin',
      'destination',
      'warehouse_id',
      'status',
      'total_packages',
      'courier_id',
      'flight_id',
      'lost_flight',
      'checked_in',
      'total_weight_g',
      'held_packages',
      'arrived_at',
      'unloaded',
    ],
  },
  audited: 'bag',
  place: { index: 'gsi1', partition: 'BAG' },
  key: ({ id }) => ({ pk: `BAG#${id}`, sk: 'BAG' }),
  index: ({ id, created_at, courier_id }) => ({
    gsi1: { pk: 'BAG', sk: `${created_at}#${id}` },
    ...(courier_id && { gsi2: { pk: `BAG#COURIER#${courier_id}`, sk: `${created_at}#${id}` } }),
  }),
})
/** The maximum number of packages in a bag. */
export const maxPackagesPerBag = 200

const Member = lazySchema(() => z.object({ bag_id: Id, id: Id, shipment_id: Id }))
/**
 * A package on a bag's manifest. A separate item, so that a status change of the bag costs the same for any number
 * of packages.
 */
export const manifestEntries = entity({
  noun: 'Package',
  schema: Member,
  ref: pick(Member, 'bag_id', 'id'),
  fields: {
    plain: ['bag_id', 'id', 'shipment_id'],
  },
  key: ({ bag_id, id }) => ({ pk: `BAG#${bag_id}`, sk: `PKG#${id}` }),
})
export const manifestListing = (bag_id: string) => ({
  partition: `BAG#${bag_id}`,
  from: 'PKG#',
  to: 'PKG#~',
  newestFirst: true,
  limit: maxPackagesPerBag,
})

const TagHolder = lazySchema(() => z.object({ tag: z.string(), bag_id: Id }))
/** A bag that was checked in with a tag, by a digest of it. A hint: whether it still has the tag is in the bag. */
export const tagHolders = entity({
  noun: 'Bag',
  schema: TagHolder,
  ref: pick(TagHolder, 'tag', 'bag_id'),
  fields: {
    plain: ['tag', 'bag_id'],
  },
  key: ({ tag, bag_id }) => ({ pk: `TAG#${tag}`, sk: `HOLDER#${bag_id}` }),
})
/** How a tag is named in keys, in any letter case; keys appear in metrics. */
export const tagDigest = (airline_tag_code: string) => digest(airlineTagOf(airline_tag_code).toUpperCase())
/** Tags are given again after their number ran through, so that few bags have had one. */
export const holdersOf = (airline_tag_code: string) => ({
  partition: `TAG#${tagDigest(airline_tag_code)}`,
  limit: 50,
})

/** A no-show of a courier counts for this courier and flight only, so a bag with others needs no change. */
export const noShowKey = (courierId = '', flightId = '') => `${courierId} ${flightId}`

/** The flight that a bag has lost, until it has another: by an assignment, or by a check-in for one that is not known here. */
export const lostFlightOf = ({ status, lost_flight, checked_in }: BagRecord) =>
  isBeforeTransit(status) && !checked_in ? lost_flight : undefined

/** The name of the courier who carries a bag, or '': not of one who has flown without it. */
export const carrierOf = (bag: BagRecord): string =>
  lostFlightOf(bag)?.cause === 'MISSED' ? '' : (bag.courier_name ?? '')

/** The response for a bag, with the signed payload of its label. */
export const toBagResponse = (sign: QrSigner) => (record: BagRecord) => {
  const {
    flight,
    flight_id,
    checked_in,
    courier_id,
    courier_name,
    no_show,
    total_weight_g,
    arrived_at,
    unloaded,
    ...rest
  } = record
  return {
    ...rest,
    courier_id: courier_id ?? null,
    courier_name: courier_name ?? null,
    flight_id: flight_id ?? null,
    flight_number: checked_in?.flight_number ?? flight?.flight_number ?? null,
    airline: checked_in?.airline ?? flight?.airline ?? null,
    airline_tag_code: checked_in?.airline_tag_code ?? null,
    courier_no_show: no_show === noShowKey(courier_id, flight_id),
    lost_flight: lostFlightOf(record) ?? null,
    assignment_status: courier_id && flight ? ('ASSIGNED' as const) : ('UNASSIGNED' as const),
    total_weight_kg: toKilograms(total_weight_g),
    arrived_at: arrived_at ?? null,
    unloaded: unloaded ?? null,
    qr_data: sign('bag', record.id),
  }
}
export type BagResponse = ReturnType<ReturnType<typeof toBagResponse>>
