import { v5 } from 'uuid'
import { sealer } from '../core/seal.ts'
import { auditing } from '../domain/audit/append.ts'
import { transact } from '../db/commit.ts'
import type { IdempotentRequest } from '../db/stores/idempotency.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { auditedRequest } from './audited-request.ts'
import { listContext, openCursor, sealCursor } from './cursor.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { versionExpectation } from './preconditions.ts'
import type { AuthorizedRequest } from './routing/match.ts'
import type { HttpRequest } from './routing/request.ts'
import type { VerbRequest } from './routing/route.ts'

/** The context of a handler: with a caller it has the tenant's table, without one only what anyone may use. */
export function contextOf(
  runtime: Runtime,
  admitted: AuthorizedRequest,
  { address, headers, now }: HttpRequest,
  idempotent: IdempotentRequest | undefined,
): VerbRequest['ctx'] {
  const { caller } = admitted
  const { newId, secret, settings, bucket, client, limits } = runtime
  const about = auditedRequest(admitted, address)
  // Of the transactions of an `act` handler, those have an entry that change audited records.
  const ofPart = auditing({ now, newId, settings }, { ...about, onlyChanges: true })
  const commit: VerbRequest['ctx']['transact'] = (decide, audited = ofPart) =>
    transact(runtime.store, audited(decide))
  let id: string | undefined
  const requestId = () => (id ??= idempotent ? idOf(idempotent) : newId())
  const base = {
    now,
    newId,
    requestId,
    secret,
    settings,
    bucket,
    client,
    limits,
    audited: auditing({ now, newId, settings }, about),
    transact: commit,
  }
  if (caller)
    return {
      ...base,
      ...caller,
      hasIdempotencyKey: idempotent !== undefined,
      elsewhere: async (kind, key, holds) => {
        const found = await runtime.directory.find(kind, key)
        const other = found && found.grant.tenantId !== caller.actor.tenant_id
        return other === true && holds(runtime.tenant(found.grant))
      },
      expectVersion: versionExpectation(headers['if-match']),
      cursor: async (path, filters, position) =>
        sealCursor(
          position,
          await runtime.secret('sealing', sealer),
          listContext(caller.actor.tenant_id, path, filters),
        ),
      openCursor: async (path, filters, cursor) =>
        openCursor(
          cursor,
          await runtime.secret('sealing', sealer),
          listContext(caller.actor.tenant_id, path, filters),
          'body',
        ),
    }
  const { store: _table, log: _log, ...open } = runtime
  return {
    ...open,
    ...base,
    address,
    idempotencyKey: () => idempotencyKey(headers),
    authorization: headers.authorization,
    userAgent: () => headers['user-agent'] ?? '',
  }
}

/**
 * The request id that all requests of a user to a route with one key share: a name-based UUID (RFC 9562 §5.5).
 */
const idOf = ({ user, route, key }: IdempotentRequest) =>
  v5(JSON.stringify([user, route, key]), requestNamespace)
const requestNamespace = '6f1d5c0e-3a52-4a0b-9f5e-0c7a4e8b2d91'
