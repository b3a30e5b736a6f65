import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, Timestamp } from '../kernel/fields.ts'

const Subscription = lazySchema(() =>
  z.object({
    /** A webhook's id, or `live`. */
    id: z.string(),
    /** The number of the last event that it was given. */
    cursor: z.int(),
    /** The worker that holds the lease, and when the lease expires. */
    worker: Id.optional(),
    worked_until: Timestamp.optional(),
    /** The holder after whose lease a wake-up is scheduled. */
    awaited: Id.optional(),
    /** Another worker asked for a rerun: the holder checks for work once more before it releases the lease. */
    called: z.boolean().optional(),
    /** Of a webhook: when it last took something, and how many of its deliveries wait for another attempt. */
    took_at: Timestamp.optional(),
    parked: z.int().default(0),
    /** Turns in which it took nothing of what it was given, one after the other; until when it is given nothing new. */
    failures: z.int().default(0),
    rests_until: Timestamp.optional(),
    /** When the next wake-up is scheduled. */
    look_at: Timestamp.optional(),
    /** Since when what waits is given out before it is due, because all is well again; and as far as where (a sort key). */
    released_at: Timestamp.optional(),
    released_to: z.string().optional(),
    version: z.int(),
  }),
)
export type Subscription = z.output<typeof Subscription>
/** How far one who follows the feed has come: a record of its own, since it is written with every turn. */
export const subscriptions = entity({
  noun: 'Outlet',
  schema: Subscription,
  ref: pick(Subscription, 'id'),
  key: ({ id }) => ({ pk: `OUTLET#${id}`, sk: 'OUTLET' }),
})
/** The outlet of all who listen at sockets. */
export const realtimeSubscription = 'live'
