import type { SQSEvent } from 'aws-lambda'
import { forEachParallel } from '../../shared/core/batches.ts'
import { Refusal } from '../../shared/core/errors.ts'
import type { Grant } from '../../shared/db/grant.ts'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { nextPollAt, shouldPoll } from '../../shared/domain/flights/polling.ts'
import { flights, type FlightRecord } from '../../shared/domain/flights/record.ts'
import { syncs } from '../../shared/domain/flights/sync-record.ts'
import { WatchedGroup } from '../../shared/domain/flights/watch-messages.ts'
import { flightSource } from '../../shared/domain/flights/source.ts'
import { syncFlight } from '../../shared/domain/flights/sync.ts'
import { flightDataProvider } from '../../shared/flight-data/index.ts'
import { job } from '../../shared/runtime/job.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'

export const secrets: readonly SecretName[] = ['flightdata']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
  agenda: ['DeleteItem'],
  limits: ['UpdateItem'],
}

/** Assets that the bundle needs. */
export const files = [placesFile]

/** The number of flights in parallel. */
const concurrency = 8
/** The longest synchronisation, in milliseconds. */
const enough = 10_000

/**
 * Synchronises the flights of a group if one of them is due. The queue is FIFO, so a group is in one invocation at a time,
 * and the provider is asked once for all its flights. What there is no time for waits for the next run.
 */
export const handler = job(async (given, { Records }: SQSEvent, context): Promise<void> => {
  for (const { body } of Records)
    await syncGroup(given, WatchedGroup.parse(JSON.parse(body)), () => context.getRemainingTimeInMillis())
})

export async function syncGroup(
  given: Runtime,
  { group, flights: watched }: WatchedGroup,
  timeLeft: () => number,
) {
  const now = given.clock()
  const count = { synced: 0, unknown: 0, changed: 0, failed: 0 }
  const source = await flightSource({ ...given, now }, flightDataProvider)
  if (!source) return count
  const expecting = await flightsWithEvent(given, watched, now)
  const due = expecting.find(({ isDue }) => isDue)
  if (!due) return count
  try {
    // Before the flights are locked for it: the other reports need no further call, so they cannot fail by it.
    await source.report(due.flight)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    given.log.warn('flightgroup', { group, reason: error.message })
    return { ...count, failed: expecting.length }
  }
  await forEachParallel(expecting, concurrency, async ({ grant, flight }) => {
    if (timeLeft() < enough) return
    try {
      const { synced, changes, cached } = await syncFlight(
        tenantJobContext(given, grant, now),
        flight.id,
        source,
      )
      count[synced ? 'synced' : 'unknown']++
      if (!cached && changes.length > 0) count.changed++
    } catch (error) {
      count.failed++
      given.log.warn('flight', {
        tenant_id: grant.tenantId,
        flight_id: flight.id,
        ...(error instanceof Refusal ? { reason: error.message } : { error }),
      })
    }
  })
  given.log.info('flightgroup', { group, ...count })
  return count
}

/** The flights that still depart or arrive, and whether the provider should be asked about them now. */
async function flightsWithEvent(given: Runtime, watched: WatchedGroup['flights'], now: Date) {
  const found: { grant: Grant; flight: FlightRecord; isDue: boolean }[] = []
  await forEachParallel(watched, concurrency, async ({ tenant_id, flight_id }) => {
    const grant = grantOf({ tenant_id })
    const table = given.tenant(grant)
    const [flight, sync] = await Promise.all([
      table.find(flights, { id: flight_id }),
      table.find(syncs, { flight_id }),
    ])
    const moment = flight && nextPollAt(flight, now)
    if (!flight || moment === undefined) return
    found.push({ grant, flight, isDue: shouldPoll(sync, moment, now, given.settings.flightSyncMinutes) })
  })
  return found
}
