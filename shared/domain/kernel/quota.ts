import { digest } from '../../db/keys.ts'
import type { Limit } from '../../db/stores/limits.ts'
import { tooManyRequests } from '../../core/errors.ts'
import type { TenantContext } from './context.ts'

/** Counts a request against a quota, once however often it is decided. Throws too_many_requests with `message`. */
export async function expectQuota(
  { limits, now, requestId }: Pick<TenantContext, 'limits' | 'now' | 'requestId'>,
  limit: Limit,
  of: string,
  message: string,
): Promise<void> {
  const { allowed, resetsIn } = await limits.reserve(limit, of, now, digest(requestId()).slice(0, 12))
  if (!allowed) throw tooManyRequests(message, resetsIn)
}
