import * as z from 'zod'
import { exampleIds } from '../../shared/domain/kernel/example-ids.ts'
import type { TableRights } from '../../shared/db/rights.ts'
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
import { lambda } from '../../shared/http/pipeline.ts'
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
    description:
      'The package is CREATED, with a code and signed `qr_data` for its label. A shipment has at most 80 packages, and gets none after it is DELIVERED or RETURNED; else 409. Publishes `package.event_created` with PACKAGE_CREATED.',
    example: { status: 'CREATED', bags: [] },
    roles: bookingRoles,
    body: NewPackage,
    reply: Package,
    status: 201,
    location: '/api/v1/packages/{id}',
    decide: ({ ctx, params, body }) => addPackage(ctx, params.id, body),
  }),
  route('GET /api/v1/packages/{id}', {
    summary: 'Read a package',
    description:
      'The status is the higher of the package’s own and that of its bag. The ETag also covers the bag.',
    roles,
    reply: Package,
    read: ({ ctx, params }) => readPackage(ctx, params.id),
  }),
  route('PUT /api/v1/packages/{id}', {
    summary: 'Change fields or the status of a package',
    description:
      '`status` may move forward; ASSIGNED_TO_BAG and IN_TRANSIT come from bags only; else 409. DELIVERED, RETURNED and LOST are left by a manager’s correction, or, if LOST, by ARRIVED. A new `weight` also changes the total of its bag and the room on its flight. Publishes `package.event_created`.',
    roles: handlingRoles,
    body: PackageChange,
    reply: Package,
    decide: ({ ctx, params, body }) => changePackage(ctx, params.id, body),
  }),
  route('DELETE /api/v1/packages/{id}', {
    summary: 'Delete a package',
    description:
      '409 while a bag holds it, or still counts it after its arrival, and while it has an open case.',
    example: { id: exampleIds.package, message: 'The package is deleted' },
    roles: managerRoles,
    reply: Deleted,
    decide: ({ ctx, params }) => deletePackage(ctx, params.id),
  }),
  route('GET /api/v1/packages/{id}/events', {
    operationId: 'listPackageEvents',
    summary: 'The timeline of a package, oldest first',
    description:
      'At most the newest 200 events: its own, those of its shipment, and those of its bag while it is inside.',
    roles,
    reply: z.array(Event),
    read: ({ ctx, params }) => packageEvents(ctx, params.id),
  }),
  route('POST /api/v1/packages/{id}/events/{event_id}/void', {
    operationId: 'voidScan',
    summary: 'Take a scan of a package back',
    description:
      'Restores what the scan changed, by an event EVENT_VOIDED that negates it, while nothing has changed the package since (otherwise 409). The scan stays in the timeline with `voided_by`, and is not public any more; a case that it opened is resolved. Managers take back every scan, others their own for ten minutes. Repeated, it answers the same.',
    example: { event_type: 'EVENT_VOIDED' },
    roles: [...handlingRoles, 'courier'],
    body: VoidedScan,
    reply: Event,
    decide: ({ ctx, params, body }) => voidScan(ctx, params.id, params.event_id, body),
  }),
]

export const handler = lambda(routes)
