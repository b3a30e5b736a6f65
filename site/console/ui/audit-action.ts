import { managerRoles } from '../../../shared/domain/kernel/roles.ts'
import { hasRole } from '../../staff/api/session.ts'
import { titles } from '../messages/screens.ts'

/** The action of a record that leads managers to its entries in the audit log. */
export const auditAction = (kind: string, id: string) =>
  hasRole(managerRoles) && { name: titles.audit, act: `/console/audit?entity=${kind}:${id}` }
