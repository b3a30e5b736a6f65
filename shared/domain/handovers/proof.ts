import * as z from 'zod'
import { exampleIds, labelTexts } from '../kernel/example-ids.ts'
import { timelineTexts } from '../timeline/timeline-events.ts'
import { shipmentTexts } from '../shipments/record.ts'
import { partyTexts } from '../shipments/parties.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { Id, shownAddress, Timestamp, idOf } from '../kernel/fields.ts'
import { Photo } from '../photos/record.ts'
import { shipmentStatuses } from '../shipments/status.ts'
import { HandoverRecord } from './record.ts'

/** A package that was delivered, and is not any more by a correction. */
const TakenBack = lazySchema(() =>
  z
    .object({
      package_id: idOf('package'),
      timestamp: Timestamp.meta(commonTexts.timestamp),
      reason: z.string().meta({
        description: 'The reason that was given; empty without one',
        examples: ['Given to the wrong person'],
      }),
      actor_id: Id.nullable().meta(timelineTexts.actorId),
    })
    .meta({ id: 'DeliveryTakenBack' }),
)
export type TakenBack = z.output<typeof TakenBack>
const takenBack = () =>
  z.array(TakenBack).meta({
    description: 'Its packages whose delivery was taken back later: it proves nothing of them any more',
    examples: [[]],
  })

/** A hand-over as a proof shows it: with its photos, and who and where in words. */
const ProvenHandover = lazySchema(() =>
  HandoverRecord.unwrap()
    .extend({
      /** The user who handed over; "" if the account is gone. */
      handed_over_by_email: shownAddress.meta({
        description: 'That user’s e-mail address; empty if the account is gone',
        examples: ['anna@swift-couriers.example'],
      }),
      /** The warehouse's name and address; "" elsewhere. */
      place: z.string().meta({
        description: 'The warehouse in words; empty elsewhere',
        examples: ['Tbilisi hub, Airport road 4'],
      }),
      photos: z
        .array(Photo)
        .meta({ description: 'The photos, with addresses that are good for an hour', examples: [[]] }),
      taken_back: takenBack(),
    })
    .meta({ id: 'ProvenHandover' }),
)
export type ProvenHandover = z.output<typeof ProvenHandover>

/** A delivery by a manager without the required proofs. */
const Override = lazySchema(() =>
  z
    .object({
      package_ids: z
        .array(Id)
        .meta({ description: 'The packages that were delivered', examples: [[exampleIds.package]] }),
      reason: z
        .string()
        .meta({ description: 'The reason that the manager gave', examples: ['Left with the neighbour'] }),
      actor_id: Id.nullable().meta(timelineTexts.actorId),
      timestamp: Timestamp.meta(commonTexts.timestamp),
      taken_back: takenBack(),
    })
    .meta({ id: 'DeliveryOverride' }),
)

const ProvenPackage = lazySchema(() =>
  z
    .object({
      id: idOf('package'),
      qr_code: z.string().meta({ description: 'The code on its label', examples: [labelTexts.package] }),
      delivered: z.boolean().meta({ description: 'Whether it is delivered', examples: [true] }),
    })
    .meta({ id: 'ProvenPackage' }),
)

/** The proofs of a shipment's delivery. */
export const Proof = lazySchema(() =>
  z
    .object({
      shipment_id: idOf('shipment'),
      tracking_id: z.string().meta(shipmentTexts.trackingId),
      company: z.string().meta({ description: 'The name of the company', examples: ['Swift Couriers'] }),
      recipient_name: z.string().meta(partyTexts.recipientName),
      status: z.enum(shipmentStatuses).meta(commonTexts.status),
      packages: z.array(ProvenPackage).meta({ description: 'The packages of the shipment' }),
      handovers: z.array(ProvenHandover).meta({ description: 'The hand-overs, oldest first' }),
      overrides: z.array(Override).meta({
        description: 'Deliveries without the required proofs, for which a manager answers',
        examples: [[]],
      }),
      /** Packages that are not delivered. */
      open_package_ids: z
        .array(Id)
        .meta({ description: 'The packages that are not delivered yet', examples: [[]] }),
    })
    .meta({ id: 'ProofOfDelivery' }),
)
export type Proof = z.output<typeof Proof>
