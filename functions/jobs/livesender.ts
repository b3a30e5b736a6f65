import type { Context, SQSEvent } from 'aws-lambda'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { closeExpired, broadcast } from '../../shared/domain/realtime/broadcast.ts'
import { connections } from '../../shared/domain/realtime/record.ts'
import { send } from '../../shared/messaging/queue.ts'
import { gatewaySockets } from '../../shared/messaging/sockets.ts'
import { isDue, LiveWake, delayedMessage } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
  connection: ['DeleteItem'],
}
export const queues: readonly QueueName[] = ['live']

/** The longest that one batch takes, in milliseconds: fifty events for each of some hundred connections. */
const batchMilliseconds = 5000

/**
 * Sends new events to a tenant's connections and closes connections whose token has expired. Reads its queue one
 * message at a time.
 */
export async function handler({ Records }: SQSEvent, context: Context): Promise<void> {
  const given = runtime()
  const endsAt = new Date(given.clock().getTime() + context.getRemainingTimeInMillis())
  for (const { body } of Records) {
    const wake = LiveWake.parse(JSON.parse(body))
    const { tenant_id, connection_id: id } = wake
    const work = tenantJobContext(given, grantOf(wake), given.clock())
    if (!isDue(wake, work.now)) await send(given, 'live', [delayedMessage(wake, work.now)])
    else if (id !== undefined) {
      const connection = await work.table.find(connections, { id })
      if (connection) await closeExpired(work, connection, gatewaySockets(given))
    } else {
      const scheduleWake = (at: Date) =>
        send(given, 'live', [delayedMessage({ ...wake, due: at.toISOString() }, given.clock())])
      const lease = { clock: given.clock, endsAt, batchMilliseconds, scheduleWake }
      const result = await broadcast(work, lease, gatewaySockets(given))
      given.log.info('live', { tenant_id, ...result })
    }
  }
}
