import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { timelineTexts } from '../timeline/timeline-events.ts'
import { entity, expiryAfter } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import {
  defaulted,
  Id,
  ids,
  idOf,
  namingPackages,
  notBlank,
  optional,
  packageNames,
  Timestamp,
} from '../kernel/fields.ts'
import { Instant } from '../kernel/instant.ts'
import { cutTo, droppingUnusable, ifUsable, warningsAs } from '../kernel/usable.ts'
import { maxPackagesPerShipment } from '../packages/record.ts'
import { shipmentStatuses } from '../shipments/status.ts'
import { Signature } from './signature.ts'

/** Descriptions of fields that several schemas share. */
const handoverTexts = {
  handoverId: { description: 'The id that the client gives the hand-over', examples: [exampleIds.handover] },
  receivedBy: { description: 'The name of the person who took them', examples: ['Giorgi Beridze'] },
  signature: { description: 'The recipient’s signature, or null' },
  offline: { description: 'Whether it was made without a connection and sent later', examples: [false] },
}

/** The result of the check of a hand-over's code; NONE without a code. */
export const codeChecks = ['CONFIRMED', 'WRONG', 'NONE'] as const

const HandoverPhoto = lazySchema(() =>
  z.object({ package_id: idOf('package'), photo_id: idOf('photo') }).meta({ id: 'HandoverPhoto' }),
)

/** The hand-over of packages to their recipient, with its proofs. */
export const HandoverRecord = lazySchema(() =>
  z.object({
    handover_id: Id.meta(handoverTexts.handoverId),
    shipment_id: idOf('shipment'),
    package_ids: z
      .array(Id)
      .meta({ description: 'The packages that were handed over', examples: [[exampleIds.package]] }),
    received_by: z.string().meta(handoverTexts.receivedBy),
    code_check: z
      .enum(codeChecks)
      .meta({ description: 'Whether the code was right; NONE was given', examples: ['CONFIRMED'] }),
    code_sent_to: z
      .string()
      .nullable()
      .default(null)
      .meta({
        description: 'The address that the confirmed code was sent to, masked; or null',
        examples: ['g…@example.com'],
      }),
    code_sent_at: Timestamp.nullable().default(null).meta(commonTexts.whenOrNull),
    signature: Signature.nullable().meta(handoverTexts.signature),
    photos: z.array(HandoverPhoto).meta({ description: 'The photos, each with its package', examples: [[]] }),
    /** Made without a connection, and sent later. */
    offline: z.boolean().meta(handoverTexts.offline),
    warehouse_id: Id.nullable().meta({
      description: 'Where it happened, or null',
      examples: [exampleIds.warehouse],
    }),
    /** The warehouse's code; "" elsewhere. */
    location: z.string().meta(timelineTexts.location),
    handed_over_by: Id.meta({ description: 'The user who handed over', examples: [exampleIds.user] }),
    occurred_at: Timestamp.meta(commonTexts.occurredAt),
    recorded_at: Timestamp.meta(timelineTexts.recordedAt),
    /** The shipment's status then. */
    shipment_status: z
      .enum(shipmentStatuses)
      .meta({ description: 'The status of the shipment then', examples: ['DELIVERED'] }),
  }),
)
export type HandoverRecord = z.output<typeof HandoverRecord>

/** The answer to a hand-over. */
export const Handover = lazySchema(() =>
  HandoverRecord.unwrap()
    .extend({ warnings: warningsAs('warehouse_id: Invalid GUID') })
    .meta({ id: 'Handover' }),
)

/** The maximum number of photos of a hand-over. */
const maxPhotos = 5

export const NewHandover = lazySchema(() =>
  namingPackages(
    droppingUnusable(
      z.object({
        handover_id: Id.meta(handoverTexts.handoverId),
        ...packageNames(
          maxPackagesPerShipment,
          'The packages that are handed over: all of the shipment, or some; at most 80 with `qr_codes`',
        ),
        code: optional(z.string().max(100)).meta({
          description: 'The code that the recipient says; spaces and hyphens do not matter',
          examples: ['402 815'],
        }),
        signature: optional(Signature).meta(handoverTexts.signature),
        photo_ids: defaulted(ids(maxPhotos), []).meta({
          description: 'Up to five photos of the packages, which are ready',
          examples: [[]],
        }),
        received_by: cutTo(200, ...notBlank).meta(handoverTexts.receivedBy),
        warehouse_id: ifUsable(optional(Id)).meta({
          description: 'Where it happens; elsewhere, leave it out',
          examples: [exampleIds.warehouse],
        }),
        offline: defaulted(z.boolean(), false).meta(handoverTexts.offline),
        occurred_at: optional(Instant).meta(commonTexts.occurredAt),
      }),
    ),
    maxPackagesPerShipment,
  ).meta({
    id: 'NewHandover',
    examples: [
      {
        handover_id: '0192f3a4-17c8-78ab-82de-f01234567890',
        package_ids: ['0192f3a4-6c7d-7e8f-a012-3456789abcde'],
        received_by: 'Giorgi Beridze',
        code: '402 815',
        signature: { width: 300, height: 120, path: 'M20 80L60 30L95 85L140 40M160 60L250 58' },
      },
    ],
  }),
)
export type NewHandover = z.output<typeof NewHandover>

/** How long the proof of a delivery is kept, in days: three years, a usual limitation of claims. */
const keptDays = 3 * 365

export const handovers = entity({
  noun: 'Hand-over',
  schema: HandoverRecord,
  ref: pick(HandoverRecord, 'shipment_id', 'handover_id'),
  // Sorts before the events, so that public tracking does not read it.
  fields: {
    personal: ['received_by', 'code_sent_to', 'signature', 'location'],
    internal: ['recorded_at'],
    plain: [
      'handover_id',
      'shipment_id',
      'package_ids',
      'code_check',
      'code_sent_at',
      'photos',
      'offline',
      'warehouse_id',
      'handed_over_by',
      'occurred_at',
      'shipment_status',
    ],
  },
  audited: 'handover',
  auditedBy: 'handover_id',
  place: { within: { index: 'gsi1', partition: 'SHIP' }, from: 'DELIVERY#' },
  key: ({ shipment_id, handover_id }) => ({ pk: `SHIP#${shipment_id}`, sk: `DELIVERY#${handover_id}` }),
  expires: ({ recorded_at }) => expiryAfter(keptDays, new Date(recorded_at)),
})
/** The query for a shipment's hand-overs, in no order; at most 100. */
export const handoversOf = (shipment_id: string) => ({
  partition: `SHIP#${shipment_id}`,
  from: 'DELIVERY#',
  to: 'DELIVERY#~',
  limit: 100,
})
