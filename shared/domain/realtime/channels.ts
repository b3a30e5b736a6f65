import { absent, any, sizeBelow } from '../../db/conditions.ts'
import type { TenantTable } from '../../db/table.ts'
import { notFound, refused as general } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { bags } from '../bags/record.ts'
import { isInService } from '../couriers/in-service.ts'
import { mayHear, type FeedEvent } from '../events/record.ts'
import { flights } from '../flights/record.ts'
import type { TenantWork } from '../kernel/context.ts'
import { canSee, expectOwn } from '../kernel/ownership.ts'
import { staffRoles } from '../kernel/roles.ts'
import { expectOwnFlight } from '../flights/flights.ts'
import { expectOwnShipment } from '../packages/packages.ts'
import { packages } from '../packages/record.ts'
import { bagsById } from '../packages/with-bag.ts'
import { shipments } from '../shipments/record.ts'
import { maxChannels, type channelKinds } from './frames.ts'
import { channelsOf, connections, type Connection } from './record.ts'

/**
 * Adds channels to a connection, or removes them; returns the resulting channels. Throws forbidden for channels
 * that couriers may not subscribe to, or for which a key lacks the scope, not_found for unknown or others' records and for a closed connection, and a
 * conflict beyond 100 channels.
 */
export async function updateChannels(
  { table, transact }: TenantWork,
  { id }: Connection,
  { type, channels }: { type: 'subscribe' | 'unsubscribe'; channels: readonly string[] },
): Promise<string[]> {
  const named = [...new Set(channels)]
  return transact(async () => {
    const connection = await table.get(connections, { id })
    const before = [...(connection.channels ?? [])]
    if (type === 'unsubscribe') {
      const write = table.patchUnread(connections, connection, { take: { channels: new Set(named) } }, gone)
      return { writes: [write], result: before.filter((one) => !named.includes(one)).sort() }
    }
    const fresh = named.filter((channel) => !before.includes(channel))
    if (before.length + fresh.length > maxChannels)
      throw refused.connection_has_most_channels({ max: maxChannels })
    await Promise.all(fresh.map((channel) => expectAllowed(table, connection, channel)))
    // A connection may send several frames at once: the number of channels is part of the condition.
    const room = any(absent('channels'), sizeBelow('channels', maxChannels - fresh.length + 1))
    const write = table.patchUnread(
      connections,
      connection,
      { add: { channels: new Set(named) } },
      { when: room },
    )
    return { writes: [write], result: [...before, ...fresh].sort() }
  })
}
const gone = { onConditionFailed: notFound(connections.noun) }

/** The scope that an API key needs for a channel. */
const channelScopes = {
  tenant: 'events:read',
  board: 'shipments:read',
  shipment: 'shipments:read',
  bag: 'bags:read',
  flight: 'flights:read',
} as const satisfies Record<(typeof channelKinds)[number] | 'tenant' | 'board', string>

async function expectAllowed(table: TenantTable, actor: Connection, channel: string): Promise<void> {
  const [kind, id = ''] = channel.split(':') as [keyof typeof channelScopes, string?]
  const scope = channelScopes[kind]
  if (!mayHear(actor.scopes, scope)) throw general.scope_missing({ scope })
  if (kind === 'shipment') {
    await table.get(shipments, { id })
    await expectOwnShipment({ table, actor }, id)
  } else if (kind === 'bag') expectOwn(actor, bags.noun, await table.get(bags, { id }))
  else if (kind === 'flight') await expectOwnFlight({ table, actor }, await table.get(flights, { id }))
  else if (!staffRoles.includes(actor.role)) throw general.role_not_permitted()
}

/**
 * Whether a courier may see an event: they are in service, a subscribed channel is still theirs (the bag may have been
 * assigned to another courier since), and so is what the event is about. A shipment or a flight that is theirs may have
 * packages in colleagues' bags.
 */
export async function maySee(table: TenantTable, courier: Connection, event: FeedEvent): Promise<boolean> {
  const allowed = channelsOf(event)
    .filter((channel) => courier.channels?.has(channel))
    .map((channel) => expectAllowed(table, courier, channel))
  const [isActive, isOwn, channels] = await Promise.all([
    isInService(table, courier),
    isAboutOwn(table, courier, event),
    Promise.allSettled(allowed),
  ])
  return isActive && isOwn && channels.some(({ status }) => status === 'fulfilled')
}

async function isAboutOwn(table: TenantTable, courier: Connection, { data }: FeedEvent): Promise<boolean> {
  if ('bag_id' in data && data.bag_id !== null)
    return canSee(courier, await table.find(bags, { id: data.bag_id }))
  if (!('package_ids' in data)) return true
  const { shipment_id } = data
  const found = await table.many(
    packages,
    data.package_ids.map((id) => ({ id, shipment_id })),
  )
  const containing = await bagsById(
    table,
    found.map(({ bag_id }) => bag_id),
  )
  return found.every(({ bag_id }) => canSee(courier, containing.get(bag_id ?? '')))
}
