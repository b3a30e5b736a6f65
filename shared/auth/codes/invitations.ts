import * as z from 'zod'
import { digest } from '../../db/keys.ts'
import type { Plan } from '../../db/commit.ts'
import { epochSeconds } from '../../db/entity.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { users } from '../../domain/users/record.ts'
import { managerCountWrites } from '../../domain/users/users.ts'
import { badRequest } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { SignedIn } from '../accounts.ts'
import { normalizeCode } from './record.ts'
import { Password, passwordHasher, rejectWeakPassword } from '../passwords.ts'
import { openSession } from '../sessions.ts'

export const Acceptance = lazySchema(() =>
  z.object({ code: z.string().max(1000), password: Password }).meta({
    id: 'Acceptance',
    examples: [{ code: '7K2M9QX4TB3HPC0V', password: 'a long pass phrase' }],
  }),
)

/**
 * Accepts an invitation: creates the user and signs them in. The code has 80 bits, so it cannot be guessed, and it
 * came by e-mail, so the address is proven. Throws bad_request for an invalid code and for an address that has
 * become a user's in the meantime, and ValidationError for a password that is too easy to guess.
 */
export async function acceptInvitation(
  ctx: PublicContext,
  { code: given, password }: z.output<typeof Acceptance>,
): Promise<Plan<z.output<typeof SignedIn>>> {
  const code = normalizeCode(given)
  const found = await ctx.directory.find('invitation', code)
  const table = found && ctx.tenant(found.grant)
  const user = await table?.find(users, { id: found?.ref ?? '' })
  const { invitation } = user ?? {}
  if (!table || !user || invitation?.code !== digest(code) || invitation.expires_at <= epochSeconds(ctx.now))
    throw badRequest('This invitation is not good: it is wrong, accepted, withdrawn, or expired')
  rejectWeakPassword(ctx.settings, user.email, password)
  const { hash } = await ctx.secret('pepper', passwordHasher)
  const { write, record } = table.updateVersion(users, user, {
    ...{ is_active: true, email_verified: true, invitation: undefined },
    password_hash: await hash(password),
  })
  const session = await openSession(ctx, table, record)
  const writes = [
    write,
    table.putDirectoryEntry('email', user.email, user.id, badRequest('A user with this e-mail already exists')),
    ...managerCountWrites(table, user.tenant_id, user, record),
    session.write,
  ]
  return { writes, result: { ...session.tokens, user: record } }
}
