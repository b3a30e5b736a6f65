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
    /** Who works for it, and until when nobody else does. */
    worker: Id.optional(),
    worked_until: Timestamp.optional(),
    /** The worker after whose shift somebody looks whether all was done. */
    awaited: Id.optional(),
    /** Somebody has come while it works: it looks once more before it goes. */
    called: z.boolean().optional(),
    /** Of a webhook: when it last took something, and how many of its deliveries wait for another attempt. */
    took_at: Timestamp.optional(),
    parked: z.int().default(0),
    /** Turns in which it took nothing of what it was given, one after the other; until when it is given nothing new. */
    failures: z.int().default(0),
    rests_until: Timestamp.optional(),
    /** When somebody comes to look what is due. */
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
