import { equals } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import type { Refusal } from '../../core/errors.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import type { Sockets } from '../../messaging/sockets.ts'
import { heads, type FeedHead } from '../events/head.ts'
import { expectActiveAccess } from '../users/active-access.ts'
import type { Actor, TenantWork } from '../kernel/context.ts'
import { subscriptions } from '../subscriptions/record.ts'
import type { ServerFrame } from './frames.ts'
import { connectionGone, connections, liveSubscriptionOf, usedTickets, type Connection } from './record.ts'

interface Ticket {
  id: string
  actor: Actor
}

/**
 * Opens a connection with an unused ticket. `batch`: its client reads several events from one message. Throws
 * unauthenticated for a ticket that was used, or whose access has ended.
 */
export async function connect(
  { table, transact, now }: TenantWork,
  ticket: Ticket,
  { id, batch }: Pick<Connection, 'id' | 'batch'>,
): Promise<void> {
  const { user_id, session_id, role, courier_id, scopes, expires_at } = ticket.actor
  // Access may have ended since the ticket was made, and its connections were closed.
  await expectActiveAccess({ actor: ticket.actor, table }, now)
  const moment = now.toISOString()
  const connection: Connection = {
    id,
    user_id,
    session_id,
    role,
    connected_at: moment,
    expires_at,
    ...(courier_id !== undefined && { courier_id }),
    ...(scopes && { scopes: [...scopes] }),
    ...(batch && { batch }),
  }
  const live = { id: liveSubscriptionOf(id) }
  await transact(async () => {
    const [head, subscription] = await Promise.all([table.find(heads, {}), table.find(subscriptions, live)])
    const cursor = head?.number ?? 0
    const position = subscription
      ? table.updateVersion(subscriptions, subscription, { cursor }).write
      : table.create(subscriptions, { ...live, cursor, parked: 0, failures: 0, version: 1 })
    const writes = [
      use(table, ticket, moment, refused.ticket_not_usable_again()),
      table.create(connections, connection),
      table.putDirectoryEntry('connection', id, id, undefined, connectionGone(expires_at)),
      ...listenUntil(table, head, id, expires_at, moment),
      // Without connections nothing was sent, so the subscription starts at the current end of the feed.
      ...(isListening(head, id, moment) ? [] : [position]),
    ]
    return { writes, result: undefined }
  })
}

/**
 * Extends a connection with an unused ticket of the same user, in the same role. Throws a conflict for a ticket that
 * was used, forbidden for another user's or another role's, and "Connection not found".
 */
export const renew = (
  { table, transact, now }: TenantWork,
  ticket: Ticket,
  { id, user_id, role, courier_id }: Connection,
): Promise<void> =>
  transact(async () => {
    const { actor } = ticket
    if (actor.user_id !== user_id || actor.role !== role || actor.courier_id !== courier_id)
      throw refused.ticket_of_other_user()
    const head = await table.find(heads, {})
    const { expires_at, scopes } = actor
    const change = { set: { expires_at, ...(scopes && { scopes: [...scopes] }) } }
    const writes = [
      use(table, ticket, now.toISOString(), refused.ticket_used()),
      table.patchUnread(connections, { id }, change, { onConditionFailed: notFound(connections.noun) }),
      ...listenUntil(table, head, id, actor.expires_at, now.toISOString()),
    ]
    return { writes, result: undefined }
  })

const use = (table: TenantTable, { id }: Ticket, used_at: string, onConditionFailed: Refusal): Write => ({
  ...table.create(usedTickets, { id, used_at }),
  onConditionFailed,
})

const until = (id: string) => `until_${liveSubscriptionOf(id)}` as const
const isListening = (head: FeedHead | undefined, id: string, moment: string) =>
  (head?.[until(id)] ?? '') > moment

/** Has events wake a connection's live subscription until a moment; one that starts is idle at the feed's end. */
function listenUntil(
  table: TenantTable,
  head: FeedHead | undefined,
  id: string,
  expires_at: string,
  moment: string,
): Write[] {
  const set = { [until(id)]: expires_at }
  if (!head) return [table.create(heads, { number: 0, version: 1, ...set })]
  if (!isListening(head, id, moment)) {
    const take = { busy: new Set([liveSubscriptionOf(id)]) }
    return [table.patchUnread(heads, {}, { set, take }, { when: equals('number', head.number) })]
  }
  return (head[until(id)] ?? '') >= expires_at ? [] : [table.patchUnread(heads, {}, { set })]
}

/** Deletes a connection, and its directory entry. */
export const disconnect = ({ table, transact }: TenantWork, id: string): Promise<void> =>
  transact(async () => ({
    writes: [table.remove(connections, { id }), table.deleteDirectoryEntry('connection', id)],
    result: undefined,
  }))

/** Closes a connection whose token has expired, or whose access has ended, with an error frame. */
export async function closeConnection(
  work: TenantWork,
  { id }: Connection,
  sockets: Sockets,
  message = 'The token has expired; get a new one, and with it a new ticket',
): Promise<'gone'> {
  const frame: ServerFrame = { type: 'error', code: 'unauthenticated', message }
  if ((await sockets.post(id, JSON.stringify(frame))) === 'sent') await sockets.close(id)
  await disconnect(work, id)
  return 'gone'
}
/** Whether the token that opened or renewed a connection has expired. */
export const isExpired = ({ expires_at }: Connection, now: Date) => expires_at <= now.toISOString()
