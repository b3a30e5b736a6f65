import * as z from 'zod'
import { sessionTexts } from '../../domain/users/sessions.ts'
import { equals } from '../../db/conditions.ts'
import { digest } from '../../db/keys.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import type { Plan } from '../../db/commit.ts'
import { epochSeconds } from '../../db/entity.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { optional } from '../../domain/kernel/fields.ts'
import { deviceName, tenants, users, type UserRecord } from '../../domain/users/record.ts'
import { administers } from '../../domain/users/status.ts'
import { accountLetters } from '../../domain/users/account-letters.ts'
import { storedOwner } from '../../domain/users/owner.ts'
import { managerCountWrites } from '../../domain/users/users.ts'
import { refused } from '../refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { SignedIn } from '../accounts.ts'
import { normalizeCode } from './record.ts'
import { Password, passwordHasher, passwordTexts } from '../passwords.ts'
import { rejectBreachedPassword } from '../breached-passwords.ts'
import { rejectWeakPassword } from '../weak-passwords.ts'
import { withoutFactor } from '../second-factor/ticket.ts'
import { openSession } from '../sessions.ts'
import { retireUnverified } from '../unverified.ts'

export const Acceptance = lazySchema(() =>
  z
    .object({
      code: z
        .string()
        .max(1000)
        .meta({ description: 'The code from the invitation', examples: ['INV-7K2M9QX4TB7K2M9QX4TB'] }),
      password: Password.meta(passwordTexts.password),
      device_name: optional(deviceName()).meta(sessionTexts.deviceName),
    })
    .meta({
      id: 'Acceptance',
      examples: [{ code: '7K2M9QX4TB3HPC0V', password: 'a long pass phrase' }],
    }),
)

/**
 * Accepts an invitation: creates the user and signs them in. The code has 80 bits, so it cannot be guessed, and it
 * came by e-mail, so the address is proven: an account that was registered with it and never verified gives way. Throws
 * second_factor_missing, once it is accepted, in a company that requires a second factor, bad_request for an invalid code, for a sender who is no longer a manager, and for a verified account elsewhere, and
 * ValidationError for a password that is too easy to guess.
 */
export async function acceptInvitation(
  ctx: PublicContext,
  { code: given, password, device_name }: z.output<typeof Acceptance>,
): Promise<Plan<z.output<typeof SignedIn>>> {
  const code = normalizeCode(given)
  const found = await ctx.directory.find('invitation', code)
  const table = found && ctx.tenant(found.grant)
  const user = await table?.find(users, { id: found?.ref ?? '' })
  const { invitation } = user ?? {}
  if (!table || !user || invitation?.code !== digest(code) || invitation.expires_at <= epochSeconds(ctx.now))
    throw refused.invitation_invalid()
  const { invited_by } = invitation
  const sender = invited_by === undefined ? undefined : await table.find(users, { id: invited_by })
  if (invited_by !== undefined && !(sender && administers(sender))) throw refused.invitation_invalid()
  const [emailWrites, company] = await Promise.all([
    claimEmail(ctx, table, user),
    table.find(tenants, { id: user.tenant_id }),
  ])
  rejectWeakPassword(ctx.settings, password, [user.email, company?.name])
  await rejectBreachedPassword(ctx, password)
  const { hash } = await ctx.secret('pepper', passwordHasher)
  const { write, record } = table.updateVersion(users, user, {
    is_active: true,
    email_verified: true,
    invitation: undefined,
    invited_by,
    password_hash: await hash(password),
  })
  const refusal = await withoutFactor(ctx, table, record, ['pwd'], device_name)
  const accepted = [
    write,
    ...emailWrites,
    ...(sender ? [table.conditionCheck(users, sender, equals('version', sender.version))] : []),
    ...managerCountWrites(table, user.tenant_id, user, record),
    ...(administers(record)
      ? accountLetters(ctx, 'manager_added', [sender, await storedOwner(table, user.tenant_id)], record.email)
      : []),
  ]
  if (refusal) return { writes: accepted, refusal }
  const session = await openSession(ctx, table, record, { device_name })
  return { writes: [...accepted, session.write], result: { ...session.tokens, user: record } }
}

/** The directory entry of the user's address, which may have been another account's that was never verified. */
async function claimEmail(ctx: PublicContext, table: TenantTable, { email, id }: UserRecord): Promise<Write[]> {
  const elsewhere = refused.account_in_other_company()
  const found = await ctx.directory.find('email', email)
  if (!found) return [table.putDirectoryEntry('email', email, id, elsewhere)]
  const retired = await retireUnverified(ctx, found)
  if (!retired) throw elsewhere
  return [table.replaceDirectoryEntry('email', email, id, found.ref), ...retired]
}
