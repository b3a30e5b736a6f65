import { pollUntil } from '../../db/contention.ts'
import type { Plan } from '../../db/commit.ts'
import { Refusal } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { TenantWork } from '../kernel/context.ts'
import { flights, type FlightRecord } from './record.ts'
import { syncs, type Outcome, type SyncRecord } from './sync-record.ts'

// Who calls the provider for a flight, and what concurrent requests get.

/** How long a result is returned without a new call. */
const keptMilliseconds = 60_000
/** How long one attempt may take: the provider's 3 seconds, and the write of the result. */
const attemptMilliseconds = 7000

interface SyncLease {
  flight: FlightRecord
  sync: SyncRecord
  lease: 'mine' | 'others' | 'answered'
}

/**
 * Who holds the lease to call the provider. The caller acquires it if no other request holds it and no fresh
 * result exists.
 */
export async function acquireSyncLease(
  { table, now, newId }: TenantWork,
  id: string,
): Promise<Plan<SyncLease>> {
  const [flight, sync] = await Promise.all([table.get(flights, { id }), table.find(syncs, { flight_id: id })])
  if (sync?.last && Date.parse(sync.answered_at ?? '') + keptMilliseconds > now.getTime())
    return { writes: [], result: { flight, sync, lease: 'answered' } }
  if (sync && (isUnderWay(sync, now) || (sync.failure?.at ?? 0) > now.getTime()))
    return { writes: [], result: { flight, sync, lease: 'others' } }
  const mine = { attempt: newId(), asks_until: now.getTime() + attemptMilliseconds }
  if (sync) {
    const { write, record } = table.updateVersion(syncs, sync, mine)
    return { writes: [write], result: { flight, sync: record, lease: 'mine' } }
  }
  const record = { flight_id: flight.id, ...mine, version: 1 }
  return { writes: [table.create(syncs, record)], result: { flight, sync: record, lease: 'mine' } }
}

const isUnderWay = ({ attempt, ended, asks_until }: SyncRecord, now: Date) =>
  ended !== attempt && asks_until > now.getTime()

/**
 * Waits for the outcome of another request's attempt; undefined if the flight was deleted meanwhile. Throws its
 * error, or gateway_timeout if there is no outcome.
 */
export async function awaitOutcome(
  { table, now }: TenantWork,
  { flight_id, attempt, asks_until }: SyncRecord,
): Promise<Outcome | undefined> {
  const ended = await pollUntil(asks_until - now.getTime(), async () => {
    const sync = await table.find(syncs, { flight_id })
    return sync?.attempt === attempt && sync.ended !== attempt ? undefined : (sync ?? 'gone')
  })
  if (!ended) throw refused.flight_sync_unfinished()
  if (ended === 'gone') return undefined
  if (ended.failure) throw new Refusal(ended.failure)
  return ended.last
}

/** Records that an attempt failed, so that waiting requests learn of it and another may start. */
export async function releaseSyncLease(
  { table }: TenantWork,
  { flight_id, attempt }: SyncRecord,
  { code, reason, message, params, headers }: Refusal,
  at: number,
): Promise<Plan<void>> {
  const sync = await table.find(syncs, { flight_id })
  if (sync?.attempt !== attempt) return { writes: [], result: undefined }
  return {
    writes: [
      table.updateVersion(syncs, sync, {
        ended: attempt,
        failure: { at, code, reason, message, params, headers },
      }).write,
    ],
    result: undefined,
  }
}
