import type { PublicContext } from '../../domain/kernel/context.ts'
import type { Plan } from '../../db/commit.ts'
import { name } from '../../domain/kernel/fields.ts'
import { users } from '../../domain/users/record.ts'
import { badRequest, unauthenticated } from '../../core/errors.ts'
import { createTenant, type SignedIn } from '../accounts.ts'
import type { Identity } from './id-token.ts'
import { openSession } from '../sessions.ts'

/**
 * Signs in the user of an identity. At its first sign-in the identity is linked to the user with its e-mail, or to
 * a new user (docs/decisions/10-…). Throws bad_request if the e-mail belongs to another account and is not
 * verified, and unauthenticated for an inactive user.
 */
export async function signInAs(ctx: PublicContext, identity: Identity): Promise<Plan<SignedIn>> {
  const { key, email, email_verified } = identity
  const linked = await ctx.directory.find('identity', key)
  const table = linked && ctx.tenant(linked.grant)
  const known = await table?.find(users, { id: linked?.ref ?? '' })
  if (table && known?.identities?.includes(key)) {
    if (!known.is_active) throw inactive()
    const { write, tokens } = await openSession(ctx, table, known)
    return { writes: [write], result: { ...tokens, user: known } }
  }
  const account = await ctx.directory.find('email', email)
  if (account && !email_verified)
    throw badRequest(
      'A user with this e-mail exists, and the identity provider does not say that the e-mail is yours; sign in as before',
    )
  // An earlier link, to an account whose owner removed it.
  const former = linked?.ref
  if (account) return link(ctx, identity, account, former)
  const {
    table: own,
    user,
    ...founded
  } = await createTenant(ctx, { email, email_verified, identities: [key] }, tenantName(identity))
  return {
    ...founded,
    writes: [...founded.writes, own.replaceDirectoryEntry('identity', key, user.id, former)],
  }
}

/**
 * Links the identity to the user. An account whose e-mail was never verified may have been created by anyone who
 * knew the address, so its password, sessions and other identities stop working.
 */
async function link(
  ctx: PublicContext,
  { key }: Identity,
  { grant, ref }: NonNullable<Awaited<ReturnType<PublicContext['directory']['find']>>>,
  former: string | undefined,
): Promise<Plan<SignedIn>> {
  const table = ctx.tenant(grant)
  const user = await table.find(users, { id: ref })
  if (!user?.is_active) throw inactive()
  const change = user.email_verified
    ? { identities: [...(user.identities ?? []), key] }
    : { identities: [key], password_hash: undefined, epoch: user.epoch + 1, email_verified: true }
  const { write, record } = table.updateVersion(users, user, change)
  if (!user.email_verified)
    ctx.alert('an account that was never verified went to its owner', { user_id: user.id })
  const session = await openSession(ctx, table, record)
  return {
    writes: [table.replaceDirectoryEntry('identity', key, user.id, former), write, session.write],
    result: { ...session.tokens, user: record },
  }
}

const inactive = () => unauthenticated('This user is not active')

/** A company is named after the user's name at the provider, or the domain of the e-mail. */
const tenantName = ({ name: given, email }: Identity) =>
  name.safeParse(given?.trim()).data ?? email.slice(email.indexOf('@') + 1).slice(0, 200)
