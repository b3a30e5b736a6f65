import { managerRoles } from '../kernel/roles.ts'
import type { UserRecord } from './record.ts'

export const memberStatuses = ['INVITED', 'ACTIVE', 'DEACTIVATED', 'LEFT'] as const
type MemberStatus = (typeof memberStatuses)[number]

export function statusOf({
  invitation,
  is_active,
  left_at,
}: Pick<UserRecord, 'invitation' | 'is_active' | 'left_at'>): MemberStatus {
  if (is_active) return 'ACTIVE'
  if (left_at !== undefined) return 'LEFT'
  return invitation && invitation.expires_at > 0 ? 'INVITED' : 'DEACTIVATED'
}

/** Whether a user may administer the company. */
export const administers = ({ is_active, role }: Pick<UserRecord, 'is_active' | 'role'>) =>
  is_active && managerRoles.includes(role)
