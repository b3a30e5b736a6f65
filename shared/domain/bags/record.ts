import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { bagStatuses } from './status.ts'
import { BagEvent } from '../timeline/timeline-events.ts'
import { airport, Id, name, optional, Timestamp, toKilograms } from '../kernel/fields.ts'
import { QrData, type QrSigner } from '../kernel/qr.ts'

const BagStatus = z.enum(bagStatuses)
const details = () => ({ label: name, origin: airport, destination: airport, warehouse_id: Id })
const bagFields = () => ({
  id: Id,
  tenant_id: Id,
  label: z.string(),
  origin: z.string(),
  destination: z.string(),
  warehouse_id: Id,
  status: BagStatus,
  total_packages: z.int().min(0),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** A bag as clients read it: weight in kilograms. */
export const Bag = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      ...bagFields(),
      assignment_status: z.enum(['UNASSIGNED', 'ASSIGNED']),
      courier_id: Id.nullable(),
      courier_name: z.string().nullable(),
      flight_id: Id.nullable(),
      flight_number: z.string().nullable(),
      airline: z.string().nullable(),
      airline_tag_code: z.string().nullable(),
      /** Whether its courier cannot take its flight, so that it needs another. */
      courier_no_show: z.boolean(),
      total_weight_kg: z.number(),
      arrived_at: Timestamp.nullable(),
      qr_data: QrData,
    })
    .meta({ id: 'Bag' }),
)

export const NewBag = /* @__PURE__ */ lazySchema(() =>
  z.object({ ...details(), courier_id: optional(Id) }).meta({
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
export const BagChange = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      label: optional(name),
      origin: optional(airport),
      destination: optional(airport),
      warehouse_id: optional(Id),
      status: optional(BagStatus),
    })
    .meta({ id: 'BagChange', examples: [{ label: 'MOW-TBS-002' }] }),
)
export const Assignment = /* @__PURE__ */ lazySchema(() =>
  z.object({ courier_id: Id, flight_id: Id }).meta({
    id: 'Assignment',
    examples: [
      { courier_id: '3fa85f64-5717-4562-b3fc-2c963f66afa6', flight_id: '9b2c8f1e-1f0a-4a5e-8e59-0d5c3c1f7a10' },
    ],
  }),
)
export const CheckIn = /* @__PURE__ */ lazySchema(() =>
  z.object({ airline_tag_code: name.max(32), airline: name, flight_number: name }).meta({
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
  key: ({ bag_id, id }) => ({ pk: `BAG#${bag_id}`, sk: `PKG#${id}` }),
})
export const manifestListing = (bag_id: string) => ({
  partition: `BAG#${bag_id}`,
  from: 'PKG#',
  to: 'PKG#~',
  newestFirst: true,
  limit: maxPackagesPerBag,
})

/** A no-show of a courier counts for this courier and flight only, so a bag with others needs no change. */
export const noShowKey = (courierId = '', flightId = '') => `${courierId} ${flightId}`

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
    assignment_status: courier_id && flight ? ('ASSIGNED' as const) : ('UNASSIGNED' as const),
    total_weight_kg: toKilograms(total_weight_g),
    arrived_at: arrived_at ?? null,
    qr_data: sign('bag', record.id),
  }
}
export type BagResponse = ReturnType<ReturnType<typeof toBagResponse>>
