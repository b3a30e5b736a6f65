import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Timestamp } from '../kernel/fields.ts'

const Subscription = lazySchema(() =>
  z.object({
    /** A webhook's id, or a live subscription. */
    id: z.string(),
    /** The number of the last delivered event. */
    cursor: z.int(),
    /**
     * For a webhook: the time of its last successful delivery, and the number of deliveries that wait for a retry.
     */
    took_at: Timestamp.optional(),
    parked: z.int().default(0),
    /** Consecutive failed batches, and until when no new events are tried. */
    failures: z.int().default(0),
    rests_until: Timestamp.optional(),
    /** For a webhook that works: until when it waits, once, because others fail at its host. */
    waits_until: Timestamp.optional(),
    /** When the next wake-up is scheduled. */
    look_at: Timestamp.optional(),
    /**
     * Set when the receiver works again: the time from which waiting deliveries are retried early, and the sort key
     * of the last one retried.
     */
    released_at: Timestamp.optional(),
    released_to: z.string().optional(),
    version: z.int(),
  }),
)
export type Subscription = z.output<typeof Subscription>
/** The position of a subscription in the feed: a record of its own, since every batch writes it. */
export const subscriptions = entity({
  noun: 'Subscription',
  schema: Subscription,
  ref: pick(Subscription, 'id'),
  fields: {
    internal: [
      'cursor',
      'took_at',
      'parked',
      'failures',
      'rests_until',
      'waits_until',
      'look_at',
      'released_at',
      'released_to',
      'version',
    ],
    plain: ['id'],
  },
  key: ({ id }) => ({ pk: `OUTLET#${id}`, sk: 'OUTLET' }),
})
