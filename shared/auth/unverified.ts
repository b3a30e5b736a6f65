import type { Write } from '../db/requests.ts'
import type { PublicContext } from '../domain/kernel/context.ts'
import { tenants, users } from '../domain/users/record.ts'
import { administers } from '../domain/users/status.ts'

type Found = NonNullable<Awaited<ReturnType<PublicContext['directory']['find']>>>

/**
 * The writes that retire an account whose e-mail was never verified, when the owner of the address has proven it: anyone
 * could have registered it. It is signed out for good, and the company that was founded with it stays without the
 * owner. Undefined if the account is verified. The caller points the directory to the owner's account.
 */
export async function retireUnverified(
  ctx: PublicContext,
  { grant, ref }: Found,
): Promise<Write[] | undefined> {
  const table = ctx.tenant(grant)
  const user = await table.find(users, { id: ref })
  if (!user) return []
  if (user.email_verified) return undefined
  ctx.alert('an account that was never verified gave way to the owner of its address', { user_id: user.id })
  const { write } = table.updateVersion(users, user, {
    is_active: false,
    password_hash: undefined,
    identities: undefined,
  })
  if (!administers(user)) return [write]
  return [write, table.patchUnread(tenants, { id: user.tenant_id }, { add: { managers: -1 } })]
}
