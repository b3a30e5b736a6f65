import type { Plan } from '../../db/commit.ts'
import { Refusal } from '../../core/errors.ts'
import type { TenantWork } from '../kernel/context.ts'
import { planFlightChange } from './moves.ts'
import { mergeReport, reportedFields } from './merge-report.ts'
import { flights, toFlightResponse } from './record.ts'
import type { FlightReport, FlightSource } from './report.ts'
import { releaseSyncLease, awaitOutcome, acquireSyncLease } from './sync-lease.ts'
import { syncs, toSyncResponse, type Outcome, type SyncRecord, type SyncResponse } from './sync-record.ts'

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
 * while another request runs one, that result is returned. Throws "Flight not found", and what the source throws.
 */
export async function syncFlight(
  ctx: TenantWork,
  id: string,
  source: FlightSource | undefined,
): Promise<SyncResponse> {
  const startedAt = performance.now()
  if (!source) return toSyncResponse(toFlightResponse(await ctx.table.get(flights, { id })), notSetUp)
  const { flight, sync, lease } = await ctx.transact(() => acquireSyncLease(ctx, id))
  if (lease !== 'mine') {
    const outcome = lease === 'answered' ? sync.last : await awaitOutcome(ctx, sync)
    // Read after the outcome: a flight read in parallel may be older than the outcome.
    return toSyncResponse(toFlightResponse(await ctx.table.get(flights, { id })), outcome ?? notSetUp, true)
  }
  try {
    const report = await source.report(flight)
    return await ctx.transact(() => writeDown(ctx, sync, source, report))
  } catch (error) {
    const at = Math.ceil(ctx.now.getTime() + performance.now() - startedAt)
    if (error instanceof Refusal) await ctx.transact(() => releaseSyncLease(ctx, sync, error, at))
    throw error
  }
}

/** Merges a report into the flight as it is now, with all effects, in one transaction. */
async function writeDown(
  ctx: TenantWork,
  { flight_id, attempt }: SyncRecord,
  source: FlightSource,
  report: FlightReport | undefined,
): Promise<Plan<SyncResponse>> {
  const { table, now } = ctx
  const moment = now.toISOString()
  const [flight, sync] = await Promise.all([
    table.get(flights, { id: flight_id }),
    table.get(syncs, { flight_id }),
  ])
  const { change, remarks } = report
    ? mergeReport(flight, report, source, now)
    : { change: {}, remarks: [`${source.name} does not know this flight`] }
  const differs = reportedFields.some((field) => change[field] !== undefined && change[field] !== flight[field])
  const planned = differs ? await planFlightChange(ctx, flight, change) : { writes: [], record: flight }
  const changes = reportedFields
    .filter((field) => planned.record[field] !== flight[field])
    .map((field) => ({ field, old: flight[field] ?? null, new: planned.record[field] ?? null }))
  const summary = changes.length > 0 ? `New: ${changes.map(({ field }) => field).join(', ')}` : 'Nothing new'
  const last: Outcome = {
    synced: report !== undefined,
    provider: source.name,
    provider_status: report?.provider_status ?? null,
    changes,
    synced_at: report ? moment : null,
    message: [...(report ? [summary] : []), ...remarks].join('. '),
  }
  const update = table.updateVersion(syncs, sync, {
    last,
    answered_at: moment,
    ended: attempt,
    failure: undefined,
    ...(report && { known: { by: source.name, at: moment } }),
  })
  return {
    writes: [...planned.writes, update.write],
    result: toSyncResponse(toFlightResponse(planned.record), last),
  }
}
