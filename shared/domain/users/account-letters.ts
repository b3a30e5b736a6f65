import type { Write } from '../../db/requests.ts'
import { outboxWrite, type AccountEvent } from '../../db/stores/outbox.ts'
import type { UserRecord } from './record.ts'

/**
 * The e-mails about an event of an account, to each of these users once. An address that is not verified may be a stranger's and
 * gets none.
 */
export function accountLetters(
  { now, newId }: { now: Date; newId(): string },
  occasion: AccountEvent,
  recipients: readonly (UserRecord | undefined)[],
  detail?: string,
): Write[] {
  const reachable = recipients.filter((user) => user?.is_active && user.email_verified)
  const users = new Map(reachable.flatMap((user) => (user ? [[user.email, user] as const] : [])))
  return [...users].map(([to, { role }]) =>
    outboxWrite({
      id: newId(),
      occasion,
      to,
      posted_at: now.toISOString(),
      // Couriers work on their phones.
      ...(role === 'courier' && { page: 'work' }),
      ...(detail !== undefined && { detail }),
    }),
  )
}
