import type { PublicContext } from '../../domain/kernel/context.ts'
import type { Plan } from '../../db/commit.ts'
import { companyName } from '../../domain/users/company-name.ts'
import { users } from '../../domain/users/record.ts'
import { refused } from './refusals.ts'
import { refused as ofAccounts } from '../refusals.ts'
import { createTenant, type SignedIn } from '../accounts.ts'
import type { Identity } from './id-token.ts'
import { withoutFactor } from '../second-factor/ticket.ts'
import { openSession } from '../sessions.ts'
import { retireUnverified } from '../unverified.ts'

/**
 * Signs in the user of an identity. At its first sign-in the identity is linked to the user with its e-mail, or to
 * a new user in a company of their own (docs/decisions/10-…). An account whose e-mail was never verified here may have
 * been registered by anyone, so it gives way to the new user. Throws bad_request if the e-mail belongs to another
 * account and the provider does not verify it, unauthenticated for an inactive user, second_factor_required
 * for one who has a second factor, and second_factor_missing for one whose company requires it.
 */
export async function signInAs(
  ctx: PublicContext,
  identity: Identity,
  device_name: string | undefined,
): Promise<Plan<SignedIn>> {
  const { key, email, email_verified } = identity
  const linked = await ctx.directory.find('identity', key)
  const table = linked && ctx.tenant(linked.grant)
  const known = await table?.find(users, { id: linked?.ref ?? '' })
  if (table && known?.identities?.includes(key)) {
    if (!known.is_active) throw inactive()
    const refusal = await withoutFactor(ctx, table, known, [], device_name)
    if (refusal) return { writes: [], refusal }
    const { write, tokens } = await openSession(ctx, table, known, { device_name })
    return { writes: [write], result: { ...tokens, user: known } }
  }
  const account = await ctx.directory.find('email', email)
  if (account && !email_verified) throw refused.provider_email_unconfirmed()
  // An earlier link, to an account whose owner removed it.
  const former = linked?.ref
  const retired = account && (await retireUnverified(ctx, account))
  if (account && !retired) return link(ctx, identity, account, { former, device_name })
  const user = { email, email_verified, identities: [key] }
  const founded = await createTenant(ctx, user, tenantName(identity), { replaces: account?.ref, device_name })
  const linkWrite = founded.table.replaceDirectoryEntry('identity', key, founded.user.id, former)
  return { writes: [...founded.writes, linkWrite, ...(retired ?? [])], result: founded.result }
}

/** Links the identity to the user of a verified account. */
async function link(
  ctx: PublicContext,
  { key }: Identity,
  { grant, ref }: NonNullable<Awaited<ReturnType<PublicContext['directory']['find']>>>,
  { former, device_name }: { former: string | undefined; device_name: string | undefined },
): Promise<Plan<SignedIn>> {
  const table = ctx.tenant(grant)
  const user = await table.find(users, { id: ref })
  if (!user?.is_active) throw inactive()
  const identities = [...(user.identities ?? []), key]
  const { write, record } = table.updateVersion(users, user, { identities })
  const links = [table.replaceDirectoryEntry('identity', key, user.id, former), write]
  const refusal = await withoutFactor(ctx, table, record, [], device_name)
  if (refusal) return { writes: links, refusal }
  const session = await openSession(ctx, table, record, { device_name })
  return {
    writes: [...links, session.write],
    result: { ...session.tokens, user: record },
  }
}

const inactive = ofAccounts.user_not_active

/** A company is named after the user's name at the provider, or after the domain: `example` of nino@mail.example.com. */
const tenantName = ({ name: given, email }: Identity) =>
  companyName.safeParse(given?.trim()).data ?? (email.split(/[@.]/).at(-2) ?? email).slice(0, 200)
