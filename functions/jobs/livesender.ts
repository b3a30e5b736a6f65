import type { Context, SQSEvent } from 'aws-lambda'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { letGo, tellLive } from '../../shared/domain/realtime/broadcast.ts'
import { connections } from '../../shared/domain/realtime/record.ts'
import { send } from '../../shared/messaging/queue.ts'
import { gatewaySockets } from '../../shared/messaging/sockets.ts'
import { isDue, LiveWake, wakeAt } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { workFor } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
  connection: ['DeleteItem'],
}
export const queues: readonly QueueName[] = ['live']

/** What a turn may take, in milliseconds: fifty events for each of some hundred connections. */
const turn = 5000

/** Tells a tenant's listeners what is new, and ends connections with their tokens; by its queue, a message at a time. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<void> {
  const given = runtime()
  const ends = new Date(given.clock().getTime() + context.getRemainingTimeInMillis())
  for (const { body } of Records) {
    const wake = LiveWake.parse(JSON.parse(body))
    const { tenant_id, connection_id: id } = wake
    const work = workFor(given, grantOf(wake), given.clock())
    if (!isDue(wake, work.now)) await send(given.queue('live'), [wakeAt(wake, work.now)])
    else if (id !== undefined) {
      const connection = await work.table.find(connections, { id })
      if (connection) await letGo(work, connection, gatewaySockets())
    } else {
      const lookAgain = (at: Date) =>
        send(given.queue('live'), [wakeAt({ ...wake, due: at.toISOString() }, given.clock())])
      const shift = { clock: given.clock, ends, turn, lookAgain }
      const told = await tellLive(work, shift, gatewaySockets())
      given.log.info('live', { tenant_id, ...told })
    }
  }
}
