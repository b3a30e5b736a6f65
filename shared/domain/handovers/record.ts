import * as z from 'zod'
import { entity, epochSeconds } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, Id, ids, name, optional, Timestamp } from '../kernel/fields.ts'
import { maxPackagesPerShipment } from '../packages/record.ts'
import { shipmentStatuses } from '../shipments/status.ts'
import { Signature } from './signature.ts'

/** What the code of a hand-over turned out to be; NONE was given. */
export const codeChecks = ['CONFIRMED', 'WRONG', 'NONE'] as const

const HandoverPhoto = /* @__PURE__ */ lazySchema(() =>
  z.object({ package_id: Id, photo_id: Id }).meta({ id: 'HandoverPhoto' }),
)

/** The hand-over of packages to their recipient, with its proofs. */
export const Handover = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      handover_id: Id,
      shipment_id: Id,
      package_ids: z.array(Id),
      received_by: z.string(),
      code_check: z.enum(codeChecks),
      signature: Signature.nullable(),
      photos: z.array(HandoverPhoto),
      /** Made without a connection, and sent later. */
      offline: z.boolean(),
      warehouse_id: Id.nullable(),
      /** The warehouse's code; "" elsewhere. */
      location: z.string(),
      handed_over_by: Id,
      occurred_at: Timestamp,
      recorded_at: Timestamp,
      /** The shipment's status then. */
      shipment_status: z.enum(shipmentStatuses),
    })
    .meta({ id: 'Handover' }),
)

/** The maximum number of photos of a hand-over. */
const maxPhotos = 5

export const NewHandover = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      handover_id: Id,
      package_ids: ids(maxPackagesPerShipment).min(1),
      code: optional(z.string().max(100)),
      signature: optional(Signature),
      photo_ids: defaulted(ids(maxPhotos), []),
      received_by: name,
      warehouse_id: optional(Id),
      offline: defaulted(z.boolean(), false),
      occurred_at: optional(z.iso.datetime({ offset: true })),
    })
    .meta({
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

export type HandoverRecord = z.output<typeof Handover>

/** How long the proof of a delivery is kept, in seconds: three years, a usual limitation of claims. */
const keptSeconds = 3 * 365 * 24 * 3600

export const handovers = entity({
  noun: 'Hand-over',
  schema: Handover,
  ref: pick(Handover, 'shipment_id', 'handover_id'),
  // Sorts before the events, so that public tracking does not read it.
  key: ({ shipment_id, handover_id }) => ({ pk: `SHIP#${shipment_id}`, sk: `DELIVERY#${handover_id}` }),
  expires: ({ recorded_at }) => epochSeconds(new Date(recorded_at)) + keptSeconds,
})
/** The query for a shipment's hand-overs, in no order; at most 100. */
export const handoversOf = (shipment_id: string) => ({
  partition: `SHIP#${shipment_id}`,
  from: 'DELIVERY#',
  to: 'DELIVERY#~',
  limit: 100,
})
