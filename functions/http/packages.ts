import type { TableRights } from '../../shared/db/rights.ts'
import * as z from 'zod'
import { Event } from '../../shared/domain/timeline/timeline-events.ts'
import { Package, PackageChange } from '../../shared/domain/packages/record.ts'
import {
  changePackage,
  deletePackage,
  packageEvents,
  readPackage,
} from '../../shared/domain/operations/shipments/packages.ts'
import { VoidedScan, voidScan } from '../../shared/domain/operations/scanning/void-scan.ts'
import { managerRoles, roles, handlingRoles } from '../../shared/domain/kernel/roles.ts'
import { Deleted } from '../../shared/domain/kernel/fields.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  package: ['DeleteItem'],
  quotas: ['UpdateItem'],
}

export const routes = [
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
