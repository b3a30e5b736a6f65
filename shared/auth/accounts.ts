import * as z from 'zod'
import { sessionTexts } from '../domain/users/sessions.ts'
import { commonTexts } from '../domain/kernel/field-texts.ts'
import type { Plan } from '../db/commit.ts'
import { asAddress, email, optional } from '../domain/kernel/fields.ts'
import { companyName } from '../domain/users/company-name.ts'
import { companies, deviceName, tenants, User, users, type UserRecord } from '../domain/users/record.ts'
import type { Refusal } from '../core/errors.ts'
import { refused } from './refusals.ts'
import { refused as ofUsers } from '../domain/users/refusals.ts'
import type { PublicContext } from '../domain/kernel/context.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import { rejectBreachedPassword } from './breached-passwords.ts'
import { beginLogin, expectKnownNetwork } from './login-limits.ts'
import { Password, passwordHasher, passwordTexts } from './passwords.ts'
import { newDeviceLetter } from './new-device.ts'
import { withoutFactor } from './second-factor/ticket.ts'
import { openSession, Tokens } from './sessions.ts'
import { countRegistration } from './registration-limit.ts'
import { rejectWeakPassword } from './weak-passwords.ts'

const Credentials = lazySchema(() =>
  z.object({ email: email.meta(commonTexts.email), password: Password.meta(passwordTexts.password) }),
)
export const Registration = lazySchema(() =>
  Credentials.unwrap()
    .extend({
      tenant_name: companyName.meta({
        description: 'The name of the new company, without a web address',
        examples: ['Swift Couriers'],
      }),
    })
    .meta({
      id: 'Registration',
      examples: [{ email: 'owner@example.com', password: 'a long pass phrase', tenant_name: 'Swift Couriers' }],
    }),
)
/** A malformed password is a wrong password, not an invalid request. */
export const Login = lazySchema(() =>
  z
    .object({
      email: z.string().max(1000).check(asAddress).meta(commonTexts.email),
      password: z.string().max(1000).meta(passwordTexts.password),
      device_name: optional(deviceName()).meta(sessionTexts.deviceName),
    })
    .meta({ id: 'Login', examples: [{ email: 'owner@example.com', password: 'a long pass phrase' }] }),
)
export const SignedIn = lazySchema(() =>
  Tokens.unwrap()
    .extend({ user: User.meta({ description: 'The signed-in user' }) })
    .meta({ id: 'SignedIn' }),
)
export type SignedIn = z.output<typeof SignedIn>

/**
 * Creates a tenant with its company and its first user, a manager. Throws bad_request if the e-mail has a user, and too_many_requests
 * for a network that registers many.
 */
export async function register(
  ctx: PublicContext,
  { email, password, tenant_name }: z.output<typeof Registration>,
): Promise<Plan<SignedIn>> {
  rejectWeakPassword(ctx.settings, password, [email, tenant_name])
  await rejectBreachedPassword(ctx, password)
  await countRegistration(ctx)
  const password_hash = await (await ctx.secret('pepper', passwordHasher)).hash(password)
  const { writes, result } = await createTenant(
    ctx,
    { email, email_verified: false, password_hash },
    tenant_name,
    { onConditionFailed: ofUsers.email_taken() },
  )
  return { writes, result }
}

/**
 * A new tenant with its company and its first user, a manager, who is signed in. If the e-mail has a user by then
 * other than `replaces`, `onConditionFailed` is thrown, or the caller decides again. Returns the table too, for further
 * writes.
 */
export async function createTenant(
  ctx: PublicContext,
  account: Pick<UserRecord, 'email' | 'email_verified' | 'password_hash' | 'identities'>,
  tenant_name: string,
  {
    onConditionFailed,
    replaces,
    device_name,
  }: { onConditionFailed?: Refusal; replaces?: string | undefined; device_name?: string | undefined } = {},
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
  const { write, tokens } = await openSession(ctx, table, user, { device_name })
  const writes = [
    replaces === undefined
      ? table.putDirectoryEntry('email', account.email, id, onConditionFailed)
      : table.replaceDirectoryEntry('email', account.email, id, replaces),
    table.create(tenants, {
      id: tenant_id,
      name: tenant_name,
      company_id,
      managers: 1,
      owner_id: id,
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
 * Signs a user in. Each attempt reserves its place before the hash is computed and releases it on success. Throws
 * the same 401 after the same work for an unknown user and for a wrong password, second_factor_required for a user who has one,
 * second_factor_missing for one whose company requires it, and too_many_requests when a quota of
 * failures is used up (login-limits.ts).
 */
export async function login(
  ctx: PublicContext,
  { email, password, device_name }: z.output<typeof Login>,
): Promise<Plan<SignedIn>> {
  const [attempt, found] = await Promise.all([beginLogin(ctx, email), ctx.directory.find('email', email)])
  // For an unknown user the same lookups and hashing run, so that the response takes as long.
  const table = ctx.tenant(found?.grant ?? ctx.directory.found())
  const id = found?.ref ?? ctx.newId()
  const [user, hasher] = await Promise.all([
    table.find(users, { id }),
    ctx.secret('pepper', passwordHasher),
    expectKnownNetwork(ctx, email, table, id).catch(async (error: unknown) => {
      await attempt.cancel()
      throw error
    }),
  ])
  const right = await hasher.matches(password, user?.password_hash)
  if (!right || !user?.is_active) {
    await attempt.fail()
    // For an unknown user as well, so that the response takes as long; that entry is soon deleted.
    const audit = { table, user_id: id, ...(!found && { keptDays: 1 }) }
    return { writes: [], refusal: refused.credentials_wrong(), audit }
  }
  const refusal = await withoutFactor(ctx, table, user, ['pwd'], device_name)
  if (refusal) return { writes: [attempt.release], refusal, audit: { table, user_id: id } }
  const { write, tokens } = await openSession(ctx, table, user, { device_name })
  // The duration of a hash with another cost would reveal that the user exists.
  const renewed = hasher.isOutdated(user.password_hash ?? '')
    ? [table.updateVersion(users, user, { password_hash: await hasher.hash(password) }).write]
    : []
  return {
    writes: [write, ...renewed, ...(await newDeviceLetter(ctx, table, user, device_name)), attempt.release],
    result: { ...tokens, user },
  }
}
