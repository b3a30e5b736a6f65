import { digest } from '../db/keys.ts'
import type { Write } from '../db/requests.ts'
import type { TenantTable } from '../db/table.ts'
import type { PublicContext } from '../domain/kernel/context.ts'
import { accountLetters } from '../domain/users/account-letters.ts'
import { sessions, sessionsOf, type UserRecord } from '../domain/users/record.ts'

/** The e-mail about a sign-in with a device and from a network that no session of the user has had; none for the first. */
export async function newDeviceLetter(
  ctx: PublicContext,
  table: TenantTable,
  user: UserRecord,
  device_name = '',
): Promise<Write[]> {
  if (!user.email_verified) return []
  const { records } = await table.list(sessions, { ...sessionsOf(user.id), limit: 100 })
  const [network, agent] = [digest(ctx.address), digest(ctx.userAgent())]
  const isKnown = records.length === 0 || records.some((one) => one.network === network || one.agent === agent)
  return isKnown ? [] : accountLetters(ctx, 'device_added', [user], device_name)
}
