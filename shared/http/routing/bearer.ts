import { verifierOf } from '../../auth/tokens.ts'
import { forbidden, unauthenticated } from '../../core/errors.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Role } from '../../domain/kernel/roles.ts'
import type { HttpRequest, Caller } from './request.ts'

/**
 * Identifies the caller by the bearer token. Throws `unauthenticated`, and `forbidden` if the role may not call
 * the route.
 */
export async function bearer(
  runtime: Runtime,
  route: { roles: readonly Role[] },
  { headers, now }: HttpRequest,
): Promise<Caller> {
  const token = /^Bearer +([^ ]+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (!token) throw unauthenticated('Not authenticated')
  const { actor, grant } = await (await verifierOf(runtime, token)).access(token, now)
  if (!route.roles.includes(actor.role)) throw forbidden()
  return { actor, table: runtime.tenant(grant) }
}
