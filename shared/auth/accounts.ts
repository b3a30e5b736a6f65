import * as z from 'zod'
import { backoff, contentionDeadline } from '../db/contention.ts'
import type { Limit, Reservation } from '../db/stores/limits.ts'
import { epochSeconds } from '../db/entity.ts'
import type { Plan } from '../db/commit.ts'
import { email, name } from '../domain/kernel/fields.ts'
import { companies, tenants, User, users, type UserRecord } from '../domain/users/record.ts'
import { badRequest, Refusal, unauthenticated } from '../core/errors.ts'
import type { PublicContext } from '../domain/kernel/context.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import { Password, passwordHasher, rejectWeakPassword } from './passwords.ts'
import { openSession, Tokens } from './sessions.ts'

export const Credentials = lazySchema(() => z.object({ email, password: Password }))
export const Registration = lazySchema(() =>
  Credentials.unwrap()
    .extend({ tenant_name: name })
    .meta({
      id: 'Registration',
      examples: [{ email: 'owner@example.com', password: 'a long pass phrase', tenant_name: 'Swift Couriers' }],
    }),
)
/** A malformed password is a wrong password, not an invalid request. */
export const Login = lazySchema(() =>
  z
    .object({ email: z.string().max(1000), password: z.string().max(1000) })
    .meta({ id: 'Login', examples: [{ email: 'owner@example.com', password: 'a long pass phrase' }] }),
)
export const SignedIn = lazySchema(() => Tokens.unwrap().extend({ user: User }).meta({ id: 'SignedIn' }))
export type SignedIn = z.output<typeof SignedIn>

/**
 * Creates a tenant with its company and its first user, a manager. Throws bad_request if the e-mail has a user.
 */
export async function register(
  ctx: PublicContext,
  { email, password, tenant_name }: z.output<typeof Registration>,
): Promise<Plan<SignedIn>> {
  rejectWeakPassword(ctx.settings, email, password)
  const password_hash = await (await ctx.secret('pepper', passwordHasher)).hash(password)
  const { writes, result } = await createTenant(
    ctx,
    { email, email_verified: false, password_hash },
    tenant_name,
    badRequest('A user with this e-mail already exists'),
  )
  return { writes, result }
}

/**
 * A new tenant with its company and its first user, a manager, who is signed in. If the e-mail has a user by then,
 * `onConditionFailed` is thrown, or the caller decides again. Returns the table too, for further writes.
 */
export async function createTenant(
  ctx: PublicContext,
  account: Pick<UserRecord, 'email' | 'email_verified' | 'password_hash' | 'identities'>,
  tenant_name: string,
  onConditionFailed?: Refusal,
) {
  const grant = ctx.directory.found()
  const [id, tenant_id, company_id] = [ctx.newId(), grant.tenantId, ctx.newId()]
  const created_at = ctx.now.toISOString()
  const user: UserRecord = {
    id,
    is_active: true,
    tenant_id,
    company_id,
    role: 'manager',
    ...account,
    epoch: 1,
    created_at,
    version: 1,
  }
  const table = ctx.tenant(grant)
  const { write, tokens } = await openSession(ctx, table, user)
  const writes = [
    table.putDirectoryEntry('email', account.email, id, onConditionFailed),
    table.create(tenants, {
      id: tenant_id,
      name: tenant_name,
      company_id,
      managers: 1,
      created_at,
      version: 1,
    }),
    table.create(companies, { id: company_id, tenant_id, name: tenant_name, created_at }),
    table.create(users, user),
    write,
  ]
  return { table, user, writes, result: { ...tokens, user } }
}

/**
 * Signs a user in. Failed attempts are limited per account and address, so that nobody locks a user out from
 * another address. Each attempt reserves its place before the hash is computed and releases it on success. Throws
 * the same 401 after the same work for an unknown user and for a wrong password, and too_many_requests when the
 * quota is used up.
 */
export async function login(
  ctx: PublicContext,
  { email, password }: z.output<typeof Login>,
): Promise<Plan<SignedIn>> {
  const limit = { name: 'login', quota: ctx.settings.failedLogins, window: 900 }
  const pair = JSON.stringify([email.toLowerCase(), ctx.address])
  const [attempt, found] = await Promise.all([
    takeAttempt(ctx, limit, pair),
    ctx.directory.find('email', email),
  ])
  // For an unknown user the same lookups and hashing run, so that the response takes as long.
  const table = ctx.tenant(found?.grant ?? ctx.directory.found())
  const [user, hasher] = await Promise.all([
    table.find(users, { id: found?.ref ?? ctx.newId() }),
    ctx.secret('pepper', passwordHasher),
  ])
  const right = await hasher.matches(password, user?.password_hash)
  if (!right || !user?.is_active) {
    await ctx.limits.confirm(limit, pair, attempt.hit)
    throw unauthenticated('Incorrect e-mail or password')
  }
  const { write, tokens } = await openSession(ctx, table, user)
  // The duration of a hash with another cost would reveal that the user exists.
  const renewed = hasher.isOutdated(user.password_hash ?? '')
    ? [table.updateVersion(users, user, { password_hash: await hasher.hash(password) }).write]
    : []
  return {
    writes: [write, ...renewed, ctx.limits.release(limit, pair, attempt.hit, ctx.now)],
    result: { ...tokens, user },
  }
}

/** An attempt without an outcome after this many seconds belongs to a crashed function. */
const abandonedSeconds = 15

/**
 * Reserves an attempt. When all are taken it waits for attempts in progress, which may succeed, and releases those
 * of crashed functions. Throws too_many_requests when the quota is used up by failures, or after 3 s.
 */
async function takeAttempt({ limits, now }: PublicContext, limit: Limit, pair: string): Promise<Reservation> {
  for (const deadline = contentionDeadline(); ;) {
    const attempt = await limits.reserve(limit, pair, now)
    if (attempt.allowed) return attempt
    const quotaUsedUp = attempt.pending.length === 0
    if (quotaUsedUp || deadline.passed())
      throw new Refusal('too_many_requests', 'Too many failed logins; try again later', {
        'Retry-After': `${quotaUsedUp ? attempt.resetsIn : abandonedSeconds}`,
      })
    const abandoned = attempt.pending.filter(({ since }) => since + abandonedSeconds <= epochSeconds(now))
    if (abandoned.length > 0) await limits.free(limit, pair, abandoned)
    else await backoff(deadline)
  }
}
