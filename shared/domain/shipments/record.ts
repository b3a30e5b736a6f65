import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts, e164Text } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import {
  amount,
  asStored,
  defaulted,
  eachOptional,
  emailOrNone,
  Id,
  kilograms,
  name,
  Reason,
  shownAddress,
  text,
  Timestamp,
  toDecimal,
  toKilograms,
  CreatedAt,
  TenantId,
  UpdatedAt,
  idOf,
} from '../kernel/fields.ts'
import { packageStatuses } from '../packages/status.ts'
import { placeOf } from '../kernel/places.ts'
import { shipmentStatuses, total } from './status.ts'
import type { Searched } from '../search/items.ts'
import { Metadata, Reference } from './labelling.ts'
import { address, Language, parties, phone, withParties, partyTexts } from './parties.ts'

/** Descriptions of fields that several schemas share. */
export const shipmentTexts = {
  origin: { description: 'The city where it starts, or its airport code', examples: ['Moscow'] },
  destination: { description: 'The city where it ends, or its airport code', examples: ['Tbilisi'] },
  trackingId: {
    description: 'The public id of a shipment, for its recipient',
    examples: ['TRK-7HQ3M2K9XW4BC'],
  },
  status: { description: 'Derived from the statuses of its packages, or set by hand' },
  paymentStatus: { description: 'Whether the shipment is paid; the service does not act on it' },
  reference: {
    description:
      'The company’s own name for the shipment, such as an order number; null without one. Unique in the company, compared without letter case; printed on labels',
    examples: ['ORDER-2002'],
  },
  metadata: {
    description:
      'Texts by names that the company chooses, for its other systems. A change replaces all of them; {} removes them',
    examples: [{ channel: 'counter' }],
  },
  price: {
    description: 'The price as a decimal amount in the company’s currency, with two digits',
    examples: [49.9],
  },
  cancelledAt: {
    description: 'When it was cancelled: its status is RETURNED then',
    examples: ['2026-11-23T09:20:01.000Z'],
  },
  packagesCount: {
    description: 'How many packages the shipment has, those returned or lost included',
    examples: [1],
  },
}

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
  sender_email: emailOrNone.meta(partyTexts.senderEmail),
  recipient_email: emailOrNone.meta(partyTexts.recipientEmail),
  /** The language of e-mails to them. */
  language: Language.meta(partyTexts.language),
})
const details = () => ({
  sender_name: name.meta(partyTexts.senderName),
  sender_phone: phone.meta(partyTexts.senderPhone),
  sender_address: address.meta(partyTexts.senderAddress),
  recipient_name: name.meta(partyTexts.recipientName),
  recipient_phone: phone.meta(partyTexts.recipientPhone),
  recipient_address: address.meta(partyTexts.recipientAddress),
  origin: name.meta(shipmentTexts.origin),
  destination: name.meta(shipmentTexts.destination),
  description: text(2000).meta(commonTexts.description),
})
/** As stored: both may be empty, because a warehouse can register a parcel before they are known. */
const kept = () => asStored(details())
const identity = () => ({
  id: idOf('shipment'),
  tracking_id: z.string().meta(shipmentTexts.trackingId),
  status: ShipmentStatus.meta(shipmentTexts.status),
  payment_status: PaymentStatus.meta(shipmentTexts.paymentStatus),
  tenant_id: TenantId,
  origin_company_id: Id.meta({
    description: 'The company that booked the shipment',
    examples: [exampleIds.tenant],
  }),
})
const history = () => ({ created_at: CreatedAt, updated_at: UpdatedAt })
/** The warehouse that took it in, the shipment that it brings back, and the one that brings it back. */
const links = () => ({
  received_at_warehouse_id: Id.optional().meta({
    description: 'The warehouse that took it in at its counter; only if one did',
    examples: [exampleIds.warehouse],
  }),
  return_of: Id.optional().meta({
    description: 'The shipment that it brings back; only if it is a return',
    examples: [exampleIds.shipment],
  }),
  return_id: Id.optional().meta({
    description: 'The shipment that brings it back; only if there is one',
    examples: [exampleIds.shipment],
  }),
})

/** A shipment as clients read it: weight in kilograms, price as a decimal amount. */
export const Shipment = lazySchema(() =>
  z
    .object({
      ...identity(),
      ...kept(),
      sender_email: shownAddress.meta(partyTexts.senderEmail),
      recipient_email: shownAddress.meta(partyTexts.recipientEmail),
      language: Language.meta(partyTexts.language),
      reference: z.string().nullable().meta(shipmentTexts.reference),
      metadata: z.record(z.string(), z.string()).meta(shipmentTexts.metadata),
      sender_phone_e164: z.string().nullable().meta(e164Text('sender_phone')),
      recipient_phone_e164: z.string().nullable().meta(e164Text('recipient_phone')),
      weight: z.number().meta(commonTexts.weight),
      price: z.number().meta(shipmentTexts.price),
      packages_count: z.int().min(0).meta(shipmentTexts.packagesCount),
      delivered_count: z
        .int()
        .min(0)
        .meta({ description: 'How many of them are delivered', examples: [0] }),
      ...links(),
      cancelled_at: Timestamp.nullable().meta({
        ...shipmentTexts.cancelledAt,
        description: `${shipmentTexts.cancelledAt.description}; null if it was not`,
      }),
      ...history(),
      warnings: z
        .array(z.string())
        .optional()
        .meta({
          description:
            'What labels and other documents cannot print of it. Only where a shipment is booked, changed or read by its id, and only if there is something',
          examples: [['recipient_name: U+1F381 has no glyph and is printed as a box']],
        }),
    })
    .meta({ id: 'Shipment' }),
)

