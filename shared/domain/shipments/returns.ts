import { withPrintWarnings } from '../labels/warnings.ts'
import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { toDecimal, toKilograms } from '../kernel/fields.ts'
import { NewShipment, shipments, ShipmentChange, toShipmentResponse, type ShipmentResponse } from './record.ts'
import { updateShipment } from './update.ts'
import { newShipment } from './shipments.ts'

/** The fields that differ from the shipment that comes back. */
export const NewReturn = lazySchema(() =>
  ShipmentChange.unwrap()
    .pick({
      description: true,
      language: true,
      weight: true,
      price: true,
      payment_status: true,
      reference: true,
      metadata: true,
    })
    .meta({ id: 'NewReturn', examples: [{ description: 'Refused by the recipient', price: 0 }] }),
)

/**
 * Books the shipment that brings another one back: from its recipient to its sender, free unless a price is given, and
 * with e-mails in the usual language unless one is given, since that of the first is its recipient's. Throws
 * not_found, stale (If-Match), and a conflict if there is one already, if it was cancelled, or if the places are not known yet.
 */
export async function bookReturn(
  ctx: TenantContext,
  id: string,
  given: z.output<typeof NewReturn>,
): Promise<Plan<ShipmentResponse>> {
  const { table, now, expectVersion } = ctx
  const there = await table.get(shipments, { id })
  expectVersion(there.version)
  if (there.return_id !== undefined) throw refused.shipment_returned_already({ return_id: there.return_id })
  if (there.cancelled_at !== undefined) throw refused.shipment_cancelled()
  if (!there.origin || !there.destination) throw refused.shipment_without_route()
  const input = NewShipment.parse({
    sender_name: there.recipient_name,
    sender_phone: there.recipient_phone,
    sender_address: there.recipient_address,
    recipient_address: there.sender_address,
    recipient_name: there.sender_name,
    recipient_phone: there.sender_phone,
    sender_email: there.recipient_email,
    recipient_email: there.sender_email,
    origin: there.destination,
    destination: there.origin,
    description: there.description,
    weight: toKilograms(there.weight_g),
    price: toDecimal(0),
    ...given,
  })
  const { record, writes } = await newShipment(ctx, input)
  const back = { ...record, return_of: there.id }
  const linked = { return_id: record.id, updated_at: now.toISOString() }
  const outward = await updateShipment(ctx, there, linked)
  return {
    writes: [table.create(shipments, back), ...writes, ...outward.writes],
    result: withPrintWarnings(toShipmentResponse(back)),
  }
}
