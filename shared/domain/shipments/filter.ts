import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { optional, text, verbatim } from '../kernel/fields.ts'
import { Bound } from '../kernel/period.ts'
import { PaymentStatus, ShipmentStatus } from './record.ts'

/** The filters by which shipments are listed, found and exported. */
export const ShipmentFilter = lazySchema(() =>
  z.object({
    status: optional(ShipmentStatus).meta({ description: 'Returns only shipments with this status' }),
    payment_status: optional(PaymentStatus).meta({
      description: 'Returns only shipments with this payment status',
    }),
    late: optional(z.enum(['true'])).meta({
      description:
        'Returns only shipments that are late: neither delivered nor returned, although the day of `estimated_delivery`, which their public tracking shows, has passed in UTC',
    }),
    cancelled: optional(z.enum(['true', 'false'])).meta({
      description:
        'Returns only shipments that were cancelled (`true`), whose status is RETURNED, or only others (`false`)',
    }),
    tracking_id: optional(verbatim(500).min(1)).meta({
      description:
        'Returns only the shipment with this tracking id, in any form in which people write it, such as a link',
      examples: ['TRK-7HQ3M2K9XW4BC'],
    }),
    reference: optional(text(100).min(1)).meta({
      description: 'The company’s own name for the shipment, in any letter case',
      examples: ['ORDER-2002'],
    }),
    package_code: optional(verbatim(200).min(1)).meta({
      description: 'The code of one of its packages, as it is scanned or typed',
      examples: ['PKG-7K2M9QX4TB'],
    }),
    phone: optional(text(200).min(1)).meta({
      description:
        'The phone number of the sender or recipient, in any spelling, or four digits or more of its beginning or end. Without its calling code it is a number of the country in the settings',
      examples: ['+995599123456'],
    }),
    q: optional(text(200)).meta({
      description:
        'Words, each of which begins a word of the sender’s or recipient’s name, in its own script or as it is usually spelled in Latin letters or another script: `yuri` finds Юрий. Words of one or two letters are whole words. Letter case, accents and apostrophes do not matter. Also a tracking id or a phone number, or four characters or more of its beginning or end',
      examples: ['beridze'],
    }),
    created_from: Bound.meta({
      description: 'Created then or later: a day of the company’s time zone (UTC if none is set), or a moment',
      examples: ['2026-11-01'],
    }),
    created_to: Bound.meta({
      description:
        'Created then or earlier: a whole day of the company’s time zone (UTC if none is set), or a moment',
      examples: ['2026-11-30'],
    }),
  }),
)
export type ShipmentFilter = z.output<typeof ShipmentFilter>
