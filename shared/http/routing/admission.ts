import { QuotaExceeded } from '../../core/errors.ts'
import { companyQuotas, type CompanyQuotas } from '../../db/stores/quotas.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { limitHeaders } from '../headers.ts'

/** The message of the log line for refusals, at most one a second, company and instance (lib/stacks/monitoring). */
export const companyThrottled = 'company throttled'

/** Not part of the runtime, so that functions without a token have no code for it in their bundle. */
const quotasOf = new WeakMap<Runtime, CompanyQuotas>()

/**
 * Counts a request of a company before anything else is done for it. Throws QuotaExceeded. Responses within the quota
 * have no RateLimit headers: an instance does not know what others have used.
 */
export async function admitCompany(runtime: Runtime, tenantId: string, now: Date): Promise<void> {
  const { companyRate: rate, companyBurst: burst } = runtime.settings
  const { store, log } = runtime
  const quotas =
    quotasOf.get(runtime) ??
    companyQuotas(store, { rate, burst }, (error) => log.warn('company quota not charged', { error }))
  quotasOf.set(runtime, quotas)
  const { retryAfter, refused } = await quotas.admit(tenantId, now)
  if (refused !== undefined) log.warn(companyThrottled, { tenant_id: tenantId, refused })
  if (retryAfter === undefined) return
  const policy = { quota: burst, window: Math.ceil(burst / rate) }
  throw new QuotaExceeded(
    retryAfter,
    limitHeaders('company', policy, { remaining: 0, resetsIn: Math.min(retryAfter, policy.window) }),
  )
}
