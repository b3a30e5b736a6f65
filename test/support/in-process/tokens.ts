import { decodeJwt } from 'jose'
import { randomUUID } from 'node:crypto'
import { openSession } from '../../../shared/auth/sessions.ts'
import { tokenSigner, verifierOf } from '../../../shared/auth/tokens.ts'
import { transact } from '../../../shared/db/commit.ts'
import { epochSeconds } from '../../../shared/db/entity.ts'
import { addCourier } from '../../../shared/domain/couriers/couriers.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import type { PublicContext, TenantContext } from '../../../shared/domain/kernel/context.ts'
import { roles, type Role } from '../../../shared/domain/kernel/roles.ts'
import { users } from '../../../shared/domain/users/record.ts'
import { exampleOf } from '../api/tenant.ts'
import { inProcess } from './service.ts'

interface Fields {
  role: Role
  courier_id?: string
  email_verified?: boolean
}

/** An access token that the service's own key signs, of a user and a session that are in no record. */
export async function tokenWithoutUser(
  tenant_id: string,
  fields: Fields,
  { runtime, clock } = inProcess(),
): Promise<string> {
  const { sign } = await runtime.secret('signing', tokenSigner)
  const ids = { sub: randomUUID(), company_id: randomUUID(), sid: randomUUID(), jti: randomUUID() }
  return sign('access', { ...ids, tenant_id, ...fields }, epochSeconds(clock.now), 900)
}

/** Adds a user to a company, in service and with an open session, and returns an access token that is valid for `lifetime` seconds. */
export async function tokenOf(
  tenant_id: string,
  fields: Fields,
  lifetime = 900,
  service = inProcess(),
): Promise<string> {
  const { runtime } = service
  const now = runtime.clock()
  const token = await tokenWithoutUser(tenant_id, fields, service)
  const { actor, grant } = await (await verifierOf(runtime, token)).access(token, now)
  const table = runtime.tenant(grant)
  const client = { address: '127.0.0.1', userAgent: () => 'test' }
  const ctx = { ...runtime, ...client, table, actor, now }
  const courier =
    fields.role === 'courier' && fields.courier_id === undefined
      ? await transact(runtime.store, () =>
          addCourier(ctx as unknown as TenantContext, NewCourier.parse(exampleOf(NewCourier))),
        )
      : undefined
  const user = {
    id: randomUUID(),
    email: `${randomUUID()}@example.com`,
    is_active: true,
    email_verified: true,
    tenant_id,
    company_id: actor.company_id,
    epoch: 1,
    created_at: now.toISOString(),
    version: 1,
    ...(courier && { courier_id: courier.id }),
    ...fields,
  }
  // The session lasts as long as the token.
  const settings = {
    ...runtime.settings,
    accessTokenSeconds: lifetime,
    refreshTokenSeconds: Math.max(runtime.settings.refreshTokenSeconds, lifetime),
    sessionDays: Math.max(runtime.settings.sessionDays, lifetime / (24 * 3600)),
  }
  const session = await openSession({ ...ctx, settings } as unknown as PublicContext, table, user)
  await runtime.store.commit([table.create(users, user), session.write])
  return session.tokens.access_token
}

/** Another access token of the same user and session, which is valid for `lifetime` seconds. */
export async function nextToken(token: string, lifetime: number): Promise<string> {
  const { runtime, clock } = inProcess()
  const { iat: _iat, exp: _exp, jti: _jti, ...claims } = decodeJwt<any>(token)
  const { sign } = await runtime.secret('signing', tokenSigner)
  return sign('access', { ...claims, jti: randomUUID() }, epochSeconds(clock.now), lifetime)
}

/** An access token for a user who is a courier. */
export const tokenOfCourier = (tenant_id: string, courier_id: string) =>
  tokenOf(tenant_id, { role: 'courier', courier_id })

/** An access token for a new colleague of each role, which is valid for `lifetime` seconds. */
export async function tokensOf(
  tenant_id: string,
  lifetime = 900,
  service = inProcess(),
): Promise<Record<Role, string>> {
  const signed = await Promise.all(
    roles.map(async (role) => [role, await tokenOf(tenant_id, { role }, lifetime, service)] as const),
  )
  return Object.fromEntries(signed) as Record<Role, string>
}
