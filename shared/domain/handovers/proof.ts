import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { Photo } from '../photos/record.ts'
import { shipmentStatuses } from '../shipments/status.ts'
import { Handover } from './record.ts'

/** A hand-over as a proof shows it: with its photos, and who and where in words. */
const ProvenHandover = lazySchema(() =>
  Handover.unwrap()
    .extend({
      /** The user who handed over; "" if the account is gone. */
      handed_over_by_email: z.string(),
      /** The warehouse's name and address; "" elsewhere. */
      place: z.string(),
      photos: z.array(Photo),
    })
    .meta({ id: 'ProvenHandover' }),
)
export type ProvenHandover = z.output<typeof ProvenHandover>

/** A delivery by a manager without the required proofs. */
const Override = lazySchema(() =>
  z
    .object({
      package_ids: z.array(Id),
      reason: z.string(),
      actor_id: Id.nullable(),
      timestamp: Timestamp,
    })
    .meta({ id: 'DeliveryOverride' }),
)

/** What proves the delivery of a shipment. */
export const Proof = lazySchema(() =>
  z
    .object({
      shipment_id: Id,
      tracking_id: z.string(),
      company: z.string(),
      recipient_name: z.string(),
      status: z.enum(shipmentStatuses),
      handovers: z.array(ProvenHandover),
      overrides: z.array(Override),
      /** Packages that are not delivered. */
      open_package_ids: z.array(Id),
    })
    .meta({ id: 'ProofOfDelivery' }),
)
export type Proof = z.output<typeof Proof>
