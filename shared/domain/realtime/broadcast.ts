import type { Sockets } from '../../messaging/sockets.ts'
import { unauthenticated } from '../../core/errors.ts'
import type { Actor, TenantWork } from '../kernel/context.ts'
import { readFeed } from '../events/feed.ts'
import { heads, typesFor, type FeedEvent } from '../events/record.ts'
import { type ServerFrame } from './frames.ts'
import {
  allConnections,
  channelsOf,
  connectionGone,
  connections,
  usedTickets,
  type Connection,
} from './record.ts'
import { drainSubscription, type LeaseOptions } from '../subscriptions/drain.ts'
import { realtimeSubscription, subscriptions } from '../subscriptions/record.ts'
import { maySee } from './channels.ts'

/** Opens a connection with an unused ticket. Throws unauthenticated for a ticket that was used. */
export async function connect(
  { table, transact, now }: TenantWork,
  ticket: { id: string; actor: Actor },
  id: string,
): Promise<void> {
  const { user_id, role, courier_id, expires_at } = ticket.actor
  const moment = now.toISOString()
  await transact(async () => {
    const [head, subscription] = await Promise.all([
      table.find(heads, {}),
      table.find(subscriptions, { id: realtimeSubscription }),
    ])
    const used = table.create(usedTickets, { id: ticket.id, used_at: moment })
    const connection: Connection = {
      ...{ id, user_id, role, connected_at: moment, expires_at },
      ...(courier_id !== undefined && { courier_id }),
    }
    const number = head?.number ?? 0
    const until = (head?.live_until ?? '') > expires_at ? head?.live_until : expires_at
    const writes = [
      { ...used, onConditionFailed: unauthenticated('The ticket was used before') },
      table.create(connections, connection),
      table.putDirectoryEntry('connection', id, id, undefined, connectionGone(expires_at)),
      ...(until === head?.live_until
        ? []
        : [
            head
              ? table.patchUnread(heads, {}, { set: { live_until: until } })
              : table.create(heads, { number, live_until: expires_at, version: 1 }),
          ]),
      // Without connections nothing was sent, so the subscription starts at the current end of the feed.
      ...((head?.live_until ?? '') > moment
        ? []
        : subscription
          ? [table.updateVersion(subscriptions, subscription, { cursor: number }).write]
          : [
              table.create(subscriptions, {
                id: realtimeSubscription,
                cursor: number,
                parked: 0,
                failures: 0,
                version: 1,
              }),
            ]),
    ]
    return { writes, result: undefined }
  })
}

/** Deletes a connection, and its directory entry. */
export const disconnect = ({ table, transact }: TenantWork, id: string): Promise<void> =>
  transact(async () => ({
    writes: [table.remove(connections, { id }), table.deleteDirectoryEntry('connection', id)],
    result: undefined,
  }))

/**
 * The maximum number of frames per batch (a single event may exceed it), and of connections in parallel.
 */
const [framesAtOnce, sideBySide] = [1000, 50]

/**
 * Sends new events of the feed to connections (see `drainSubscription`). A connection that cannot be reached is
 * removed; its client reconnects.
 */
export async function broadcast(work: TenantWork, lease: LeaseOptions, sockets: Sockets) {
  let [delivered, gone] = [0, 0]
  const outcome = await drainSubscription(work, realtimeSubscription, lease, async ({ cursor }, now) => {
    const { records } = await readFeed(work.table, { from: cursor, limit: 50 })
    // Read after the feed, so that connections opened before an event are included.
    const listening = records.length > 0 ? [...(await listConnections(work))] : []
    const newEvents = records.slice(0, Math.max(1, Math.floor(framesAtOnce / (listening.length + 1))))
    const last = newEvents.at(-1)
    if (!last) return undefined
    await Promise.all(
      Array.from({ length: sideBySide }, async () => {
        for (let one = listening.pop(); one; one = listening.pop()) {
          const sent = isExpired(one, now)
            ? await closeExpired(work, one, sockets)
            : await sendFrames(work, one, newEvents, sockets)
          if (sent === 'gone') gone++
          else delivered += sent
        }
      }),
    )
    return { cursor: last.number }
  })
  return { outcome, delivered, gone }
}

async function listConnections({ table }: TenantWork): Promise<readonly Connection[]> {
  const found: Connection[] = []
  for (let page = await table.list(connections, allConnections); ;) {
    found.push(...page.records)
    if (!page.next) return found
    page = await table.list(connections, { ...allConnections, after: page.next })
  }
}

async function sendFrames(
  work: TenantWork,
  connection: Connection,
  newEvents: readonly FeedEvent[],
  sockets: Sockets,
) {
  const { id, role, channels } = connection
  const types: readonly string[] = typesFor(role)
  const frames = newEvents.filter(
    (event) => types.includes(event.type) && channelsOf(event).some((one) => channels?.has(one)),
  )
  for (const frame of frames) {
    if (role === 'courier' && !(await maySee(work.table, connection, frame))) continue
    if ((await sockets.post(id, JSON.stringify(frame))) === 'sent') continue
    await disconnect(work, id)
    return 'gone'
  }
  return frames.length
}

/** Closes a connection whose token has expired, with an error frame. */
export async function closeExpired(work: TenantWork, { id }: Connection, sockets: Sockets): Promise<'gone'> {
  if ((await sockets.post(id, JSON.stringify(expired))) === 'sent') await sockets.close(id)
  await disconnect(work, id)
  return 'gone'
}
const expired: ServerFrame = {
  type: 'error',
  code: 'unauthenticated',
  message: 'The token has expired; get a new one, and with it a new ticket',
}
/** Whether the token that opened a connection has expired. */
export const isExpired = ({ expires_at }: Connection, now: Date) => expires_at <= now.toISOString()
