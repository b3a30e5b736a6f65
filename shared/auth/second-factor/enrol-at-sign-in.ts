import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Plan } from '../../db/commit.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { accountLetters } from '../../domain/users/account-letters.ts'
import { refused as ofUsers } from '../../domain/users/refusals.ts'
import { users } from '../../domain/users/record.ts'
import { SignedIn } from '../accounts.ts'
import { newDeviceLetter } from '../new-device.ts'
import { refused } from '../refusals.ts'
import { openSession } from '../sessions.ts'
import { begunFactor, freshRecovery, RecoveryCodes, type Enrolment } from './enrol.ts'
import { FactorCode, proveFactor } from './prove.ts'
import { secondFactors } from './record.ts'
import { signInOf } from './ticket.ts'

const ticketField = () =>
  z
    .string()
    .max(2000)
    .meta({
      description:
        'The `ticket` in the params of the 401 with the code `second_factor_missing`; it is valid for 15 minutes',
      examples: ['1.mk3x…'],
    })
export const EnrolmentTicket = lazySchema(() =>
  z.object({ ticket: ticketField() }).meta({ id: 'EnrolmentTicket', examples: [{ ticket: '1.mk3x…' }] }),
)
export const EnrollingSignIn = lazySchema(() =>
  z
    .object({ ticket: ticketField(), code: FactorCode })
    .meta({ id: 'EnrollingSignIn', examples: [{ ticket: '1.mk3x…', code: '492 039' }] }),
)
export const EnrolledSignIn = lazySchema(() =>
  SignedIn.unwrap().extend(RecoveryCodes.unwrap().shape).meta({ id: 'EnrolledSignIn' }),
)

/**
 * Begins the enrolment of an app in a sign-in that may not end without one. Throws unauthenticated for a ticket that is not valid any
 * more, and email_not_verified, since anyone can register another's address.
 */
export async function beginRequiredEnrolment(
  ctx: PublicContext,
  { ticket: text }: z.output<typeof EnrolmentTicket>,
): Promise<Plan<z.output<typeof Enrolment>>> {
  const { table, user, factor } = await signInOf(ctx, 'enrolment', text)
  if (!user.email_verified) throw ofUsers.own_email_not_verified()
  return { ...(await begunFactor(ctx, table, user, factor)), audit: { table, user_id: user.id } }
}

/**
 * Confirms the app by a code of it, which ends the sign-in: other sessions end, since they were opened without. Throws unauthenticated
 * for a ticket that is not valid any more, and for a wrong code, and conflict if no enrolment was begun.
 */
export async function enrolAndSignIn(
  ctx: PublicContext,
  { ticket: text, code }: z.output<typeof EnrollingSignIn>,
): Promise<Plan<z.output<typeof EnrolledSignIn>>> {
  const { ticket, table, user, factor } = await signInOf(ctx, 'enrolment', text)
  if (!factor) throw refused.second_factor_not_begun()
  const proof = await proveFactor(ctx, factor, code)
  if (!proof) return { writes: [], refusal: refused.second_factor_wrong(), audit: { table, user_id: user.id } }
  const { device_name } = ticket
  const fresh = freshRecovery()
  const { write, record } = table.updateVersion(users, user, {
    second_factor_since: ctx.now.toISOString(),
    epoch: user.epoch + 1,
  })
  const amr = [...ticket.methods, ...proof.methods]
  const session = await openSession(ctx, table, record, { device_name, amr })
  return {
    writes: [
      session.write,
      write,
      table.updateVersion(secondFactors, factor, { ...proof.change, ...fresh.change }).write,
      proof.release,
      ...accountLetters(ctx, 'second_factor_added', [record]),
      ...(await newDeviceLetter(ctx, table, record, device_name)),
    ],
    result: { ...session.tokens, user: record, recovery_codes: fresh.recovery_codes },
  }
}
