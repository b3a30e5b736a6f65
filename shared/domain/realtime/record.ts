import * as z from 'zod'
import { entity, epochSeconds } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import type { FeedEvent } from '../events/record.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { channelKinds } from './frames.ts'
import { roles } from '../kernel/roles.ts'

const Connection = lazySchema(() =>
  z.object({
    /** The gateway's connection id. */
    id: z.string(),
    user_id: Id,
    role: z.enum(roles),
    courier_id: Id.optional(),
    /** DynamoDB has no empty set. */
    channels: z.set(z.string()).optional(),
    connected_at: Timestamp,
    /** When the token that opened it expires. */
    expires_at: Timestamp,
  }),
)
export type Connection = z.output<typeof Connection>

/** A socket connection; all of a tenant's share a partition. */
export const connections = entity({
  noun: 'Connection',
  schema: Connection,
  ref: pick(Connection, 'id'),
  key: ({ id }) => ({ pk: 'LIVE', sk: `CONNECTION#${id}` }),
  expires: ({ expires_at }) => connectionGone(expires_at),
})
export const allConnections = { partition: 'LIVE', limit: 1000 }
/** The gateway closes connections after two hours (API Gateway quotas); then the record is useless. */
export const connectionGone = (expires_at: string) => epochSeconds(new Date(expires_at)) + 2 * 3600

const UsedTicket = lazySchema(() => z.object({ id: Id, used_at: Timestamp }))
/** Marks a ticket as used. */
export const usedTickets = entity({
  noun: 'Ticket',
  schema: UsedTicket,
  ref: pick(UsedTicket, 'id'),
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
