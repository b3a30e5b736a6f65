import { randomUUID } from 'node:crypto'
import { tokenSigner } from '../../../shared/auth/tokens.ts'
import { epochSeconds } from '../../../shared/db/entity.ts'
import { roles, type Role } from '../../../shared/domain/kernel/roles.ts'
import { inProcess } from './service.ts'

/** An access token for a user who is a courier. */
export async function tokenOfCourier(tenant_id: string, courier_id: string): Promise<string> {
  const { runtime, clock } = inProcess()
  const { sign } = await runtime.secret('signing', tokenSigner)
  const ids = { sub: randomUUID(), company_id: randomUUID(), sid: randomUUID(), jti: randomUUID() }
  return sign('access', { ...ids, tenant_id, role: 'courier', courier_id }, epochSeconds(clock.now), 900)
}

/** An access token for each role, signed with the service's key and valid for `lifetime` seconds. */
export async function tokensOf(tenant_id: string, lifetime = 900): Promise<Record<Role, string>> {
  const { runtime, clock } = inProcess()
  const { sign } = await runtime.secret('signing', tokenSigner)
  const as = (role: Role) => {
    const ids = { sub: randomUUID(), company_id: randomUUID(), sid: randomUUID(), jti: randomUUID() }
    return sign('access', { ...ids, tenant_id, role }, epochSeconds(clock.now), lifetime)
  }
  const signed = await Promise.all(roles.map(async (role) => [role, await as(role)] as const))
  return Object.fromEntries(signed) as Record<Role, string>
}
