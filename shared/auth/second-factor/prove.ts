import * as z from 'zod'
import { forSeconds } from '../../core/errors.ts'
import { sealer } from '../../core/seal.ts'
import type { Limit } from '../../db/stores/limits.ts'
import { digest } from '../../db/keys.ts'
import type { Write } from '../../db/requests.ts'
import type { PublicContext, UserWork } from '../../domain/kernel/context.ts'
import { refused } from '../refusals.ts'
import { useCode, type UsedCode } from './codes.ts'
import { sealingContext, type SecondFactor } from './record.ts'

/** Guesses at the codes of a user: three of a million codes are valid, so five in 15 minutes are checked, from wherever they come. */
const guesses: Limit = { name: 'second-factor', quota: 5, window: 900 }

/** Of a code of the app, or a recovery code. */
export const FactorCode = z
  .string()
  .max(100)
  .meta({
    description: 'The six digits that the authenticator app shows, or a recovery code; each works once',
    examples: ['492 039'],
  })

type Ctx = Pick<PublicContext | UserWork, 'now' | 'limits' | 'secret' | 'requestId'>

/** The opened secret of a factor. */
export async function secretOf({ secret }: Pick<Ctx, 'secret'>, factor: SecondFactor): Promise<string> {
  const { open } = await secret('sealing', sealer)
  const opened = open(factor.secret, sealingContext(factor.user_id))
  if (opened === undefined) throw new Error(`the second factor of ${factor.user_id} was sealed by another key`)
  return opened
}

/**
 * Checks a code. The guess is reserved before, so that concurrent ones cannot exceed the limit: `release` is the write that releases
 * it, and `change` what using the code up changes of the factor. Undefined for a code that is wrong or was used. Throws
 * too_many_requests.
 */
export async function proveFactor(
  ctx: Ctx,
  factor: SecondFactor,
  code: string,
): Promise<(UsedCode & { release: Write }) | undefined> {
  const { limits, now, requestId } = ctx
  // A guess that is decided again after a concurrent write counts once; another code under the same Idempotency-Key is another guess.
  const hit = digest(JSON.stringify([requestId(), code])).slice(0, 12)
  const { allowed, resetsIn } = await limits.reserve(guesses, factor.user_id, now, hit)
  if (!allowed) throw forSeconds(refused.too_many_factor_codes(), resetsIn)
  const used = useCode(factor, await secretOf(ctx, factor), code, now)
  return used && { ...used, release: limits.release(guesses, factor.user_id, hit, now) }
}
