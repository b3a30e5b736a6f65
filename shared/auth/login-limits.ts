import { backoff, contentionDeadline } from '../db/contention.ts'
import type { Limit, Reservation } from '../db/stores/limits.ts'
import { epochSeconds } from '../db/entity.ts'
import type { TenantTable } from '../db/table.ts'
import { digest } from '../db/keys.ts'
import { sessions, sessionsOf } from '../domain/users/record.ts'
import { forSeconds } from '../core/errors.ts'
import { refused } from './refusals.ts'
import type { PublicContext } from '../domain/kernel/context.ts'
import { surroundingNetwork } from '../core/network.ts'

/**
 * Failed logins are limited per account: from one network, so that nobody locks a user out from another; from the
 * surrounding network, since a provider gives a customer a whole /48 of IPv6 (RFC 6177); and from everywhere, where
 * networks that the user has signed in from stay open to the owner.
 */
const quarter = 900
const ownLimit = ({ settings }: PublicContext): Limit => ({
  name: 'login',
  quota: settings.failedLogins,
  window: quarter,
})
const surroundingLimit = ({ settings }: PublicContext): Limit => ({
  name: 'login-surrounding',
  quota: 5 * settings.failedLogins,
  window: quarter,
})
const accountLimit = ({ settings }: PublicContext): Limit => ({
  name: 'login-account',
  quota: 20 * settings.failedLogins,
  window: 3600,
})
const tooMany = (seconds: number) => forSeconds(refused.too_many_failed_logins(), seconds)

/** An attempt to sign in: it is reserved before the password is checked. */
export interface LoginAttempt {
  /** Counts a failure. */
  fail(): Promise<void>
  /** Releases the attempt before the password is checked. */
  cancel(): Promise<void>
  /** The write that releases the attempt after a success. */
  release: ReturnType<PublicContext['limits']['release']>
}

/** Reserves an attempt. Throws too_many_requests when a quota is used up by failures, or after 3 s of contention. */
export async function beginLogin(ctx: PublicContext, email: string): Promise<LoginAttempt> {
  const { limits, now, address } = ctx
  const account = email.toLowerCase()
  const own = JSON.stringify([account, address])
  const surrounding = JSON.stringify([account, surroundingNetwork(address)])
  const [{ hit }, around] = await Promise.all([
    reserve(ctx, ownLimit(ctx), own),
    limits.peek(surroundingLimit(ctx), surrounding, now),
  ])
  const cancel = () => limits.free(ownLimit(ctx), own, [{ hit, since: 0 }])
  if (!around.allowed) {
    await cancel()
    throw tooMany(around.resetsIn)
  }
  return {
    cancel,
    async fail() {
      await Promise.all([
        limits.confirm(ownLimit(ctx), own, hit),
        limits.count(surroundingLimit(ctx), surrounding, now),
        limits.count(accountLimit(ctx), account, now),
      ])
    },
    release: limits.release(ownLimit(ctx), own, hit, now),
  }
}

/**
 * Throws too_many_requests while an account is being guessed at from everywhere, except for networks with a session of
 * the user. Costs the same for an unknown user.
 */
export async function expectKnownNetwork(
  ctx: PublicContext,
  email: string,
  table: TenantTable,
  userId: string,
): Promise<void> {
  const { allowed, resetsIn } = await ctx.limits.peek(accountLimit(ctx), email.toLowerCase(), ctx.now)
  if (allowed) return
  const { records } = await table.list(sessions, { ...sessionsOf(userId), limit: 100 })
  if (!records.some(({ network }) => network === digest(ctx.address))) throw tooMany(resetsIn)
}

/** An attempt without an outcome after this many seconds belongs to a crashed function. */
const abandonedSeconds = 15

/** When all attempts are taken, waits for those in progress, which may succeed, and releases those of crashed functions. */
async function reserve({ limits, now }: PublicContext, limit: Limit, of: string): Promise<Reservation> {
  for (const deadline = contentionDeadline(); ;) {
    const attempt = await limits.reserve(limit, of, now)
    if (attempt.allowed) return attempt
    const spent = attempt.pending.length === 0
    if (spent || deadline.passed()) throw tooMany(spent ? attempt.resetsIn : abandonedSeconds)
    const abandoned = attempt.pending.filter(({ since }) => since + abandonedSeconds <= epochSeconds(now))
    if (abandoned.length > 0) await limits.free(limit, of, abandoned)
    else await backoff(deadline)
  }
}
