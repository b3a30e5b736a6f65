import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import {
  amount,
  defaulted,
  eachOptional,
  emailOrNone,
  Id,
  kilograms,
  name,
  Reason,
  text,
  Timestamp,
  toDecimal,
  toKilograms,
} from '../kernel/fields.ts'
import { packageStatuses } from '../packages/status.ts'
import { placeOf } from '../kernel/places.ts'
import { shipmentStatuses, total } from './status.ts'
import type { Searched } from '../search/items.ts'
import { Metadata, Reference } from './labelling.ts'
import { address, Language, parties, phone, withParties } from './parties.ts'

export const ShipmentStatus = z.enum(shipmentStatuses)
export const PaymentStatus = z.enum([
  'PENDING',
  'UNPAID',
  'PARTIALLY_PAID',
  'PAID',
  'REFUNDED',
  'FAILED',
  'CANCELLED',
  'COD',
])

/** Where its sender and recipient can be written to. */
const contacts = () => ({
  sender_email: emailOrNone,
  recipient_email: emailOrNone,
  /** The language of e-mails to them. */
  language: Language,
})
const details = () => ({
  sender_name: name,
  sender_phone: phone,
  sender_address: address,
  recipient_name: name,
  recipient_phone: phone,
  recipient_address: address,
  origin: name,
  destination: name,
  description: text(2000),
})
/** As stored: both may be empty, because a warehouse can register a parcel before they are known. */
const kept = () => ({ ...details(), origin: text(200), destination: text(200) })
const identity = () => ({
  id: Id,
  tracking_id: z.string(),
  status: ShipmentStatus,
  payment_status: PaymentStatus,
  tenant_id: Id,
  origin_company_id: Id,
})
const history = () => ({ created_at: Timestamp, updated_at: Timestamp })
/** The shipment that it brings back, and the one that brings it back. */
const links = () => ({ return_of: Id.optional(), return_id: Id.optional() })

/** A shipment as clients read it: weight in kilograms, price as a decimal amount. */
export const Shipment = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      ...identity(),
      ...kept(),
      sender_email: z.string(),
      recipient_email: z.string(),
      language: Language,
      reference: z.string().nullable(),
      metadata: z.record(z.string(), z.string()),
      weight: z.number(),
      price: z.number(),
      packages_count: z.int().min(0),
      delivered_count: z.int().min(0),
      ...links(),
      ...history(),
    })
    .meta({ id: 'Shipment' }),
)

/** How many packages are registered with a shipment, as many as its transaction has room for. */
export const maxBookedPackages = 10

export const NewShipment = /* @__PURE__ */ lazySchema(() =>
  withParties(
    z.object({
      ...parties(),
      origin: name,
      destination: name,
      description: defaulted(details().description, ''),
      reference: Reference,
      metadata: defaulted(Metadata, {}),
      weight: kilograms,
      price: defaulted(amount, 0),
      payment_status: defaulted(PaymentStatus, 'PENDING'),
      packages: defaulted(z.int().min(0).max(maxBookedPackages), 0),
    }),
  ).meta({
    id: 'NewShipment',
    examples: [
      {
        sender_name: 'Anna Petrova',
        sender_phone: '+79161234567',
        sender_address: 'Tverskaya 1, Moscow',
        recipient_name: 'Giorgi Beridze',
        recipient_phone: '+995599123456',
        recipient_address: 'Rustaveli 12, Tbilisi',
        origin: 'Moscow',
        destination: 'Tbilisi',
        description: 'Documents and a present',
        weight: 2.5,
        price: 49.9,
        payment_status: 'PENDING',
        metadata: { channel: 'counter' },
      },
    ],
  }),
)

const changeable = () => ({
  ...details(),
  ...contacts(),
  weight: kilograms,
  price: amount,
  payment_status: PaymentStatus,
  status: ShipmentStatus,
  metadata: Metadata,
})
export const ShipmentChange = /* @__PURE__ */ lazySchema(() =>
  eachOptional({ ...changeable(), reason: Reason })
    .extend({ reference: Reference })
    .meta({
      id: 'ShipmentChange',
      examples: [{ recipient_phone: '+995599765432', payment_status: 'PAID' }],
    }),
)

/** A stored shipment: weight in grams, price in minor units. */
const ShipmentRecord = lazySchema(() =>
  z.object({
    ...identity(),
    ...kept(),
    ...links(),
    sender_email: z.string().default(''),
    recipient_email: z.string().default(''),
    language: Language.default('en'),
    reference: z.string().nullable().default(null),
    metadata: z.record(z.string(), z.string()).default({}),
    /** The notices that it has had (notices/policy.ts), and when staff sent one again. */
    noticed: z.array(z.string()).default([]),
    resent_at: z.array(Timestamp).default([]),
    ...history(),
    weight_g: z.int(),
    price_minor: z.int(),
    version: z.int(),
    /** The number of its packages in each status. */
    counts: z.partialRecord(z.enum(packageStatuses), z.int()),
    /** The status that was set by hand, if any. */
    floor: ShipmentStatus.optional(),
    /** When it became DELIVERED or RETURNED. */
    finished_at: Timestamp.optional(),
    /** The text that `q` searched in the first release: it is still stored, for a rollback. */
    search: z.string(),
    /** Whether it has search items, which earlier shipments get with their next change. */
    searchable: z.boolean().default(false),
    /** Origin and destination as shown publicly. */
    origin_place: z.string(),
    destination_place: z.string(),
  }),
)
export type ShipmentRecord = z.output<typeof ShipmentRecord>

export const shipments = entity({
  noun: 'Shipment',
  schema: ShipmentRecord,
  ref: pick(ShipmentRecord, 'id'),
  key: ({ id }) => ({ pk: `SHIP#${id}`, sk: 'SHIP' }),
  index: ({ id, status, created_at }) => ({
    gsi1: { pk: 'SHIP', sk: `${created_at}#${id}` },
    gsi2: { pk: `SHIP#${status}`, sk: `${created_at}#${id}` },
  }),
})

/** The response for a shipment. */
export const toShipmentResponse = ({ weight_g, price_minor, counts, ...record }: ShipmentRecord) => ({
  ...record,
  weight: toKilograms(weight_g),
  price: toDecimal(price_minor),
  packages_count: total(counts),
  delivered_count: counts.DELIVERED ?? 0,
})
export type ShipmentResponse = ReturnType<typeof toShipmentResponse>

type Written = Pick<ShipmentRecord, 'tracking_id' | 'sender_name' | 'recipient_name' | 'origin' | 'destination'>
/** Derived fields, stored for public tracking. */
export const derivedFields = ({ tracking_id, sender_name, recipient_name, origin, destination }: Written) => ({
  search: [tracking_id, sender_name, recipient_name].join('\0').toLowerCase(),
  origin_place: placeOf(origin),
  destination_place: placeOf(destination),
})

/** What a shipment is found by. */
export const searchedOf = (
  record: Pick<
    ShipmentRecord,
    'id' | 'created_at' | 'sender_name' | 'recipient_name' | 'sender_phone' | 'recipient_phone'
  >,
): Searched => ({
  kind: 'SHIP',
  id: record.id,
  created_at: record.created_at,
  names: [record.sender_name, record.recipient_name],
  phones: [record.sender_phone, record.recipient_phone],
})
