import type { Context, SQSEvent } from 'aws-lambda'
import { grantOf } from '../shared/db/changes.ts'
import { tellLive } from '../shared/domain/live.ts'
import { send } from '../shared/outward/queue.ts'
import { gatewaySockets } from '../shared/outward/sockets.ts'
import type { QueueName } from '../shared/queues.ts'
import { runtime } from '../shared/runtime.ts'
import type { SecretName } from '../shared/secrets.ts'
import { workFor } from '../shared/tenant-work.ts'

export const secrets: readonly SecretName[] = []
export const queues: readonly QueueName[] = ['live']

/** What a turn may take, in milliseconds: fifty events for each of some hundred connections. */
const turn = 10_000

/** Tells a tenant's listeners what is new; by its queue, a message at a time. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<void> {
  const given = runtime()
  const ends = new Date(given.clock().getTime() + context.getRemainingTimeInMillis())
  for (const { body } of Records) {
    const grant = grantOf(JSON.parse(body))
    const { tenantId: tenant_id } = grant
    const work = workFor(given, grant, given.clock())
    const told = await tellLive(work, { clock: given.clock, ends, turn }, gatewaySockets())
    if (told.outcome === 'more') await send(given.queue('live'), [{ body: { tenant_id } }])
    given.log.info('live', { tenant_id, ...told })
  }
}
