import { tooManyRequests } from '../../core/errors.ts'
import { companyQuotas } from '../../db/stores/quotas.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Counts a request of a company before anything else is done for it. Throws too_many_requests. Responses within the quota
 * have no RateLimit headers: an instance does not know what others have used.
 */
export async function admitCompany(runtime: Runtime, tenantId: string, now: Date): Promise<void> {
  const { store, log, settings } = runtime
  const { companyRate: rate, companyBurst: burst } = settings
  // Not made by the runtime, so that functions without a token have no code for it in their bundle.
  runtime.quotas ??= companyQuotas(store, { rate, burst }, log)
  const retryAfter = await runtime.quotas.admit(tenantId, now)
  if (retryAfter === 0) return
  const policy = { 'RateLimit-Policy': `"quota";q=${burst};w=${Math.ceil(burst / rate)}` }
  throw tooManyRequests('Too many requests; try again later', retryAfter, policy)
}
