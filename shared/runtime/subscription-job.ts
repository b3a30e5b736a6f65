import type { Context, SQSEvent } from 'aws-lambda'
import { grantOf } from '../db/stream-change.ts'
import type { TenantWork } from '../domain/kernel/context.ts'
import type { Turn } from '../domain/subscriptions/drain.ts'
import { send } from '../messaging/queue.ts'
import { scheduledMessage, Wake } from '../messaging/wake-messages.ts'
import { job } from './job.ts'
import type { Runtime } from './runtime.ts'
import { tenantJobContext } from './tenant-job.ts'

/** The tools for work on a subscription: `turn` is the time of this worker. */
export interface SubscriptionWork {
  given: Runtime
  work: TenantWork
  wake: Wake
  turn: Turn
}
interface Options {
  /** The name of the line that is logged for each wake. */
  name: string
  /** The longest that one batch may take, in milliseconds. */
  batchMilliseconds: number
}

/**
 * A job that works on a subscription when it is woken, and wakes it again if work is left. Reads its FIFO queue one message
 * at a time. Throws a ZodError for a message that is not a wake.
 */
export const subscriptionJob = (
  { name, batchMilliseconds }: Options,
  workOn: (subscription: SubscriptionWork) => Promise<{ outcome: 'done' | 'more' }>,
) =>
  job(async (given, { Records }: SQSEvent, context: Context): Promise<void> => {
    const { clock } = given
    const endsAt = new Date(clock().getTime() + context.getRemainingTimeInMillis())
    for (const { body } of Records) {
      const wake = Wake.parse(JSON.parse(body))
      const { tenant_id, subscription } = wake
      const work = tenantJobContext(given, grantOf(wake), clock())
      const scheduleWake = (due: string, connection?: string) =>
        send(given, 'scheduled', [scheduledMessage({ tenant_id, subscription, due, connection }, clock())])
      const turn = { clock, endsAt, batchMilliseconds, scheduleWake }
      const ended = await workOn({ given, work, wake, turn })
      if (ended.outcome === 'more') await scheduleWake(clock().toISOString())
      given.log.info(name, { tenant_id, subscription, ...ended })
    }
  })
