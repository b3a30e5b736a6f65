import { verifierOf } from '../../auth/tokens.ts'
import { forbidden, unauthenticated } from '../../core/errors.ts'
import { expectInService } from '../../domain/couriers/in-service.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Role } from '../../domain/kernel/roles.ts'
import { admitCompany } from './admission.ts'
import { bearerToken, type HttpRequest, type Caller } from './request.ts'

/**
 * Identifies the caller by the bearer token. Throws `unauthenticated`, also for a courier who is not in service,
 * `too_many_requests` beyond the company's quota, and `forbidden` if the role may not call the route.
 */
export async function bearer(
  runtime: Runtime,
  route: { roles: readonly Role[] },
  { headers, now }: HttpRequest,
): Promise<Caller> {
  const token = bearerToken(headers)
  if (!token) throw unauthenticated('Not authenticated')
  const { actor, grant } = await (await verifierOf(runtime, token)).access(token, now)
  await admitCompany(runtime, grant.tenantId, now)
  if (!route.roles.includes(actor.role)) throw forbidden()
  const table = runtime.tenant(grant)
  await expectInService(table, actor)
  return { actor, table }
}
