import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { v7 } from 'uuid'
import * as z from 'zod'
import { newTrackingId } from '../../../shared/domain/kernel/codes.ts'
import { airportOf, placeOf } from '../../../shared/domain/kernel/places.ts'
import { bookingRoles, roles, type Role } from '../../../shared/domain/kernel/roles.ts'
import type { ShipmentRecord } from '../../../shared/domain/shipments/record.ts'
import { extensionSecrets, keptSecrets } from '../../../shared/config/secrets.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { create, find } from './calls.ts'

// The handlers that all peers share, as a service with only these three routes would implement them: jose verifies the
// token, zod validates the body, and the SDK's DocumentClient makes the calls. Only the framework differs between peers.

const env = process.env
const fetchSecret = extensionSecrets({
  port: Number(env['PARAMETERS_SECRETS_EXTENSION_HTTP_PORT']),
  token: env['AWS_SESSION_TOKEN'] ?? '',
  idOf: () => env['SECRET_VERIFICATION'] ?? '',
})
const secret = keptSecrets(fetchSecret, {} as Settings)
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
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\0'))
const name = text(200).min(1).regex(/\S/)
const NewShipment = z.object({
  ...{ sender_name: name, sender_phone: name, sender_address: text(500).default('') },
  ...{ recipient_name: name, recipient_phone: name, recipient_address: text(500).default('') },
  ...{ origin: name, destination: name, description: text(2000).default('') },
  weight: z.number().min(0).max(100_000),
  price: z.number().min(0).max(1e9).default(0),
  payment_status: z
    .enum(['PENDING', 'UNPAID', 'PARTIALLY_PAID', 'PAID', 'REFUNDED', 'FAILED', 'CANCELLED', 'COD'])
    .default('PENDING'),
})

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
  return claims.data
}

/** POST /api/v1/shipments: books a shipment and returns the response body. Throws Refused. */
export async function book(authorization: string | undefined, body: unknown) {
  const { sub, tenant_id, company_id } = await authenticate(authorization, bookingRoles)
  const input = NewShipment.safeParse(body)
  if (!input.success) throw new Refused(422, input.error.message)
  const { weight, price, ...rest } = input.data
  const [id, tracking_id, moment] = [v7(), newTrackingId(), new Date().toISOString()]
  const record: ShipmentRecord = {
    ...rest,
    ...{ id, tracking_id, status: 'RECEIVED', tenant_id, origin_company_id: company_id },
    ...{ weight_g: Math.round(weight * 1000), price_minor: Math.round(price * 100), counts: {} },
    ...{ created_at: moment, updated_at: moment, version: 1 },
    search: [tracking_id, rest.sender_name, rest.recipient_name].join('\0').toLowerCase(),
    ...{ origin_place: placeOf(rest.origin), destination_place: placeOf(rest.destination) },
  }
  const event = {
    ...{ id: v7(), shipment_id: id, event_type: 'SHIPMENT_CREATED', description: 'Shipment booked' },
    ...{
      timestamp: moment,
      recorded_at: moment,
      location: airportOf(record.origin_place),
      public: true,
      actor_id: sub,
    },
  }
  await create(record, event)
  return answered(record)
}

/** GET /api/v1/shipments/{id}: returns the response body. Throws Refused. */
export async function read(authorization: string | undefined, id: string) {
  const { tenant_id } = await authenticate(authorization, roles)
  const item = await find(tenant_id, id)
  if (!item) throw new Refused(404, 'Shipment not found')
  const { pk: _pk, sk: _sk, gsi1pk: _pk1, gsi1sk: _sk1, gsi2pk: _pk2, gsi2sk: _sk2, ...record } = item
  return answered(record as ShipmentRecord)
}

/** GET /: the health check. */
export const health = () => ({
  status: 'healthy',
  version: env['SERVICE_VERSION'],
  timestamp: new Date().toISOString().slice(0, -1),
})

function answered(record: ShipmentRecord) {
  const { weight_g, price_minor, counts, version: _v, search: _s, ...rest } = record
  const { origin_place: _o, destination_place: _d, ...shown } = rest
  const packages_count = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0)
  return {
    ...{ ...shown, weight: weight_g / 1000, price: price_minor / 100 },
    ...{ packages_count, delivered_count: counts.DELIVERED ?? 0 },
  }
}
