import type { TenantTable } from '../db/table.ts'
import { apiKeys, isExpired } from '../domain/api-keys/record.ts'
import type { Role } from '../domain/kernel/roles.ts'
import type { Creator } from '../domain/transfers/record.ts'
import { users } from '../domain/users/record.ts'

/** Whether the creator of a transfer may still do what it does: it may run hours later, and again after a crash. */
export async function isPermitted(
  table: Pick<TenantTable, 'find'>,
  { user_id }: Creator,
  roles: readonly Role[],
  now: Date,
): Promise<boolean> {
  const user = await table.find(users, { id: user_id })
  if (user) return user.is_active && roles.includes(user.role)
  const key = await table.find(apiKeys, { id: user_id })
  return key !== undefined && !isExpired(key, now)
}

export const notPermitted = 'The user or API key that requested it is not active any more, or has another role'
