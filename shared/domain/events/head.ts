import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { Id, Timestamp } from '../kernel/fields.ts'

/** The subscriptions of a tenant's sockets; each serves a part of the connections. */
export const liveSubscriptions = ['live-0', 'live-1', 'live-2', 'live-3'] as const
export type LiveSubscription = (typeof liveSubscriptions)[number]
export const isLive = (id: string): id is LiveSubscription => liveSubscriptions.includes(id as LiveSubscription)

const FeedHead = lazySchema(() =>
  z.object({
    /** The number of the newest event; those with a higher number are not complete yet. */
    number: z.int(),
    /** The subscribed webhooks by id; DynamoDB stores no empty set. */
    webhooks: z.set(Id).optional(),
    /** Until then a socket may be connected that the live subscription serves. */
    'until_live-0': Timestamp.optional(),
    'until_live-1': Timestamp.optional(),
    'until_live-2': Timestamp.optional(),
    'until_live-3': Timestamp.optional(),
    /** The subscriptions that have a message in their queue, or a scheduled one: events do not wake them. */
    busy: z.set(z.string()).optional(),
    version: z.int(),
  }),
)
export type FeedHead = z.output<typeof FeedHead>
/** The state of a tenant's feed, and its subscriptions. */
export const heads = entity({
  noun: 'Feed',
  schema: FeedHead,
  ref: lazySchema(() => z.looseObject({})),
  fields: {
    internal: [
      'number',
      'webhooks',
      'until_live-0',
      'until_live-1',
      'until_live-2',
      'until_live-3',
      'busy',
      'version',
    ],
  },
  key: () => ({ pk: 'FEED', sk: 'HEAD' }),
})

/** The subscriptions that events wake at a moment. */
export const subscribedTo = (head: FeedHead, now: Date): string[] => [
  ...(head.webhooks ?? []),
  ...liveSubscriptions.filter((id) => (head[`until_${id}`] ?? '') > now.toISOString()),
]
