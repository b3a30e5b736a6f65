import { glyphsFile } from '../../shared/domain/labels/glyphs.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { consolidate, Consolidation, ConsolidationResult } from '../../shared/domain/scans/consolidate.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'
import { latinLibraryFile } from '../../shared/domain/search/latin.ts'
import { phoneLibraryFile } from '../../shared/domain/search/spellings.ts'
import { receiveParcel, ReceivedParcel, Receipt } from '../../shared/domain/scans/receive.ts'
import { handlingRoles, managerRoles, staffRoles } from '../../shared/domain/kernel/roles.ts'
import { NewWarehouse, Warehouse, WarehouseChange } from '../../shared/domain/warehouses/record.ts'
import {
  changeWarehouse,
  listWarehouses,
  openWarehouse,
  readWarehouse,
} from '../../shared/domain/warehouses/warehouses.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'search', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi1', 'Query gsi2', 'PutItem', 'UpdateItem'],
  tracking: ['PutItem'],
  package: ['PutItem'],
  quotas: ['UpdateItem'],
}

/** Assets that the bundle needs. */
export const files = [placesFile, phoneLibraryFile, glyphsFile, latinLibraryFile]

export const routes = [
  listRoute('GET /api/v1/warehouses', {
    summary: 'List warehouses, newest first',
    roles: staffRoles,
    reply: Warehouse,
    list: ({ ctx, page }) => listWarehouses(ctx, page),
  }),
  route('POST /api/v1/warehouses', {
    summary: 'Open a warehouse',
    description: 'Without a `code`, the warehouse gets one. Codes appear in timelines and on labels.',
    roles: managerRoles,
    body: NewWarehouse,
    reply: Warehouse,
    status: 201,
    decide: ({ ctx, body }) => openWarehouse(ctx, body),
  }),
  route('GET /api/v1/warehouses/{id}', {
    summary: 'Read a warehouse',
    roles: staffRoles,
    reply: Warehouse,
    read: ({ ctx, params }) => readWarehouse(ctx, params.id),
  }),
  route('PUT /api/v1/warehouses/{id}', {
    summary: 'Change fields of a warehouse',
    description: 'Events that were recorded keep the code that the warehouse had then.',
    roles: managerRoles,
    body: WarehouseChange,
    reply: Warehouse,
    decide: ({ ctx, params, body }) => changeWarehouse(ctx, params.id, body),
  }),
  route('POST /api/v1/warehouse/{id}/receive', {
    operationId: 'receiveParcel',
    summary: 'Receive a parcel: a shipment with one package',
    description:
      'Books a shipment from the warehouse’s city with one package, in one step. The destination may be given later. An id that the company has not used yet becomes a warehouse of it.',
    example: { status: 'CREATED' },
    roles: handlingRoles,
    body: ReceivedParcel,
    reply: Receipt,
    status: 201,
    location: '/api/v1/packages/{package_id}',
    decide: ({ ctx, params, body }) => receiveParcel(ctx, params.id, body),
  }),
  route('POST /api/v1/warehouse/{id}/consolidate', {
    operationId: 'consolidateShipments',
    summary: 'Make shipments ready whose packages have all arrived',
    description:
      'Looks at up to 25 shipments with a package that has ARRIVED here. Where all packages have, they become READY_FOR_PICKUP; the others are listed with their missing packages. With `preview` nothing changes; `shipment_ids` names the ones to check, so that a person can look at the `warnings` first. It can be run at any time: again, it changes nothing.',
    roles: handlingRoles,
    body: Consolidation,
    reply: ConsolidationResult,
    act: ({ ctx, params, body }) => consolidate(ctx, params.id, body),
  }),
]

export const handler = lambda(routes)
