import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Plan } from '../../db/commit.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import type { SignedIn } from '../accounts.ts'
import { newDeviceLetter } from '../new-device.ts'
import { refused } from '../refusals.ts'
import { openSession } from '../sessions.ts'
import { FactorCode, proveFactor } from './prove.ts'
import { secondFactors } from './record.ts'
import { signInOf } from './ticket.ts'

export const FactorSignIn = lazySchema(() =>
  z
    .object({
      ticket: z
        .string()
        .max(2000)
        .meta({
          description:
            'The `ticket` in the params of the 401 with the code `second_factor_required`; it is valid for 5 minutes',
          examples: ['1.mk3x…'],
        }),
      code: FactorCode,
    })
    .meta({ id: 'FactorSignIn', examples: [{ ticket: '1.mk3x…', code: '492 039' }] }),
)

/**
 * Ends a sign-in with the code of the second factor. Throws unauthenticated for a ticket that is not valid any more, and for a wrong
 * code.
 */
export async function signInWithFactor(
  ctx: PublicContext,
  { ticket: text, code }: z.output<typeof FactorSignIn>,
): Promise<Plan<SignedIn>> {
  const { ticket, table, user, factor } = await signInOf(ctx, 'code', text)
  if (!factor) throw refused.sign_in_expired()
  const proof = await proveFactor(ctx, factor, code)
  if (!proof) return { writes: [], refusal: refused.second_factor_wrong(), audit: { table, user_id: user.id } }
  const { device_name } = ticket
  const amr = [...ticket.methods, ...proof.methods]
  const { write, tokens } = await openSession(ctx, table, user, { device_name, amr })
  return {
    writes: [
      write,
      table.updateVersion(secondFactors, factor, proof.change).write,
      proof.release,
      ...(await newDeviceLetter(ctx, table, user, device_name)),
    ],
    result: { ...tokens, user },
  }
}
