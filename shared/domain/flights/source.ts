import { forSeconds } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { TenantWork } from '../kernel/context.ts'
import type { FlightProviderOf, FlightSource } from './report.ts'

/**
 * A lookup at the flight-data provider within the hourly quota; undefined if no provider is configured. Its reports throw
 * too_many_requests when the quota is used up.
 */
export async function flightSource(
  { secret, limits, settings, now }: Pick<TenantWork, 'secret' | 'limits' | 'settings' | 'now'>,
  providerOf: FlightProviderOf,
): Promise<FlightSource | undefined> {
  const provider = await secret('flightdata', providerOf)
  if (!provider) return undefined
  const limit = { name: 'flightdata', quota: settings.flightCallsPerHour, window: 3600 }
  const report = provider.lookup(async () => {
    const { allowed, resetsIn } = await limits.count(limit, settings.flightDataUrl, now)
    if (!allowed) throw forSeconds(refused.flight_calls_used_up(), resetsIn)
  })
  return { name: provider.name, statusOf: provider.statusOf, report }
}
