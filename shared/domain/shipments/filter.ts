import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { optional, text, trimmed } from '../kernel/fields.ts'
import { Bound } from '../kernel/period.ts'
import { PaymentStatus, ShipmentStatus } from './record.ts'

/** What shipments are listed, found and exported by. */
export const ShipmentFilter = /* @__PURE__ */ lazySchema(() =>
  z.object({
    status: optional(ShipmentStatus),
    payment_status: optional(PaymentStatus),
    tracking_id: optional(text(40).min(1)),
    reference: optional(trimmed(100).min(1)),
    package_code: optional(text(40).min(1)),
    phone: optional(text(200).min(1)),
    q: optional(text(200)),
    created_from: Bound,
    created_to: Bound,
  }),
)
export type ShipmentFilter = z.output<typeof ShipmentFilter>
