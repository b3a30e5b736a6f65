import type { Context, SQSEvent } from 'aws-lambda'
import * as z from 'zod'
import { lazySchema } from '../../shared/core/lazy-schema.ts'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { broadcast, closeAllExpired } from '../../shared/domain/realtime/broadcast.ts'
import { liveSubscriptions } from '../../shared/domain/events/head.ts'
import { send } from '../../shared/messaging/queue.ts'
import { gatewaySockets } from '../../shared/messaging/sockets.ts'
import { Wake, wakeMessage } from '../../shared/messaging/wake-messages.ts'
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

/** The longest that one batch takes, in milliseconds: a hundred events for each of a thousand connections. */
const batchMilliseconds = 5000

/**
 * Sends new events to a tenant's connections; when a token expires, closes its connections. Reads its queue one message
 * at a time. Throws a ZodError for a message of an unknown subscription.
 */
export async function handler({ Records }: SQSEvent, context: Context): Promise<void> {
  const given = runtime()
  const endsAt = new Date(given.clock().getTime() + context.getRemainingTimeInMillis())
  for (const { body } of Records) {
    const { tenant_id, subscription, due } = LiveWake.parse(JSON.parse(body))
    const wake = { tenant_id, subscription }
    const work = tenantJobContext(given, grantOf(wake), given.clock())
    const sockets = gatewaySockets(given)
    if (due !== undefined) await closeAllExpired(work, subscription, sockets)
    const turn = { clock: given.clock, endsAt, batchMilliseconds }
    const sent = await broadcast(work, subscription, turn, sockets)
    if (sent.outcome === 'more') await send(given, 'live', [wakeMessage(wake, work.newId())])
    given.log.info('live', { tenant_id, subscription, ...sent })
  }
}
const LiveWake = lazySchema(() => Wake.unwrap().extend({ subscription: z.enum(liveSubscriptions) }))
