import type * as z from 'zod'
import { v7 } from 'uuid'
import { extensionSecrets, keptSecrets } from '../../../shared/config/secrets.ts'
import { readFunctionSettings } from '../../../shared/config/function-settings.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { TenantWrites } from '../../../shared/db/tenant-writes.ts'
import { auditing } from '../../../shared/domain/audit/append.ts'
import type { UserWork } from '../../../shared/domain/kernel/context.ts'
import { bookShipment } from '../../../shared/domain/shipments/shipments.ts'
import {
  Shipment,
  toShipmentResponse,
  type NewShipment,
  type ShipmentRecord,
  type ShipmentResponse,
} from '../../../shared/domain/shipments/record.ts'

// What a booking is, is this service's: its records, their items and the response. So all contenders write and answer the
// same, also after a change of the records. How they do it is their own.

const env = process.env
const fetchSecret = extensionSecrets({
  port: Number(env['PARAMETERS_SECRETS_EXTENSION_HTTP_PORT']),
  token: env['AWS_SESSION_TOKEN'] ?? '',
  idOf: (name) => env[`SECRET_${name.toUpperCase()}`] ?? '',
})
const settings = readFunctionSettings(() => undefined)
export const secret = keptSecrets(fetchSecret, settings)

/** The writes of a booking, and the response. */
export async function bookingOf(
  actor: Pick<UserWork['actor'], 'user_id' | 'tenant_id' | 'company_id' | 'role'>,
  input: z.output<typeof NewShipment>,
  newId: () => string = v7,
) {
  const table = new TenantWrites(mintGrant(actor.tenant_id))
  // The measured booking names no contact, reference or e-mail address, so that it reads nothing.
  const work = { actor, table, newId, now: new Date(), secret } as unknown as UserWork
  const request = {
    action: 'createShipment',
    route: 'POST /api/v1/shipments',
    actor_type: 'user' as const,
    actor_id: actor.user_id,
    role: actor.role,
    session_id: newId(),
    network: '192.0.2.0/24',
  }
  const plan = await auditing({ ...work, settings }, request)(() => bookShipment(work, input))()
  if ('refusal' in plan) throw plan.refusal
  return { writes: plan.writes, answer: answered(plan.result) }
}

/** The response for an item. Unlike this service's, it is not checked. */
export const answerOf = (item: object) => answered(toShipmentResponse(item as ShipmentRecord))

let shown: (keyof ShipmentResponse)[] | undefined
function answered(response: ShipmentResponse) {
  shown ??= Object.keys(Shipment.unwrap().shape) as (keyof ShipmentResponse)[]
  return Object.fromEntries(shown.map((field) => [field, response[field]]))
}
