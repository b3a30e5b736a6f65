/** The role of a user within the tenant. A registrant is `manager`, and managers administer the tenant. */
export const roles = ['admin', 'manager', 'operator', 'warehouse', 'courier', 'viewer'] as const
export type Role = (typeof roles)[number]

/** How an English sentence says a role: “You are invited as …”. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'an administrator',
  manager: 'a manager',
  operator: 'an operator',
  warehouse: 'warehouse staff',
  courier: 'a courier',
  viewer: 'a viewer',
}

/** The roles that book and change shipments. */
export const bookingRoles: readonly Role[] = ['admin', 'manager', 'operator']
export const managerRoles: readonly Role[] = ['admin', 'manager']
export const handlingRoles: readonly Role[] = [...bookingRoles, 'warehouse']
export const staffRoles: readonly Role[] = [...handlingRoles, 'viewer']
