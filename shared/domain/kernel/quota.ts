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

/** Rendering takes CPU time that one company could take from the others. Throws too_many_requests. */
export const countDocument = (ctx: TenantContext) =>
  expectQuota(
    ctx,
    { name: 'documents', quota: ctx.settings.documentsPerMinute, window: 60 },
    ctx.actor.tenant_id,
    'Too many labels, manifests and proofs in this minute; try again in a moment',
  )
