import { recordedNetwork } from '../core/network.ts'
import type { AuditedRequest } from '../domain/audit/append.ts'
import { operationIdOf, singular } from './openapi/operation-id.ts'
import type { AuthorizedRequest } from './routing/match.ts'

/** What the audit log says of a request. `address` is its client's network, by `clientNetwork`. */
export function auditedRequest({ route, params, caller }: AuthorizedRequest, address: string): AuditedRequest {
  const { actor } = caller ?? {}
  const [, noun] = /^\/api\/v1\/([^/]+)\/\{id\}/.exec(route.path) ?? []
  return {
    action: operationIdOf(route),
    route: route.key,
    actor_type: actor?.scopes ? 'api_key' : 'user',
    actor_id: actor?.user_id,
    role: actor?.role ?? null,
    session_id: actor?.session_id ?? null,
    network: recordedNetwork(address),
    ...(noun !== undefined && { record: `${singular(noun).replaceAll('-', '_')}:${params.id ?? ''}` }),
  }
}
