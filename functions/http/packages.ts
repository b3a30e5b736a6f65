import type { TableRights } from '../../shared/db/rights.ts'
import * as z from 'zod'
import { Event } from '../../shared/domain/timeline/timeline-events.ts'
import { NewPackage, Package, PackageChange } from '../../shared/domain/packages/record.ts'
import {
  addPackage,
  changePackage,
  deletePackage,
  listPackages,
  packageEvents,
  readPackage,
} from '../../shared/domain/packages/packages.ts'
import { VoidedScan, voidScan } from '../../shared/domain/scans/void-scan.ts'
import { bookingRoles, managerRoles, roles, handlingRoles } from '../../shared/domain/kernel/roles.ts'
import { Deleted } from '../../shared/domain/kernel/fields.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  package: ['PutItem', 'DeleteItem'],
  quotas: ['UpdateItem'],
}

export const routes = [
  listRoute('GET /api/v1/shipments/{id}/packages', {
    summary: 'List the packages of a shipment, newest first',
    roles,
    reply: Package,
    pageSize: 200,
    list: ({ ctx, params, page }) => listPackages(ctx, params.id, page),
  }),
  route('POST /api/v1/shipments/{id}/packages', {
    operationId: 'addPackage',
    summary: 'Add a package to a shipment',
    roles: bookingRoles,
    body: NewPackage,
    reply: Package,
    status: 201,
    location: '/api/v1/packages/{id}',
    decide: ({ ctx, params, body }) => addPackage(ctx, params.id, body),
  }),
  route('GET /api/v1/packages/{id}', {
    summary: 'Read a package',
    roles,
    reply: Package,
    read: ({ ctx, params }) => readPackage(ctx, params.id),
  }),
  route('PUT /api/v1/packages/{id}', {
    summary: 'Change fields or the status of a package',
    roles: handlingRoles,
    body: PackageChange,
    reply: Package,
    decide: ({ ctx, params, body }) => changePackage(ctx, params.id, body),
  }),
  route('DELETE /api/v1/packages/{id}', {
    summary: 'Delete a package',
    roles: managerRoles,
    reply: Deleted,
    decide: ({ ctx, params }) => deletePackage(ctx, params.id),
  }),
  route('GET /api/v1/packages/{id}/events', {
    operationId: 'listPackageEvents',
    summary: 'The timeline of a package, oldest first',
    roles,
    reply: z.array(Event),
    read: ({ ctx, params }) => packageEvents(ctx, params.id),
  }),
  route('POST /api/v1/packages/{id}/events/{event_id}/void', {
    operationId: 'voidScan',
    summary: 'Take a scan of a package back',
    roles: [...handlingRoles, 'courier'],
    body: VoidedScan,
    reply: Event,
    decide: ({ ctx, params, body }) => voidScan(ctx, params.id, params.event_id, body),
  }),
]

export const handler = lambda(routes)
