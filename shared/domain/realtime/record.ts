import * as z from 'zod'
import { entity, epochSeconds } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import type { FeedEvent } from '../events/record.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { channelKinds } from './frames.ts'
import { roles } from '../kernel/roles.ts'
import { liveSubscriptions, type LiveSubscription } from '../events/head.ts'

const Connection = lazySchema(() =>
  z.object({
    /** The gateway's connection id. */
    id: z.string(),
    user_id: Id,
    session_id: Id.optional(),
    role: z.enum(roles),
    courier_id: Id.optional(),
    /** Of an API key. */
    scopes: z.array(z.string()).optional(),
    /** DynamoDB has no empty set. */
    channels: z.set(z.string()).optional(),
    connected_at: Timestamp,
    /** When the token that opened or renewed it expires. */
    expires_at: Timestamp,
    /** Its client reads several events from one message. */
    batch: z.boolean().optional(),
  }),
)
export type Connection = z.output<typeof Connection>

/** A socket connection; those of a live subscription share a partition. */
export const connections = entity({
  noun: 'Connection',
  schema: Connection,
  ref: pick(Connection, 'id'),
  fields: {
    internal: ['expires_at', 'batch'],
    plain: ['id', 'user_id', 'session_id', 'role', 'courier_id', 'scopes', 'channels', 'connected_at'],
  },
  key: ({ id }) => ({ pk: partitionOf(liveSubscriptionOf(id)), sk: `CONNECTION#${id}` }),
  expires: ({ expires_at }) => connectionGone(expires_at),
})
const partitionOf = (subscription: LiveSubscription) => `LIVE#${subscription}`
export const connectionsOf = (subscription: LiveSubscription) => ({
  partition: partitionOf(subscription),
  limit: 1000,
})
/** The subscription that serves a connection: its id is random. */
export const liveSubscriptionOf = (connectionId: string): LiveSubscription => {
  const sum = Buffer.from(connectionId).reduce((sum, byte) => sum + byte, 0)
  return liveSubscriptions[(sum % liveSubscriptions.length) as 0]
}
/** The gateway closes connections after two hours (API Gateway quotas); then the record is useless. */
export const connectionGone = (expires_at: string) => epochSeconds(new Date(expires_at)) + 2 * 3600

const UsedTicket = lazySchema(() => z.object({ id: Id, used_at: Timestamp }))
/** Marks a ticket as used. */
export const usedTickets = entity({
  noun: 'Ticket',
  schema: UsedTicket,
  ref: pick(UsedTicket, 'id'),
  fields: {
    plain: ['id', 'used_at'],
  },
  key: ({ id }) => ({ pk: `TICKET#${id}`, sk: 'TICKET' }),
  expires: ({ used_at }) => epochSeconds(new Date(used_at)) + 600,
})

/** The channels of an event. */
export function channelsOf({ data }: FeedEvent): string[] {
  const ids = data as Record<string, unknown>
  return [
    'tenant',
    ...('shipment_id' in data ? ['board'] : []),
    ...channelKinds.flatMap((kind) =>
      typeof ids[`${kind}_id`] === 'string' ? [`${kind}:${String(ids[`${kind}_id`])}`] : [],
    ),
  ]
}
