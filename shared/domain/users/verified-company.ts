import type { TenantTable } from '../../db/table.ts'
import { storedOwner } from './owner.ts'
import { users, type UserRecord } from './record.ts'
import { administers } from './status.ts'

/** The user administers the company and has proven that they read their mailbox. */
const isVerified = (user: UserRecord) => administers(user) && user.email_verified

/** The managers of a company who have verified their addresses, a page at a time, the registrant first. */
async function* verifiedManagers(table: Pick<TenantTable, 'list'>) {
  const query = { index: 'gsi1' as const, partition: 'USER', limit: 25 }
  for (let page = await table.list(users, query); ;) {
    yield* page.records.filter(isVerified)
    if (!page.next) return
    page = await table.list(users, { ...query, after: page.next })
  }
}

/**
 * Whether one of the company's managers has verified an address: until then the company writes to nobody else. The owner's record
 * is read first, since the index of users lags behind a verification.
 */
export async function hasVerifiedManager(
  table: Pick<TenantTable, 'find' | 'list'>,
  tenantId: string,
): Promise<boolean> {
  const owner = await storedOwner(table, tenantId)
  if (owner && isVerified(owner)) return true
  for await (const _ of verifiedManagers(table)) return true
  return false
}

/** Whether a manager has verified an address at the host, or at a domain that the host belongs to. */
export async function ownsHost(table: Pick<TenantTable, 'list'>, host: string): Promise<boolean> {
  for await (const { email } of verifiedManagers(table)) {
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
    if (host === domain || host.endsWith(`.${domain}`)) return true
  }
  return false
}
