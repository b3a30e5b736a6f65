import { digest } from '../../db/keys.ts'
import type { Limit } from '../../db/stores/limits.ts'
import { forSeconds, type Refusal } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from './context.ts'

/**
 * Counts a request against a quota, once however often it is decided; as `units` if it costs as much as so many. Throws
 * `refusal`, with the seconds after which to try again.
 */
export async function expectQuota(
  { limits, now, requestId }: Pick<TenantContext, 'limits' | 'now' | 'requestId'>,
  limit: Limit,
  of: string,
  refusal: Refusal,
  units = 1,
): Promise<void> {
  const hit = digest(requestId()).slice(0, 12)
  // A request that costs more than the quota is possible once in a window.
  const more = Array.from({ length: Math.min(units, limit.quota) - 1 }, (_, n) => `${hit}${n}`)
  const { allowed, resetsIn } = await limits.reserve(limit, of, now, hit, more)
  if (!allowed) throw forSeconds(refusal, resetsIn)
}

/**
 * Rendering takes CPU time that one company could take from the others. A label is a unit, and so are 10 rows of a
 * document: their text is bounded (shared/labels/fonts.ts). Throws too_many_requests.
 */
export const countDocument = (ctx: TenantContext, rows = 0) =>
  expectQuota(
    ctx,
    { name: 'documents', quota: ctx.settings.documentsPerMinute, window: 60 },
    ctx.actor.tenant_id,
    refused.too_many_documents(),
    1 + Math.ceil(rows / 10),
  )
