import * as z from 'zod'
import { factorLasts } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Plan } from '../../db/commit.ts'
import type { TenantContext } from '../../domain/kernel/context.ts'
import { Timestamp } from '../../domain/kernel/fields.ts'
import { sessions } from '../../domain/users/record.ts'
import { proveOwnFactor, type FactorProof } from './enrol.ts'
import { secondFactors } from './record.ts'

export const ProvenFactor = lazySchema(() =>
  z
    .object({
      proven_until: Timestamp.meta({
        description: 'Until then no other code is asked for in this session',
        examples: ['2026-11-29T09:20:00.000Z'],
      }),
    })
    .meta({ id: 'ProvenFactor' }),
)

/** Until when a factor counts that is proven now. */
export const provenUntil = (now: Date) => new Date(now.getTime() + factorLasts * 1000).toISOString()

/**
 * Proves the second factor again in a session, for what needs a recent one (RFC 9470). Throws conflict without a factor, and
 * bad_request for a wrong code.
 */
export async function stepUp(
  ctx: TenantContext,
  { code }: z.output<typeof FactorProof>,
): Promise<Plan<z.output<typeof ProvenFactor>>> {
  const { table, actor, now } = ctx
  const [{ factor, proof }, session] = await Promise.all([
    proveOwnFactor(ctx, code),
    table.get(sessions, { id: actor.session_id, user_id: actor.user_id }),
  ])
  return {
    writes: [
      table.updateVersion(secondFactors, factor, proof.change).write,
      table.updateVersion(sessions, session, { proven_at: now.toISOString() }).write,
      proof.release,
    ],
    result: { proven_until: provenUntil(now) },
  }
}
