import type { TableRights } from '../../shared/db/rights.ts'
import * as z from 'zod'
import { addToBag, removeFromBag } from '../../shared/domain/bags/contents.ts'
import { PackageList, PackedBag, packMany } from '../../shared/domain/bags/pack-many.ts'
import { assignCourier, checkInBag, sealBag } from '../../shared/domain/bags/journey.ts'
import { Assignment, Bag, BagChange, CheckIn, NewBag } from '../../shared/domain/bags/record.ts'
import { bagStatuses } from '../../shared/domain/bags/status.ts'
import {
  BagFilter,
  changeBag,
  deleteBag,
  listBagPackages,
  listBags,
  openBag,
  readBag,
} from '../../shared/domain/bags/bags.ts'
import { Deleted, Id } from '../../shared/domain/kernel/fields.ts'
import { Package } from '../../shared/domain/packages/record.ts'
import { managerRoles, bookingRoles, roles, handlingRoles } from '../../shared/domain/kernel/roles.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { lazySchema } from '../../shared/core/lazy-schema.ts'

export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
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
  bag: ['PutItem', 'DeleteItem'],
  quotas: ['UpdateItem'],
}

const Filled = lazySchema(() => Bag.unwrap().extend({ package_id: Id }).meta({ id: 'FilledBag' }))

export const routes = [
  listRoute('GET /api/v1/bags', {
    summary: 'List bags, newest first',
    roles,
    query: BagFilter,
    reply: Bag,
    list: ({ ctx, query, page }) => listBags(ctx, query, page),
  }),
  route('POST /api/v1/bags', {
    summary: 'Open a bag',
    roles: handlingRoles,
    body: NewBag,
    reply: Bag,
    status: 201,
    refuses: ['not_found'],
    decide: ({ ctx, body }) => openBag(ctx, body),
  }),
  route('GET /api/v1/bags/{id}', {
    summary: 'Read a bag',
    roles,
    reply: Bag,
    read: ({ ctx, params }) => readBag(ctx, params.id),
  }),
  route('PUT /api/v1/bags/{id}', {
    summary: 'Change fields of a bag',
    roles: handlingRoles,
    body: BagChange,
    reply: Bag,
    decide: ({ ctx, params, body }) => changeBag(ctx, params.id, body),
  }),
  route('DELETE /api/v1/bags/{id}', {
    summary: 'Delete an empty bag',
    roles: managerRoles,
    reply: Deleted,
    decide: ({ ctx, params }) => deleteBag(ctx, params.id),
  }),
  listRoute('GET /api/v1/bags/{id}/packages', {
    summary: 'List the packages on the manifest of a bag',
    roles,
    reply: Package,
    pageSize: 200,
    list: ({ ctx, params, page }) => listBagPackages(ctx, params.id, page),
  }),
  route('POST /api/v1/bags/{id}/packages', {
    operationId: 'addPackagesToBag',
    summary: 'Put up to 40 packages into an open bag',
    roles: handlingRoles,
    body: PackageList,
    reply: PackedBag,
    refuses: ['not_found', 'conflict'],
    act: ({ ctx, params, body }) => packMany(ctx, params.id, body),
  }),
  route('POST /api/v1/bags/{id}/packages/{package_id}', {
    operationId: 'addPackageToBag',
    summary: 'Put a package into an open bag',
    roles: handlingRoles,
    reply: Filled,
    decide: ({ ctx, params }) => addToBag(ctx, params.id, params.package_id),
  }),
  route('DELETE /api/v1/bags/{id}/packages/{package_id}', {
    operationId: 'removePackageFromBag',
    summary: 'Take a package out of an open bag',
    roles: handlingRoles,
    reply: Filled,
    decide: ({ ctx, params }) => removeFromBag(ctx, params.id, params.package_id),
  }),
  route('POST /api/v1/bags/{id}/assign-courier', {
    operationId: 'assignCourier',
    summary: 'Assign a courier and a flight to a bag',
    roles: bookingRoles,
    body: Assignment,
    reply: lazySchema(() =>
      z
        .object({
          id: Id,
          courier_id: Id,
          courier_name: z.string(),
          flight_id: Id,
          flight_number: z.string(),
          status: z.literal('ASSIGNED'),
        })
        .meta({ id: 'AssignedBag' }),
    ),
    decide: ({ ctx, params, body }) => assignCourier(ctx, params.id, body),
  }),
  route('PUT /api/v1/bags/{id}/seal', {
    operationId: 'sealBag',
    summary: 'Seal a bag',
    roles: handlingRoles,
    reply: Bag,
    decide: ({ ctx, params }) => sealBag(ctx, params.id),
  }),
  route('PUT /api/v1/bags/{id}/checkin', {
    operationId: 'checkInBag',
    summary: 'Check a bag in at the airline',
    roles: [...bookingRoles, 'courier'],
    body: CheckIn,
    reply: lazySchema(() =>
      z
        .object({
          id: Id,
          status: z.enum(bagStatuses),
          airline_tag_code: z.string(),
          airline: z.string(),
          flight_number: z.string(),
          warnings: z.array(z.string()),
        })
        .meta({ id: 'CheckedInBag' }),
    ),
    decide: ({ ctx, params, body }) => checkInBag(ctx, params.id, body),
  }),
]

export const handler = lambda(routes)
