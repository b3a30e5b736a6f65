import type { Context, SQSEvent } from 'aws-lambda'
import * as z from 'zod'
import { lazySchema } from '../../shared/core/lazy-schema.ts'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { closeExpired, isExpired } from '../../shared/domain/realtime/connections.ts'
import { connections } from '../../shared/domain/realtime/record.ts'
import { broadcast } from '../../shared/domain/realtime/broadcast.ts'
import { liveSubscriptions } from '../../shared/domain/events/head.ts'
import { send } from '../../shared/messaging/queue.ts'
import { gatewaySockets } from '../../shared/messaging/sockets.ts'
import { scheduledMessage, Wake } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { job } from '../../shared/runtime/job.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
  connection: ['DeleteItem'],
}
export const queues: readonly QueueName[] = ['scheduled']

/** The longest that one batch takes, in milliseconds: a hundred events for each of a thousand connections. */
const batchMilliseconds = 5000

/**
 * Sends new events to a tenant's connections; when a token expires, closes its connections. Reads its queue one message
 * at a time. Throws a ZodError for a message of an unknown subscription.
 */
export const handler = job(async (given, { Records }: SQSEvent, context: Context): Promise<void> => {
  const endsAt = new Date(given.clock().getTime() + context.getRemainingTimeInMillis())
  for (const { body } of Records) {
    const { tenant_id, subscription, connection: id } = LiveWake.parse(JSON.parse(body))
    const wake = { tenant_id, subscription }
    const work = tenantJobContext(given, grantOf(wake), given.clock())
    const sockets = gatewaySockets(given)
    const schedule = (message: Wake) => send(given, 'scheduled', [scheduledMessage(message, given.clock())])
    const connection = id === undefined ? undefined : await work.table.find(connections, { id })
    if (connection && isExpired(connection, work.now)) await closeExpired(work, connection, sockets)
    // It was renewed.
    else if (connection) await schedule({ ...wake, connection: connection.id, due: connection.expires_at })
    const turn = { clock: given.clock, endsAt, batchMilliseconds }
    const sent = await broadcast(work, subscription, turn, sockets)
    if (sent.outcome === 'more') await schedule({ ...wake, due: given.clock().toISOString() })
    given.log.info('live', { tenant_id, subscription, ...sent })
  }
})
const LiveWake = lazySchema(() => Wake.unwrap().extend({ subscription: z.enum(liveSubscriptions) }))
