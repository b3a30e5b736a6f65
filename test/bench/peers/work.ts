import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { bookingRoles, roles, type Role } from '../../../shared/domain/kernel/roles.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { answerOf, bookingOf, secret } from './booking.ts'
import { find, itemsOf, transact } from './calls.ts'

// The handlers that all peers share, as a service with only these three routes would implement them: jose verifies the
// token, zod validates the body, and the SDK's DocumentClient makes the calls. Only the framework differs between peers.

const env = process.env
const keySet = (keys: JSONWebKeySet) => createLocalJWKSet(keys)

/** An error with the response to the client. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

const Id = z.guid().toLowerCase()
const Claims = z.object({
  ...{ sub: Id, tenant_id: Id, company_id: Id, sid: Id, jti: Id },
  role: z.enum(roles),
})

/** The caller. Throws Refused if the token is invalid or the role is not allowed. */
async function authenticate(authorization: string | undefined, allowed: readonly Role[]) {
  const token = authorization?.replace(/^Bearer /, '') ?? ''
  const verified = await jwtVerify(token, await secret('verification', keySet), {
    ...{ typ: 'at+jwt', audience: 'courier-api', issuer: env['ISSUER'] ?? '' },
    algorithms: ['EdDSA'],
    requiredClaims: ['exp', 'iat'],
  }).catch(() => undefined)
  const claims = Claims.safeParse(verified?.payload)
  if (!claims.success) throw new Refused(401, 'Invalid or expired token')
  if (!allowed.includes(claims.data.role)) throw new Refused(403, 'Forbidden')
  return { ...claims.data, user_id: claims.data.sub }
}

/** POST /api/v1/shipments: books a shipment and returns the response body. Throws Refused. */
export async function book(authorization: string | undefined, body: unknown) {
  const actor = await authenticate(authorization, bookingRoles)
  const input = NewShipment.safeParse(body)
  if (!input.success) throw new Refused(422, input.error.message)
  const { writes, answer } = await bookingOf(actor, input.data)
  await transact(itemsOf(writes))
  return answer
}

/** GET /api/v1/shipments/{id}: returns the response body. Throws Refused. */
export async function read(authorization: string | undefined, id: string) {
  const { tenant_id } = await authenticate(authorization, roles)
  const item = await find(tenant_id, id)
  if (!item) throw new Refused(404, 'Shipment not found')
  return answerOf(item)
}

/** GET /: the health check. */
export const health = () => ({
  status: 'healthy',
  version: env['SERVICE_VERSION'],
  timestamp: new Date().toISOString().slice(0, -1),
})
