import * as z from 'zod'
import { backoff, contentionDeadline } from '../db/contention.ts'
import type { Taken } from '../db/limits.ts'
import type { Plan } from '../db/settle.ts'
import { name } from '../domain/fields.ts'
import { companies, tenants, User, users, type UserRecord } from '../domain/people.ts'
import { badRequest, Invalid, Refusal, unauthenticated } from '../errors.ts'
import type { PublicContext } from './context.ts'
import { isCommonPassword, Password, passwordHasher } from './passwords.ts'
import { openSession, Tokens } from './sessions.ts'

export const Credentials = z.object({ email: z.email().max(254), password: Password })
export const Registration = Credentials.extend({ tenant_name: name }).meta({
  id: 'Registration',
  examples: [{ email: 'owner@example.com', password: 'a long pass phrase', tenant_name: 'Swift Couriers' }],
})
/** A password of the wrong shape is a wrong password, not an invalid request. */
export const Login = z
  .object({ email: z.string().max(1000), password: z.string().max(1000) })
  .meta({ id: 'Login', examples: [{ email: 'owner@example.com', password: 'a long pass phrase' }] })
export const SignedIn = Tokens.extend({ user: User }).meta({ id: 'SignedIn' })
type SignedIn = z.output<typeof SignedIn>

/** Founds a tenant with its company and its first user, a manager. Throws a bad request for an e-mail that has a user. */
export async function register(
  ctx: PublicContext,
  { email, password, tenant_name }: z.output<typeof Registration>,
): Promise<Plan<SignedIn>> {
  if (ctx.settings.refuseCommonPasswords && isCommonPassword(password))
    throw new Invalid({
      loc: ['body', 'password'],
      msg: 'This password is among the first to be guessed',
      type: 'value_error',
    })
  const [id, tenant_id, company_id] = [ctx.newId(), ctx.newId(), ctx.newId()]
  const created_at = ctx.now.toISOString()
  const user: UserRecord = {
    id,
    email,
    is_active: true,
    email_verified: false,
    tenant_id,
    company_id,
    role: 'manager',
    password_hash: await (await ctx.secret('pepper', passwordHasher)).hash(password),
    created_at,
  }
  const table = ctx.tenant(ctx.directory.found(tenant_id))
  const { write, tokens } = await openSession(ctx, table, user)
  const writes = [
    table.enter('email', email, id, badRequest('A user with this e-mail already exists')),
    table.create(tenants, { id: tenant_id, name: tenant_name, company_id, created_at }),
    table.create(companies, { id: company_id, tenant_id, name: tenant_name, created_at }),
    table.create(users, user),
    write,
  ]
  return { writes, result: { ...tokens, user } }
}

/**
 * Signs a user in. Failed tries are limited for each account and address, so that nobody can lock another out from
 * elsewhere. Every try takes its place before the hash is computed and gives it back when it was right. Throws the
 * same 401 after the same work for an unknown user and for a wrong password; too many requests once the quota has failed.
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
  // An unknown user is looked for all the same, and the hash computed, so that the answer takes as long.
  const table = ctx.tenant(found?.grant ?? ctx.directory.found(ctx.newId()))
  const [user, hasher] = await Promise.all([
    table.find(users, { id: found?.ref ?? ctx.newId() }),
    ctx.secret('pepper', passwordHasher),
  ])
  const right = await hasher.matches(password, user?.password_hash)
  if (!right || !user?.is_active) {
    await ctx.limits.spend(limit, pair, attempt.id)
    throw unauthenticated('Incorrect e-mail or password')
  }
  const { write, tokens } = await openSession(ctx, table, user)
  return { writes: [write, ctx.limits.giveBack(limit, pair, attempt.id, ctx.now)], result: { ...tokens, user } }
}

/** Waits where the places are taken by tries that are still being checked, which may yet be right. */
async function takeAttempt(
  ctx: PublicContext,
  limit: Parameters<PublicContext['limits']['take']>[0],
  pair: string,
): Promise<Taken> {
  for (const deadline = contentionDeadline(); ;) {
    const attempt = await ctx.limits.take(limit, pair, ctx.now)
    if (attempt.allowed) return attempt
    if (attempt.spent >= limit.quota)
      throw new Refusal('too_many_requests', 'Too many failed logins; try again later', {
        'Retry-After': `${attempt.resetsIn}`,
      })
    await backoff(deadline)
  }
}
