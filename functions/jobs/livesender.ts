import type { TableRights } from '../../shared/db/rights.ts'
import { closeConnection, isExpired } from '../../shared/domain/realtime/connections.ts'
import { connections } from '../../shared/domain/realtime/record.ts'
import { broadcast, closeEnded } from '../../shared/domain/realtime/broadcast.ts'
import { isLive } from '../../shared/domain/events/head.ts'
import { gatewaySockets } from '../../shared/messaging/sockets.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { subscriptionJob } from '../../shared/runtime/subscription-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
  connection: ['DeleteItem'],
}
export const queues: readonly QueueName[] = ['scheduled']

/** The longest that one batch takes, in milliseconds: a hundred events for each of a thousand connections. */
const batchMilliseconds = 5000

/**
 * Sends new events to a tenant's connections; closes the connections of a token that expires, and of access that ends. Throws an Error for an unknown
 * subscription.
 */
export const handler = subscriptionJob(
  { name: 'live', batchMilliseconds },
  async ({ given, work, wake: { subscription, connection: id, ended }, turn }) => {
    if (!isLive(subscription)) throw new Error(`"${subscription}" is not a subscription of connections`)
    const sockets = gatewaySockets(given)
    if (ended) await closeEnded(work, subscription, ended, sockets)
    const connection = id === undefined ? undefined : await work.table.find(connections, { id })
    if (connection && isExpired(connection, work.now)) await closeConnection(work, connection, sockets)
    // It was renewed.
    else if (connection) await turn.scheduleWake(connection.expires_at, connection.id)
    return broadcast(work, subscription, turn, sockets)
  },
)
