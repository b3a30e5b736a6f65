import { equals } from '../../db/conditions.ts'
import { heads } from '../events/head.ts'
import type { TenantWork } from '../kernel/context.ts'
import { subscriptions, type Subscription } from './record.ts'

/** The time of one worker. */
export interface Turn {
  /** The current time. */
  clock(): Date
  /** When the worker has to stop. */
  endsAt: Date
  /** The longest that one batch may take, in milliseconds: no batch starts with less time left. */
  batchMilliseconds: number
  /** Schedules a wake of the subscription; `connection`: its token expires then. */
  scheduleWake(due: string, connection?: string): Promise<void>
}
/**
 * Handles one batch. `change`: the change of the subscription. `completeTo`: there was no work, and events up to this
 * number were considered. Undefined: the work that is left waits for a scheduled wake-up.
 */
export type BatchHandler = (
  subscription: Subscription,
  now: Date,
) => Promise<{ change: Partial<Subscription> } | { completeTo: number } | undefined>

/**
 * Drains a subscription. Its queue is FIFO and each subscription a message group, so it has one worker at a time, and
 * events stay in order. `more`: the time is up, and the caller queues another message. A worker that crashed leaves its
 * message, and the last batch is delivered again. Throws an Error if the subscription changed meanwhile.
 */
export async function drainSubscription(
  work: TenantWork,
  id: string,
  { clock, endsAt, batchMilliseconds }: Turn,
  handleBatch: BatchHandler,
): Promise<'done' | 'more'> {
  for (let subscription = await work.table.find(subscriptions, { id }); subscription;) {
    const now = clock()
    if (endsAt.getTime() - now.getTime() < batchMilliseconds) return 'more'
    const handled = await handleBatch(subscription, now)
    if (!handled) break
    if ('change' in handled) subscription = await save(work, subscription, handled.change)
    else if (await becomeIdle(work, id, handled.completeTo)) break
  }
  return 'done'
}

/** A worker that outlived its message's visibility timeout stops here: another one has its work. */
function save({ table, transact }: TenantWork, known: Subscription, change: Partial<Subscription>) {
  let isRepeated = false
  return transact(async () => {
    const current = isRepeated ? await table.get(subscriptions, known) : known
    isRepeated = true
    if (current.version !== known.version) throw new Error(`Subscription ${known.id} has another worker`)
    const { write, record } = table.updateVersion(subscriptions, current, change)
    return { writes: [write], result: record }
  })
}

/** The next event wakes the subscription again. False if the feed has events after `number`. */
const becomeIdle = ({ table, transact }: TenantWork, id: string, number: number) =>
  transact(async () => {
    const head = await table.find(heads, {})
    if (!head?.busy?.has(id)) return { writes: [], result: true }
    if (head.number !== number) return { writes: [], result: false }
    const change = { take: { busy: new Set([id]) } }
    return {
      writes: [table.patchUnread(heads, {}, change, { when: equals('number', number) })],
      result: true,
    }
  })
