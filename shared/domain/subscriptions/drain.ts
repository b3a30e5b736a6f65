import type { Plan } from '../../db/commit.ts'
import type { TenantWork } from '../kernel/context.ts'
import { subscriptions, type Subscription } from './record.ts'

export interface LeaseOptions {
  /** The current time. */
  clock(): Date
  /** When the lease expires; until then no other worker can acquire it. */
  endsAt: Date
  /** The longest that one batch may take, in milliseconds: no batch starts with less time left. */
  batchMilliseconds: number
  /** Queues a wake-up, so that another worker looks for work at that moment. */
  scheduleWake(at: Date): Promise<void>
}
/** Handles one batch and returns the change of the subscription; undefined when there was no work. */
export type BatchHandler = (subscription: Subscription, now: Date) => Promise<Partial<Subscription> | undefined>

/**
 * Drains a subscription. One worker holds its lease, so events stay in order. `busy`: another worker holds the lease and
 * reruns for this caller. `more`: the lease ends before all is done. After a crash the lease expires and the last batch is
 * redelivered.
 */
export async function drainSubscription(
  work: TenantWork,
  id: string,
  lease: LeaseOptions,
  handleBatch: BatchHandler,
): Promise<'done' | 'busy' | 'more'> {
  const worker = work.newId()
  for (let subscription = await acquireLease(work, id, worker, lease); subscription;) {
    const now = lease.clock()
    if (lease.endsAt.getTime() - now.getTime() < lease.batchMilliseconds) {
      await updateLease(work, id, worker, () => released)
      await lease.scheduleWake(now)
      return 'more'
    }
    const change = await handleBatch(subscription, now)
    subscription = await updateLease(
      work,
      id,
      worker,
      ({ called: rerunRequested }) => change ?? (rerunRequested ? { called: undefined } : released),
    )
    if (subscription && subscription.worker === undefined) return 'done'
  }
  return 'busy'
}

const released = { worker: undefined, worked_until: undefined }

/**
 * Acquires the lease, or asks its holder to rerun. The holder may have crashed, so the first caller that finds it also
 * schedules a wake-up for when the lease expires.
 */
async function acquireLease(
  { transact, table }: TenantWork,
  id: string,
  worker: string,
  lease: LeaseOptions,
): Promise<Subscription | undefined> {
  type Found = { subscription?: Subscription | undefined; acquired?: Subscription }
  for (;;) {
    const { subscription, acquired } = await transact(async (): Promise<Plan<Found>> => {
      const subscription = await table.find(subscriptions, { id })
      if (!subscription || (subscription.worked_until ?? '') > lease.clock().toISOString())
        return { writes: [], result: { subscription } }
      const mine = { worker, worked_until: lease.endsAt.toISOString(), awaited: undefined, called: undefined }
      const { write, record } = table.updateVersion(subscriptions, subscription, mine)
      return { writes: [write], result: { subscription, acquired: record } }
    })
    const {
      worker: holder,
      worked_until: leaseExpiresAt,
      awaited: wakeScheduledFor,
      called: rerunRequested,
    } = subscription ?? {}
    if (acquired || holder === undefined || leaseExpiresAt === undefined) return acquired
    if (wakeScheduledFor !== holder) await lease.scheduleWake(new Date(Date.parse(leaseExpiresAt) + 1000))
    else if (rerunRequested) return undefined
    // Undefined if the holder has released the lease since: then it has not seen the request to rerun.
    const requested = await updateLease({ transact, table }, id, holder, () => ({
      awaited: holder,
      called: true,
    }))
    if (requested) return undefined
  }
}

/** Writes to a subscription while `worker` holds its lease; undefined if it no longer does. */
const updateLease = (
  { transact, table }: Pick<TenantWork, 'transact' | 'table'>,
  id: string,
  worker: string,
  change: (subscription: Subscription) => Partial<Subscription>,
) =>
  transact(async () => {
    const subscription = await table.find(subscriptions, { id })
    if (subscription?.worker !== worker) return { writes: [], result: undefined }
    const { write, record } = table.updateVersion(subscriptions, subscription, change(subscription))
    return { writes: [write], result: record }
  })
