import { batchesBySize, forEachParallel } from '../../core/batches.ts'
import type { Sockets } from '../../messaging/sockets.ts'
import { readFeed } from '../events/feed.ts'
import { feedTypes, mayHear, typesFor, type FeedEvent } from '../events/record.ts'
import type { TenantWork } from '../kernel/context.ts'
import { drainSubscription, type Turn } from '../subscriptions/drain.ts'
import type { LiveSubscription } from '../events/head.ts'
import { maySee } from './channels.ts'
import { closeConnection, disconnect, isExpired } from './connections.ts'
import type { EndedAccess } from './ended-access.ts'
import { channelsOf, connections, connectionsOf, type Connection } from './record.ts'

/** The maximum number of events per batch, of messages to clients that take one event in each, and of connections in parallel. */
const [eventsAtOnce, messagesAtOnce, sideBySide] = [100, 1000, 50]

/**
 * Sends new events of the feed to the connections of a subscription (see `drainSubscription`). A connection that cannot
 * be reached is removed; its client reconnects, and reads from the feed what it missed.
 */
export async function broadcast(work: TenantWork, id: LiveSubscription, turn: Turn, sockets: Sockets) {
  let [delivered, gone] = [0, 0]
  const outcome = await drainSubscription(work, id, turn, async ({ cursor }, now) => {
    const { page, newest } = await readFeed(work.table, { from: cursor, limit: eventsAtOnce })
    if (page.records.length === 0) return { completeTo: newest }
    // Read after the feed, so that connections opened before an event are included.
    const all = await listConnections(work, id)
    const single = all.filter(({ batch }) => !batch).length
    const events = page.records.slice(0, Math.max(1, Math.floor(messagesAtOnce / (single + 1))))
    const texts = new Map(events.map((event) => [event, JSON.stringify(event)]))
    await forEachParallel(all, sideBySide, async (connection) => {
      const sent = isExpired(connection, now)
        ? await closeConnection(work, connection, sockets)
        : await sendEvents(work, connection, texts, sockets)
      if (sent === 'gone') gone++
      else delivered += sent
    })
    return { change: { cursor: events.at(-1)?.number ?? cursor } }
  })
  return { outcome, delivered, gone }
}

/** Closes the connections of a subscription whose user or API key has lost access, or whose session has ended. */
export async function closeEnded(
  work: TenantWork,
  id: LiveSubscription,
  { user_id, session_id }: EndedAccess,
  sockets: Sockets,
): Promise<void> {
  const concerned = (await listConnections(work, id)).filter(
    (one) => one.user_id === user_id && (session_id === undefined || one.session_id === session_id),
  )
  await forEachParallel(concerned, sideBySide, (connection) =>
    closeConnection(
      work,
      connection,
      sockets,
      'You were signed out, or your access has changed; sign in again',
    ),
  )
}

async function listConnections({ table }: TenantWork, id: LiveSubscription): Promise<readonly Connection[]> {
  const query = connectionsOf(id)
  const found: Connection[] = []
  for (let page = await table.list(connections, query); ;) {
    found.push(...page.records)
    if (!page.next) return found
    page = await table.list(connections, { ...query, after: page.next })
  }
}

async function sendEvents(
  work: TenantWork,
  connection: Connection,
  events: ReadonlyMap<FeedEvent, string>,
  sockets: Sockets,
): Promise<number | 'gone'> {
  const { id, role, scopes, channels, batch } = connection
  const types: readonly string[] = typesFor(role).filter((type) => mayHear(scopes, feedTypes[type].scope))
  const texts: string[] = []
  for (const [event, text] of events)
    if (
      types.includes(event.type) &&
      channelsOf(event).some((one) => channels?.has(one)) &&
      (role !== 'courier' || (await maySee(work.table, connection, event)))
    )
      texts.push(text)
  for (const text of batch ? inBatches(texts) : texts)
    if ((await sockets.post(id, text)) === 'gone') {
      await disconnect(work, id)
      return 'gone'
    }
  return texts.length
}

/** In bytes. A WebSocket frame has at most 32 KB, and each 32 KB of a message are charged (API Gateway quotas). */
const maxBytes = 32_000
/** Several events as a JSON array, a single one as it is. */
const inBatches = (texts: readonly string[]) =>
  batchesBySize(texts, maxBytes, (text) => Buffer.byteLength(text) + 1).map((batch) =>
    batch.length > 1 ? `[${batch.join(',')}]` : batch.join(''),
  )
