import { randomUUID } from 'node:crypto'
import { password } from '../../support/api/tenant.ts'

export const fresh = () => ({
  email: `user-${randomUUID()}@example.com`,
  password,
  tenant_name: 'Swift Couriers',
})
