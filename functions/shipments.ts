import { listShipments, ShipmentFilter } from '../shared/domain/shipment-list.ts'
import { NewShipment, Shipment, ShipmentChange } from '../shared/domain/shipment.ts'
import { bookShipment, changeShipment, readShipment } from '../shared/domain/shipments.ts'
import { allButCouriers, office, warehouseToo } from '../shared/domain/roles.ts'
import { lambda } from '../shared/http/lambda.ts'
import { listRoute, route } from '../shared/http/route.ts'
import type { SecretName } from '../shared/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'verification']

export const routes = [
  listRoute('GET /api/v1/shipments', {
    summary: 'List shipments, newest first',
    roles: allButCouriers,
    query: ShipmentFilter,
    reply: Shipment,
    list: ({ ctx, query, page }) => listShipments(ctx, query, page),
  }),
  route('POST /api/v1/shipments', {
    summary: 'Book a shipment',
    roles: office,
    body: NewShipment,
    reply: Shipment,
    status: 201,
    decide: ({ ctx, body }) => bookShipment(ctx, body),
  }),
  route('GET /api/v1/shipments/{id}', {
    summary: 'Read a shipment',
    roles: allButCouriers,
    reply: Shipment,
    read: ({ ctx, params }) => readShipment(ctx, params.id),
  }),
  route('PUT /api/v1/shipments/{id}', {
    summary: 'Change fields of a shipment',
    roles: warehouseToo,
    body: ShipmentChange,
    reply: Shipment,
    decide: ({ ctx, params, body }) => changeShipment(ctx, params.id, body),
  }),
]

export const handler = lambda(routes)
