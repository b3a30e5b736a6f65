import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { create, find, tenantOf } from './calls.ts'

// Only the DynamoDB calls with the same items, without authentication, validation or a response body. The tenant id is read
// from the token once without verification, and a new record is a fixed one with new ids.

let tenant: string | undefined

export async function handler({ headers, rawPath, routeKey }: APIGatewayProxyEventV2) {
  tenant ??= tenantOf(headers['authorization'])
  if (routeKey.startsWith('GET')) return done(200, await find(tenant, rawPath.split('/').at(-1) ?? ''))
  const [id, moment] = [randomUUID(), new Date().toISOString()]
  await create(shipmentOf(id, tenant, moment), eventOf(id, moment))
  return done(201)
}

const done = (statusCode: number, item: unknown = true) => ({ statusCode: item ? statusCode : 404, body: '' })

/** The record that work.ts creates from test/events/shipments-book.json. */
const shipmentOf = (id: string, tenant_id: string, moment: string) => ({
  ...{ sender_name: 'Anna Petrova', sender_phone: '+79161234567', sender_address: '' },
  ...{ recipient_name: 'Giorgi Beridze', recipient_phone: '+995599123456', recipient_address: '' },
  ...{ origin: 'Moscow', destination: 'Tbilisi', description: '', payment_status: 'PENDING' },
  ...{ id, tracking_id: `TRK-${id.slice(-13)}`, status: 'RECEIVED', tenant_id, origin_company_id: tenant_id },
  ...{ weight_g: 2500, price_minor: 0, counts: {}, created_at: moment, updated_at: moment, version: 1 },
  search: `trk-${id.slice(-13)}\0anna petrova\0giorgi beridze`,
  ...{ origin_place: 'Moscow (SVO)', destination_place: 'Tbilisi (TBS)' },
})

const eventOf = (id: string, moment: string) => ({
  ...{ id: randomUUID(), shipment_id: id, event_type: 'SHIPMENT_CREATED', description: 'Shipment booked' },
  ...{ timestamp: moment, recorded_at: moment, location: 'SVO', public: true, actor_id: id },
})
