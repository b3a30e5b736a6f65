import * as z from 'zod'
import { digest } from '../../db/keys.ts'
import { outboxWrite } from '../../db/stores/outbox.ts'
import type { Plan } from '../../db/commit.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { email, type Message as MessageSchema } from '../../domain/kernel/fields.ts'
import { users } from '../../domain/users/record.ts'
import { badRequest } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { codeMaker, codes, codeSeconds, codeTries, isFresh, type Purpose } from './record.ts'
import { passwordHasher, Password, rejectWeakPassword } from '../passwords.ts'

const code = z.string().max(1000)
export const Mailbox = lazySchema(() =>
  z.object({ email }).meta({ id: 'Mailbox', examples: [{ email: 'owner@example.com' }] }),
)
/** A malformed code is a wrong code, not an invalid request. */
export const Verification = lazySchema(() =>
  z
    .object({ email, code })
    .meta({ id: 'Verification', examples: [{ email: 'owner@example.com', code: '123456' }] }),
)
export const PasswordReset = lazySchema(() =>
  z.object({ email, code, new_password: Password }).meta({
    id: 'PasswordReset',
    examples: [{ email: 'owner@example.com', code: '7K2M9QX4', new_password: 'another long pass phrase' }],
  }),
)
type Message = z.output<typeof MessageSchema>

const sent = 'If this address belongs to a user, a code is on its way; it works for 10 minutes'

/**
 * Sends a code. The work is the same for an unknown address: an outbox message is written, and the mailer looks up
 * the user. Within a minute of the last code, or after ten a day, nothing is sent and the response is the same.
 */
export async function sendCode(
  { limits, now, newId }: PublicContext,
  purpose: Purpose,
  { email }: z.output<typeof Mailbox>,
): Promise<Plan<Message>> {
  const of = JSON.stringify([purpose, email.toLowerCase()])
  const [again, today] = [
    { name: 'code-again', quota: 1, window: 60 },
    { name: 'code-day', quota: 10, window: 24 * 3600 },
  ]
  const soon = await limits.count(again, of, now)
  const allowed = soon.allowed && (await limits.count(today, of, now)).allowed
  const message = { id: newId(), occasion: purpose, to: email, posted_at: now.toISOString() }
  return { writes: allowed ? [outboxWrite(message)] : [], result: { message: sent } }
}

/** Marks an address as verified. Throws bad_request for an invalid code, whatever the reason. */
export async function verifyEmail(
  ctx: PublicContext,
  { email, code }: z.output<typeof Verification>,
): Promise<Plan<Message>> {
  const { used, table, user } = await useCode(ctx, 'verification', email, code)
  const { write } = table.updateVersion(users, user, { email_verified: true })
  return { writes: [used, write], result: { message: 'The e-mail address is verified' } }
}

/**
 * Sets a new password, and ends all sessions of the user. Throws bad_request for an invalid code, and
 * ValidationError for a password that is too easy to guess.
 */
export async function resetPassword(
  ctx: PublicContext,
  { email, code, new_password }: z.output<typeof PasswordReset>,
): Promise<Plan<Message>> {
  rejectWeakPassword(ctx.settings, email, new_password, 'new_password')
  const { used, table, user } = await useCode(ctx, 'reset', email, code)
  const { hash } = await ctx.secret('pepper', passwordHasher)
  const { write } = table.updateVersion(users, user, {
    password_hash: await hash(new_password),
    epoch: user.epoch + 1,
    // The code proves control of the mailbox. An account that existed without it may have been planted by someone
    // else.
    ...(!user.email_verified && { identities: undefined }),
    email_verified: true,
  })
  const message = 'The password is changed; sign in with it. All sessions have ended'
  return { writes: [used, write], result: { message } }
}

const notGood = () => badRequest('This code is not good: it is wrong, used, or expired')

/**
 * The user of a valid code, and the write that consumes it. A guess is counted before it is checked, so that
 * concurrent guesses cannot exceed the limit; unknown addresses take the same steps.
 */
async function useCode(ctx: PublicContext, purpose: Purpose, email: string, guess: string) {
  const found = await ctx.directory.find('email', email)
  const table = ctx.tenant(found?.grant ?? ctx.directory.found())
  const user_id = found?.ref ?? ctx.newId()
  const [user, code, maker] = await Promise.all([
    table.find(users, { id: user_id }),
    table.find(codes, { user_id, purpose }),
    ctx.secret('pepper', codeMaker),
  ])
  const limit = { name: 'code-try', quota: codeTries, window: codeSeconds }
  // A guess that is decided again after a concurrent write counts once.
  const hit = digest(ctx.requestId()).slice(0, 12)
  const of = code?.id ?? JSON.stringify([purpose, email])
  const { allowed } = await ctx.limits.reserve(limit, of, ctx.now, hit)
  const right = allowed && maker.isRight(code ?? { user_id, purpose, hash: '' }, guess)
  if (!right || !code || !isFresh(code, ctx.now) || !user?.is_active) throw notGood()
  const used = table.updateVersion(codes, code, { used_at: ctx.now.toISOString() }).write
  return { used, table, user }
}
