import { pollUntil } from '../../db/contention.ts'
import type { Plan } from '../../db/commit.ts'
import { Refusal } from '../../core/errors.ts'
import type { TenantWork } from '../kernel/context.ts'
import { flights, type FlightRecord } from './record.ts'
import { syncs, type Outcome, type SyncRecord } from './sync-record.ts'

// Who asks the provider about a flight, and what becomes of those who want to know meanwhile.

/** So long an answer serves all who ask. */
const keptMilliseconds = 60_000
/** So long one attempt may take: the provider's 3 seconds, and what it takes to write down what it said. */
const attemptMilliseconds = 7000

interface SyncLease {
  flight: FlightRecord
  sync: SyncRecord
  lease: 'mine' | 'others' | 'answered'
}

/** Whose turn it is to ask the provider; where nobody asks and no fresh answer stands, the caller's. */
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
 * What somebody else's attempt comes to; undefined where the flight went meanwhile. Throws its refusal, or
 * gateway_timeout where it comes to nothing.
 */
export async function awaitOutcome(
  { table, now }: TenantWork,
  { flight_id, attempt, asks_until }: SyncRecord,
): Promise<Outcome | undefined> {
  const ended = await pollUntil(asks_until - now.getTime(), async () => {
    const sync = await table.find(syncs, { flight_id })
    return sync?.attempt === attempt && sync.ended !== attempt ? undefined : (sync ?? 'gone')
  })
  if (!ended)
    throw new Refusal(
      'gateway_timeout',
      'Another synchronisation of this flight has not come to an end; try again',
    )
  if (ended === 'gone') return undefined
  if (ended.failure) throw new Refusal(ended.failure.code, ended.failure.message, ended.failure.headers)
  return ended.last
}

/** Notes that an attempt came to nothing, so that those who wait for it know, and somebody else may try. */
export async function releaseSyncLease(
  { table }: TenantWork,
  { flight_id, attempt }: SyncRecord,
  { code, message, headers }: Refusal,
  at: number,
): Promise<Plan<void>> {
  const sync = await table.find(syncs, { flight_id })
  if (sync?.attempt !== attempt) return { writes: [], result: undefined }
  return {
    writes: [
      table.updateVersion(syncs, sync, { ended: attempt, failure: { at, code, message, headers } }).write,
    ],
    result: undefined,
  }
}
