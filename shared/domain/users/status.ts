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