/** How many packages are registered with a shipment, as many as its transaction has room for. */
export const maxBookedPackages = 10

export const NewShipment = lazySchema(() =>
  withParties(
    z.object({
      ...parties(),
      origin: name.meta(shipmentTexts.origin),
      destination: name.meta(shipmentTexts.destination),
      description: defaulted(details().description, ''),
      reference: Reference.meta(shipmentTexts.reference),
      metadata: defaulted(Metadata, {}).meta(shipmentTexts.metadata),
      weight: kilograms.meta(commonTexts.weight),
      price: defaulted(amount, 0).meta(shipmentTexts.price),
      payment_status: defaulted(PaymentStatus, 'PENDING').meta(shipmentTexts.paymentStatus),
      packages: defaulted(z.int().min(0).max(maxBookedPackages), 0).meta({
        description:
          'How many packages are registered with it, each with an equal part of its weight and its description; by default none',
        examples: [1],
      }),
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
  weight: kilograms.meta(commonTexts.weight),
  price: amount.meta(shipmentTexts.price),
  payment_status: PaymentStatus.meta(shipmentTexts.paymentStatus),
  status: ShipmentStatus.meta(shipmentTexts.status),
  metadata: Metadata.meta(shipmentTexts.metadata),
})
export const ShipmentChange = lazySchema(() =>
  eachOptional({ ...changeable(), reason: Reason.meta(commonTexts.reason) })
    .extend({
      reference: Reference.meta({
        description:
          'The company’s own name for the shipment. An empty text or null removes it, and another shipment can have it',
        examples: ['ORDER-2002'],
      }),
    })
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
    sender_phone_e164: z.string().nullable().default(null),
    recipient_phone_e164: z.string().nullable().default(null),
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
    /** When its recipient's e-mail address was last changed after receipt. */
    recipient_changed_at: Timestamp.optional(),
    /** When it became DELIVERED or RETURNED, and when it was cancelled if it is RETURNED by that. */
    finished_at: Timestamp.optional(),
    cancelled_at: Timestamp.optional(),
    /** The text that `q` searched in the first release: it is still stored, for a rollback. */
    search: z.string(),
    /** Whether it has search items, which earlier shipments get with their next change. */
    searchable: z.boolean().default(false),
    /** Whether those have the keys of today's version (search/items.ts). */
    sounds: z.boolean().default(false),
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
  fields: {
    personal: [
      'sender_name',
      'sender_phone',
      'sender_address',
      'recipient_name',
      'recipient_phone',
      'recipient_address',
      'description',
      'sender_email',
      'recipient_email',
      'sender_phone_e164',
      'recipient_phone_e164',
      'metadata',
      'reference',
    ],
    internal: [
      'tenant_id',
      'noticed',
      'created_at',
      'updated_at',
      'version',
      'counts',
      'floor',
      'search',
      'searchable',
      'sounds',
      'origin_place',
      'destination_place',
    ],
    plain: [
      'id',
      'tracking_id',
      'status',
      'payment_status',
      'origin_company_id',
      'origin',
      'destination',
      'received_at_warehouse_id',
      'return_of',
      'return_id',
      'language',
      'resent_at',
      'weight_g',
      'price_minor',
      'recipient_changed_at',
      'finished_at',
      'cancelled_at',
    ],
  },
  audited: 'shipment',
  place: { index: 'gsi1', partition: 'SHIP' },
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
  cancelled_at: record.cancelled_at ?? null,
})
export type ShipmentResponse = ReturnType<typeof toShipmentResponse>

type Written = Pick<ShipmentRecord, 'tracking_id' | 'sender_name' | 'recipient_name' | 'origin' | 'destination'>
/** Derived fields, stored for public tracking. */
export const derivedFields = ({ tracking_id, sender_name, recipient_name, origin, destination }: Written) => ({
  search: [tracking_id, sender_name, recipient_name].join('\0').toLowerCase(),
  origin_place: placeOf(origin),
  destination_place: placeOf(destination),
})

/** The search terms of a shipment. */
export const searchedOf = (
  record: Pick<
    ShipmentRecord,
    | 'id'
    | 'created_at'
    | 'sender_name'
    | 'recipient_name'
    | 'sender_phone'
    | 'recipient_phone'
    | 'tracking_id'
    | 'sounds'
  >,
): Searched => ({
  kind: 'SHIP',
  id: record.id,
  created_at: record.created_at,
  names: [record.sender_name, record.recipient_name],
  phones: [record.sender_phone, record.recipient_phone],
  codes: [record.tracking_id.replace('TRK-', '')],
  sounds: record.sounds,
})
