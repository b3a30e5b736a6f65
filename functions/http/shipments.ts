import type { TableRights } from '../../shared/db/rights.ts'
import { Deleted } from '../../shared/domain/kernel/fields.ts'
import { citiesFile } from '../../shared/domain/kernel/places.ts'
import { phoneLibraryFile } from '../../shared/domain/search/spellings.ts'
import { Board, BoardQuery, readBoard } from '../../shared/domain/shipments/board.ts'
import { listShipments } from '../../shared/domain/shipments/list.ts'
import { ShipmentFilter } from '../../shared/domain/shipments/filter.ts'
import { NewShipment, Shipment, ShipmentChange } from '../../shared/domain/shipments/record.ts'
import {
  bookShipment,
  changeShipment,
  deleteShipment,
  readShipment,
} from '../../shared/domain/shipments/shipments.ts'
import {
  staffRoles,
  managerRoles,
  bookingRoles,
  roles,
  handlingRoles,
} from '../../shared/domain/kernel/roles.ts'
import { bookReturn, NewReturn } from '../../shared/domain/shipments/returns.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'search', 'verification']
export const table: TableRights = {
  tenant: [
    'GetItem',
    'BatchGetItem',
    'Query',
    'Query gsi1',
    'Query gsi2',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
  ],
  tracking: ['GetItem', 'PutItem', 'DeleteItem'],
  package: ['PutItem'],
  quotas: ['UpdateItem'],
}
/** Assets that the bundle needs. */
export const files = [citiesFile, phoneLibraryFile]

export const routes = [
  listRoute('GET /api/v1/shipments', {
    summary: 'List or find shipments, newest first',
    roles: staffRoles,
    query: ShipmentFilter,
    reply: Shipment,
    list: ({ ctx, query, page }) => listShipments(ctx, query, page),
  }),
  route('POST /api/v1/shipments', {
    summary: 'Book a shipment',
    roles: bookingRoles,
    body: NewShipment,
    reply: Shipment,
    status: 201,
    refuses: ['not_found'],
    decide: ({ ctx, body }) => bookShipment(ctx, body),
  }),
  route('GET /api/v1/shipments/{id}', {
    summary: 'Read a shipment',
    roles,
    reply: Shipment,
    read: ({ ctx, params }) => readShipment(ctx, params.id),
  }),
  route('PUT /api/v1/shipments/{id}', {
    summary: 'Change fields of a shipment',
    roles: handlingRoles,
    body: ShipmentChange,
    reply: Shipment,
    decide: ({ ctx, params, body }) => changeShipment(ctx, params.id, body),
  }),
  route('DELETE /api/v1/shipments/{id}', {
    summary: 'Delete a shipment with its packages',
    roles: managerRoles,
    reply: Deleted,
    decide: ({ ctx, params }) => deleteShipment(ctx, params.id),
  }),
  route('POST /api/v1/shipments/{id}/return', {
    operationId: 'bookReturn',
    summary: 'Book the shipment that brings a shipment back',
    roles: bookingRoles,
    body: NewReturn,
    reply: Shipment,
    status: 201,
    location: '/api/v1/shipments/{id}',
    decide: ({ ctx, params, body }) => bookReturn(ctx, params.id, body),
  }),
  route('GET /api/v1/shipments/board', {
    summary: 'Shipments by status, with counts',
    roles: staffRoles,
    query: BoardQuery,
    reply: Board,
    read: ({ ctx, query }) => readBoard(ctx, query),
  }),
]

export const handler = lambda(routes)
