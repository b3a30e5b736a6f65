import { bearerToken } from '../../auth/authorization.ts'
import { verifierOf } from '../../auth/tokens.ts'
import { forbidden, Refusal, unauthenticated } from '../../core/errors.ts'
import { expectInService } from '../../domain/couriers/in-service.ts'
import type { Actor } from '../../domain/kernel/context.ts'
import type { Role } from '../../domain/kernel/roles.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { admitCompany } from './admission.ts'
import type { Caller, HttpRequest } from './request.ts'
import { scopeOf, type Scoped } from './scope.ts'

/**
 * Identifies the caller by the bearer token. Throws `unauthenticated`, also for a courier who is not in service,
 * `too_many_requests` beyond the company's quota, and `forbidden` if the role, or the scopes of an API key, do not permit the
 * route.
 */
export async function bearer(
  runtime: Runtime,
  route: Scoped & { roles: readonly Role[] },
  { headers, now }: HttpRequest,
): Promise<Caller> {
  const token = bearerToken(headers.authorization)
  if (!token) throw unauthenticated('Not authenticated')
  const { actor, grant } = await (await verifierOf(runtime, token)).access(token, now)
  await admitCompany(runtime, grant.tenantId, now)
  if (!route.roles.includes(actor.role)) throw forbidden()
  expectScope(route, actor)
  const table = runtime.tenant(grant)
  await expectInService(table, actor)
  return { actor, table }
}

/** Throws forbidden for an API key without the scope of a route (RFC 6750 §3.1). */
function expectScope(route: Scoped, { scopes }: Actor): void {
  const scope = scopeOf(route)
  if (!scopes || (scope !== undefined && scopes.includes(scope))) return
  const message = scope === undefined ? 'API keys may not call this' : `The API key lacks the scope ${scope}`
  const named = scope === undefined ? '' : `, scope="${scope}"`
  throw new Refusal('forbidden', message, { 'WWW-Authenticate': `Bearer error="insufficient_scope"${named}` })
}
