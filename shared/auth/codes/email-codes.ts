import * as z from 'zod'
import { commonTexts } from '../../domain/kernel/field-texts.ts'
import { outboxWrite } from '../../db/stores/outbox.ts'
import type { Plan } from '../../db/commit.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { email, optional, type Message as MessageSchema } from '../../domain/kernel/fields.ts'
import { sessions, tenants, users, type UserRecord } from '../../domain/users/record.ts'
import { accountLetters } from '../../domain/users/account-letters.ts'
import { isOpen } from '../../domain/users/sessions.ts'
import type { TenantTable } from '../../db/table.ts'
import { refused } from '../refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { bearerToken } from '../authorization.ts'
import { verifierOf } from '../tokens.ts'
import { countGuess, maySend } from './limits.ts'
import { codeMaker, codes, isFresh, type Purpose } from './record.ts'
import { passwordHasher, Password } from '../passwords.ts'
import { rejectBreachedPassword } from '../breached-passwords.ts'
import { rejectWeakPassword } from '../weak-passwords.ts'

/** Descriptions of fields that several schemas share. */
const codeTexts = {
  code: {
    description: 'The code from the e-mail. Case, spaces and hyphens do not matter',
    examples: ['K7M2-9QXT'],
  },
}

const code = z.string().max(1000)
export const Mailbox = lazySchema(() =>
  z
    .object({ email: email.meta(commonTexts.email) })
    .meta({ id: 'Mailbox', examples: [{ email: 'owner@example.com' }] }),
)
/** A malformed code is a wrong code, not an invalid request. */
export const Verification = lazySchema(() =>
  z
    .object({
      email: email.meta(commonTexts.email),
      code: code.meta(codeTexts.code),
      password: optional(z.string().max(1000)).meta({
        description:
          'The password of the account, unless the request has its access token. Without either, the account’s password and sessions end, since another person may have registered the address',
        examples: ['a long pass phrase'],
      }),
    })
    .meta({ id: 'Verification', examples: [{ email: 'owner@example.com', code: '7K2M9QX4' }] }),
)
export const PasswordReset = lazySchema(() =>
  z
    .object({
      email: email.meta(commonTexts.email),
      code: code.meta(codeTexts.code),
      new_password: Password.meta({
        description: 'At least 8 characters and at most 256 bytes in UTF-8; not a common one',
        examples: ['another long pass phrase'],
      }),
    })
    .meta({
      id: 'PasswordReset',
      examples: [{ email: 'owner@example.com', code: '7K2M9QX4', new_password: 'another long pass phrase' }],
    }),
)
type Message = z.output<typeof MessageSchema>

const sent = 'If this address belongs to a user, a code is on its way; it works for 10 minutes'

/**
 * Sends a code. The work is the same for an unknown address: an outbox message is written, and the mailer looks up
 * the user. Beyond the limits nothing is sent, and the response is the same.
 */
export async function sendCode(
  ctx: PublicContext,
  purpose: Purpose,
  { email }: z.output<typeof Mailbox>,
): Promise<Plan<Message>> {
  const { now, newId } = ctx
  const allowed = await maySend(ctx, purpose, email.toLowerCase())
  const message = { id: newId(), occasion: purpose, to: email, posted_at: now.toISOString() }
  return { writes: allowed ? [outboxWrite(message)] : [], result: { message: sent } }
}

/**
 * Marks an address as verified. Its account may have been registered by another person who knew the address, so
 * without a proof that the account is the caller's own (its password, or a session), its password and sessions end.
 * Throws bad_request for an invalid code, whatever the reason, and for a wrong password.
 */
export async function verifyEmail(
  ctx: PublicContext,
  { email, code, password }: z.output<typeof Verification>,
): Promise<Plan<Message>> {
  const { used, table, user } = await useCode(ctx, 'verification', email, code)
  if (user.email_verified) return { writes: [used], result: { message: verified } }
  const isOwner = (await isPassword(ctx, user, password)) || (await holdsSession(ctx, table, user))
  const { write } = table.updateVersion(users, user, {
    email_verified: true,
    ...(!isOwner && { password_hash: undefined, identities: undefined, epoch: user.epoch + 1 }),
  })
  const result = { message: isOwner ? verified : `${verified}. ${withoutProof}` }
  return { writes: [used, write], result }
}
const verified = 'The e-mail address is verified'
const withoutProof =
  'The account’s former password and sessions have ended, since the request proved neither: choose a new password (POST /auth/email/send-reset-password)'

async function isPassword(
  ctx: PublicContext,
  user: UserRecord,
  password: string | undefined,
): Promise<boolean> {
  if (password === undefined) return false
  const { matches } = await ctx.secret('pepper', passwordHasher)
  if (await matches(password, user.password_hash)) return true
  throw refused.password_wrong()
}

async function holdsSession(ctx: PublicContext, table: TenantTable, user: UserRecord): Promise<boolean> {
  const token = bearerToken(ctx.authorization)
  if (token === undefined) return false
  const { actor } = await (await verifierOf(ctx, token)).access(token, ctx.now)
  if (actor.user_id !== user.id) return false
  const session = await table.find(sessions, { id: actor.session_id, user_id: user.id })
  return session !== undefined && isOpen(session, user, ctx.now)
}

/**
 * Sets a new password, and ends all sessions of the user. Throws bad_request for an invalid code, and
 * ValidationError for a password that is too easy to guess.
 */
export async function resetPassword(
  ctx: PublicContext,
  { email, code, new_password }: z.output<typeof PasswordReset>,
): Promise<Plan<Message>> {
  rejectWeakPassword(ctx.settings, new_password, [email], 'new_password')
  const { used, table, user } = await useCode(ctx, 'reset', email, code)
  const company = await table.find(tenants, { id: user.tenant_id })
  rejectWeakPassword(ctx.settings, new_password, [email, company?.name], 'new_password')
  await rejectBreachedPassword(ctx, new_password, 'new_password')
  const { hash } = await ctx.secret('pepper', passwordHasher)
  const { write } = table.updateVersion(users, user, {
    password_hash: await hash(new_password),
    epoch: user.epoch + 1,
    // The code proves control of the mailbox. An account that existed without it may have been planted by someone
    // else.
    ...(!user.email_verified && { identities: undefined }),
    email_verified: true,
    password_reset_at: ctx.now.toISOString(),
  })
  const message = 'The password is changed; sign in with it. All sessions have ended'
  const letters = accountLetters(ctx, 'password_changed', [{ ...user, email_verified: true }])
  return { writes: [used, write, ...letters], result: { message } }
}

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
  const allowed = await countGuess(ctx, code?.id ?? JSON.stringify([purpose, email]))
  const right = allowed && maker.isRight(code ?? { user_id, purpose, hash: '' }, guess)
  if (!right || !code || !isFresh(code, ctx.now) || !user?.is_active) throw refused.email_code_wrong()
  const used = table.updateVersion(codes, code, { used_at: ctx.now.toISOString() }).write
  return { used, table, user }
}
