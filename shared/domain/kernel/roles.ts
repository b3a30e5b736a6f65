/** Who a user is within the tenant. A registrant is `manager`, and a manager administers the tenant. */
export const roles = ['admin', 'manager', 'operator', 'warehouse', 'courier', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Who books and changes shipments. */
export const office: readonly Role[] = ['admin', 'manager', 'operator']
export const managers: readonly Role[] = ['admin', 'manager']
export const warehouseToo: readonly Role[] = [...office, 'warehouse']
export const allButCouriers: readonly Role[] = [...warehouseToo, 'viewer']
