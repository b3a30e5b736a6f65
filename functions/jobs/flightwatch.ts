import type { Context } from 'aws-lambda'
import { forEachParallel } from '../../shared/core/batches.ts'
import type { Grant } from '../../shared/db/grant.ts'
import { agenda } from '../../shared/db/stores/agenda.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { flights } from '../../shared/domain/flights/record.ts'
import { syncFlight } from '../../shared/domain/operations/flights/sync.ts'
import { syncs } from '../../shared/domain/flights/sync-record.ts'
import { nextPollAt, flightsToPoll, shouldPoll } from '../../shared/domain/flights/polling.ts'
import { Refusal } from '../../shared/core/errors.ts'
import { flightDataProvider } from '../../shared/flight-data/index.ts'
import { runtime, type Runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = ['flightdata']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
  agenda: ['Query'],
  limits: ['UpdateItem'],
}

/** Synchronises flights of all tenants that depart or arrive about now. Runs on a schedule. */
export const handler = (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  watchFlights(runtime(), () => context.getRemainingTimeInMillis())

interface Due {
  grant: Grant
  id: string
  moment: number
}

/** The number of flights in parallel. */
const side = 4
/** The longest synchronisation, in milliseconds. */
const enough = 10_000
/** After so many failures the provider is considered down; the next run tries again. */
const maxFailures = 5

/** Synchronises due flights, the most urgent first, as long as the time and the hourly quota last. */
export async function watchFlights(given: Runtime, timeLeft: () => number) {
  const now = given.clock()
  const count = { due: 0, synced: 0, unknown: 0, changed: 0, failed: 0 }
  if (!(await given.secret('flightdata', flightDataProvider))) return count
  const due = await dueFlights(given, now)
  count.due = due.length
  let stopped = false
  await forEachParallel(due, side, async ({ grant, id }) => {
    if (stopped || timeLeft() < enough) return
    try {
      const { synced, changes, cached } = await syncFlight(
        tenantJobContext(given, grant, now),
        id,
        flightDataProvider,
      )
      count[synced ? 'synced' : 'unknown']++
      if (!cached && changes.length > 0) count.changed++
    } catch (error) {
      count.failed++
      const expected = error instanceof Refusal
      stopped ||= count.failed >= maxFailures || (expected && error.code === 'too_many_requests')
      const ids = { tenant_id: grant.tenantId, flight_id: id }
      given.log.warn('flight', {
        ...ids,
        ...(expected ? { reason: error.message } : { error }),
      })
    }
  })
  given.log.info('flights', count)
  return count
}

/** The flights of all tenants that should be polled, the nearest to their expected event first. */
async function dueFlights(given: Runtime, now: Date): Promise<Due[]> {
  const at = (offset: number) => new Date(now.getTime() + offset).toISOString()
  const entries = new Map<string, Grant>()
  for await (const { grant, ref } of agenda(given.store, at(-flightsToPoll.before), at(flightsToPoll.ahead)))
    entries.set(ref, grant)
  const due: Due[] = []
  await forEachParallel([...entries], side, async ([id, grant]) => {
    const table = given.tenant(grant)
    const [flight, sync] = await Promise.all([
      table.find(flights, { id }),
      table.find(syncs, { flight_id: id }),
    ])
    const moment = flight && nextPollAt(flight, now)
    if (moment !== undefined && shouldPoll(sync, moment, now, given.settings.flightSyncMinutes))
      due.push({ grant, id, moment })
  })
  return due.sort((a, b) => Math.abs(a.moment - now.getTime()) - Math.abs(b.moment - now.getTime()))
}
