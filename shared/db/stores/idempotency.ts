import * as z from 'zod'
import { ValidationError, type ValidationIssue } from '../../core/errors.ts'
import { idempotencyHours } from '../../core/idempotency.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import type { Sealer } from '../../core/seal.ts'
import { digest } from '../keys.ts'
import type { Plan } from '../commit.ts'
import { entity, epochSeconds } from '../entity.ts'
import type { TenantTable } from '../table.ts'

const KeptAnswer = lazySchema(() =>
  z.object({ id: z.string(), request: z.string(), answer: z.string(), expires_at: z.int() }),
)
export const keptAnswers = entity({
  noun: 'Answer',
  schema: KeptAnswer,
  ref: pick(KeptAnswer, 'id'),
  fields: {
    internal: ['answer'],
    plain: ['id', 'request', 'expires_at'],
  },
  key: ({ id }) => ({ pk: `IDEM#${id}`, sk: 'IDEM' }),
  expires: ({ expires_at }) => expires_at,
})

/** A request that may be repeated: its user, route, key and body. */
export interface IdempotentRequest {
  user: string
  route: string
  key: string
  body: unknown
  /** Where the request has its key, for errors; by default the header. */
  loc?: ValidationIssue['loc']
  /** How long the response is kept, in seconds; by default `idempotencyHours`. */
  keptSeconds?: number
}

/**
 * Makes a decision take effect once per Idempotency-Key, as in the draft standard "The Idempotency-Key HTTP Header
 * Field": the response is written, sealed, in the same transaction. A repetition, including a concurrent one, gets the
 * first response and no second effect while that is kept. Throws ValidationError for the same key with another body.
 */
export function withIdempotency<A extends object>(
  { table, sealer, now }: { table: TenantTable; sealer: Sealer; now: Date },
  {
    user,
    route,
    key,
    body,
    loc = ['header', 'Idempotency-Key'],
    keptSeconds = idempotencyHours * 3600,
  }: IdempotentRequest,
  decide: () => Promise<Plan<A>>,
): () => Promise<Plan<A & { replayed?: true }>> {
  const id = digest(user, route, key)
  const request = digest(JSON.stringify(body ?? null))
  const replay = async (): Promise<Plan<A & { replayed: true }> | undefined> => {
    const kept = await table.find(keptAnswers, { id })
    if (!kept || kept.expires_at <= epochSeconds(now)) return undefined
    const answer = kept.request === request && sealer.open(kept.answer, id)
    if (answer) return { writes: [], result: { ...(JSON.parse(answer) as A), replayed: true } }
    throw new ValidationError({
      loc,
      msg: 'This key was used with another body; take a new key for a new request',
      type: 'value_error',
    })
  }
  return async () => {
    // Deciding only reads, so it runs in parallel with the lookup of an earlier response, which takes precedence.
    const [replayed, decision] = await Promise.allSettled([replay(), decide()])
    if (replayed.status === 'rejected') throw replayed.reason
    if (replayed.value) return replayed.value
    if (decision.status === 'rejected') {
      // The refusal may come from its own repetition, which was committed after that look-up.
      const since = await replay()
      if (since) return since
      throw decision.reason
    }
    if ('refusal' in decision.value) return decision.value
    const { writes, result, reread } = decision.value
    const record = {
      id,
      request,
      answer: sealer.seal(JSON.stringify(result), id),
      expires_at: epochSeconds(now) + keptSeconds,
    }
    return { writes: [...writes, table.renew(keptAnswers, record, now)], result, ...(reread && { reread }) }
  }
}
