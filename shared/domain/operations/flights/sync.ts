import type { Plan } from '../../../db/commit.ts'
import { Refusal, tooManyRequests } from '../../../core/errors.ts'
import type { TenantWork } from '../../kernel/context.ts'
import { planFlightChange } from './moves.ts'
import { mergeReport, reportedFields } from '../../flights/merge-report.ts'
import { flights, toFlightResponse, type FlightRecord } from '../../flights/record.ts'
import type { FlightProvider, FlightProviderOf, FlightReport } from '../../flights/report.ts'
import { releaseSyncLease, awaitOutcome, acquireSyncLease } from '../../flights/sync-lease.ts'
import {
  syncs,
  toSyncResponse,
  type Outcome,
  type SyncRecord,
  type SyncResponse,
} from '../../flights/sync-record.ts'

const notSetUp: Outcome = {
  synced: false,
  provider: null,
  provider_status: null,
  changes: [],
  synced_at: null,
  message: 'No flight-data provider is set up; the flight is as it was entered by hand',
}

/**
 * Synchronises a flight with the provider, if one is configured. Within a minute of the last synchronisation, and
 * while another request runs one, that result is returned. Throws "Flight not found", too_many_requests when the
 * hourly quota is used up, and bad_gateway or gateway_timeout if the provider fails.
 */
export async function syncFlight(
  ctx: TenantWork,
  id: string,
  providerOf: FlightProviderOf,
): Promise<SyncResponse> {
  const startedAt = performance.now()
  const provider = await ctx.secret('flightdata', providerOf)
  if (!provider) return toSyncResponse(toFlightResponse(await ctx.table.get(flights, { id })), notSetUp)
  const { flight, sync, lease } = await ctx.transact(() => acquireSyncLease(ctx, id))
  if (lease !== 'mine') {
    const outcome = lease === 'answered' ? sync.last : await awaitOutcome(ctx, sync)
    // Read after the outcome: a flight read in parallel may be older than the outcome.
    return toSyncResponse(toFlightResponse(await ctx.table.get(flights, { id })), outcome ?? notSetUp, true)
  }
  try {
    const report = await ask(ctx, provider, flight)
    return await ctx.transact(() => writeDown(ctx, sync, provider, report))
  } catch (error) {
    const at = Math.ceil(ctx.now.getTime() + performance.now() - startedAt)
    if (error instanceof Refusal) await ctx.transact(() => releaseSyncLease(ctx, sync, error, at))
    throw error
  }
}

async function ask({ limits, settings, now }: TenantWork, provider: FlightProvider, flight: FlightRecord) {
  const limit = { name: 'flightdata', quota: settings.flightCallsPerHour, window: 3600 }
  const { allowed, resetsIn } = await limits.count(limit, settings.flightDataUrl, now)
  if (allowed) return provider.report(flight)
  throw tooManyRequests('The calls to the flight-data provider of this hour are used up', resetsIn)
}

/** Merges a report into the flight as it is now, with all effects, in one transaction. */
async function writeDown(
  ctx: TenantWork,
  { flight_id, attempt }: SyncRecord,
  provider: FlightProvider,
  report: FlightReport | undefined,
): Promise<Plan<SyncResponse>> {
  const { table, now } = ctx
  const moment = now.toISOString()
  const [flight, sync] = await Promise.all([
    table.get(flights, { id: flight_id }),
    table.get(syncs, { flight_id }),
  ])
  const { change, remarks } = report
    ? mergeReport(flight, report, provider, now)
    : { change: {}, remarks: [`${provider.name} does not know this flight`] }
  const differs = reportedFields.some((field) => change[field] !== undefined && change[field] !== flight[field])
  const planned = differs ? await planFlightChange(ctx, flight, change) : { writes: [], record: flight }
  const changes = reportedFields
    .filter((field) => planned.record[field] !== flight[field])
    .map((field) => ({ field, old: flight[field] ?? null, new: planned.record[field] ?? null }))
  const summary = changes.length > 0 ? `New: ${changes.map(({ field }) => field).join(', ')}` : 'Nothing new'
  const last: Outcome = {
    synced: report !== undefined,
    provider: provider.name,
    provider_status: report?.provider_status ?? null,
    changes,
    synced_at: report ? moment : null,
    message: [...(report ? [summary] : []), ...remarks].join('. '),
  }
  const update = table.updateVersion(syncs, sync, {
    ...{ last, answered_at: moment, ended: attempt, failure: undefined },
    ...(report && { known: { by: provider.name, at: moment } }),
  })
  return {
    writes: [...planned.writes, update.write],
    result: toSyncResponse(toFlightResponse(planned.record), last),
  }
}
