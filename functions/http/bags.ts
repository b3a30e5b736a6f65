import * as z from 'zod'
import { exampleIds } from '../../shared/domain/kernel/example-ids.ts'
import { flightTexts } from '../../shared/domain/flights/record.ts'
import { courierTexts } from '../../shared/domain/couriers/record.ts'
import { commonTexts } from '../../shared/domain/kernel/field-texts.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { addToBag, removeFromBag } from '../../shared/domain/bags/contents.ts'
import { PackageList, PackedBag, packMany } from '../../shared/domain/bags/pack-many.ts'
import { assignCourier, checkInBag, sealBag } from '../../shared/domain/bags/journey.ts'
import { Assignment, Bag, BagChange, CheckIn, NewBag, bagTexts } from '../../shared/domain/bags/record.ts'
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
import { Deleted, idOf } from '../../shared/domain/kernel/fields.ts'
import { Package } from '../../shared/domain/packages/record.ts'
import { managerRoles, bookingRoles, roles, handlingRoles } from '../../shared/domain/kernel/roles.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { lazySchema } from '../../shared/core/lazy-schema.ts'

export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const files = [placesFile]
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

const Filled = lazySchema(() =>
  Bag.unwrap()
    .extend({ package_id: idOf('package') })
    .meta({ id: 'FilledBag' }),
)

/** For the example responses. */
const unassigned = {
  assignment_status: 'UNASSIGNED',
  courier_id: null,
  courier_name: null,
  flight_id: null,
  flight_number: null,
}
const packed = { total_packages: 1, total_weight_kg: 2.5 }
const assigned = {
  assignment_status: 'ASSIGNED',
  courier_id: exampleIds.courier,
  courier_name: 'Irakli Gelashvili',
  flight_id: exampleIds.flight,
  flight_number: 'SU1234',
}

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
    description:
      'The bag is OPEN and empty. A `warehouse_id` that the company has not used yet becomes a warehouse of it; `courier_id` may follow by `assignCourier`. Publishes `bag.status_changed`.',
    example: { status: 'OPEN', total_packages: 0, total_weight_kg: 0, ...unassigned },
    roles: handlingRoles,
    body: NewBag,
    reply: Bag,
    status: 201,
    refuses: ['not_found'],
    decide: ({ ctx, body }) => openBag(ctx, body),
  }),
  route('GET /api/v1/bags/{id}', {
    summary: 'Read a bag',
    description: 'Its packages and their weight, its courier and its flight.',
    example: { status: 'SEALED', ...packed, ...assigned },
    roles,
    reply: Bag,
    read: ({ ctx, params }) => readBag(ctx, params.id),
  }),
  route('PUT /api/v1/bags/{id}', {
    summary: 'Change fields of a bag',
    description:
      'Courier, flight and tag have operations of their own, and are ignored here. A manager may set `status`: IN_TRANSIT for a SEALED or CHECKED_IN bag, DELIVERED once no package in it is open; any other change of it is a 409.',
    roles: handlingRoles,
    body: BagChange,
    reply: Bag,
    decide: ({ ctx, params, body }) => changeBag(ctx, params.id, body),
  }),
  route('DELETE /api/v1/bags/{id}', {
    summary: 'Delete an empty bag',
    description: 'Only an OPEN and empty bag: take its packages out first, else 409.',
    example: { id: exampleIds.bag, message: 'The bag is deleted' },
    roles: managerRoles,
    reply: Deleted,
    decide: ({ ctx, params }) => deleteBag(ctx, params.id),
  }),
  listRoute('GET /api/v1/bags/{id}/packages', {
    summary: 'List the packages on the manifest of a bag',
    description: 'The manifest: also packages that have left the bag at its destination.',
    example: { status: 'ASSIGNED_TO_BAG', bags: [exampleIds.bag] },
    roles,
    reply: Package,
    pageSize: 200,
    list: ({ ctx, params, page }) => listBagPackages(ctx, params.id, page),
  }),
  route('POST /api/v1/bags/{id}/packages', {
    operationId: 'addPackagesToBag',
    summary: 'Put up to 40 packages into an open bag',
    description:
      'As adding each of them (`addPackageToBag`), in a few transactions. The bag is OPEN, else 409. Scanners name packages by their labels (`qr_codes`), whose signatures are checked first. A package that the bag does not take, or whose label may be forged, does not prevent the others: `refused` says why, by what the request named it, and `packed` lists those that are in the bag, with a warning for each that goes elsewhere.',
    example: { status: 'OPEN', package_ids: [exampleIds.package], refused: [], ...packed },
    roles: handlingRoles,
    body: PackageList,
    reply: PackedBag,
    refuses: ['not_found', 'conflict'],
    act: ({ ctx, params, body }) => packMany(ctx, params.id, body),
  }),
  route('POST /api/v1/bags/{id}/packages/{package_id}', {
    operationId: 'addPackageToBag',
    summary: 'Put a package into an open bag',
    description:
      'The bag is OPEN, has fewer than 200 packages, and its flight has room for the weight; the package is CREATED, IN_WAREHOUSE, ARRIVED or READY_FOR_PICKUP and in no other bag; else 409. It becomes ASSIGNED_TO_BAG, and the shipment IN_TRANSIT. The same package again changes nothing. Publishes `package.event_created` with ASSIGNED_TO_BAG.',
    example: { status: 'OPEN', package_id: exampleIds.package, ...packed },
    roles: handlingRoles,
    reply: Filled,
    decide: ({ ctx, params }) => addToBag(ctx, params.id, params.package_id),
  }),
  route('DELETE /api/v1/bags/{id}/packages/{package_id}', {
    operationId: 'removePackageFromBag',
    summary: 'Take a package out of an open bag',
    description:
      'The bag is OPEN, else 409. The package gets the status that it had before, and its weight no longer counts for the bag and its flight. Publishes `package.event_created` with REMOVED_FROM_BAG.',
    example: { status: 'OPEN', total_packages: 0, total_weight_kg: 0 },
    roles: handlingRoles,
    reply: Filled,
    decide: ({ ctx, params }) => removeFromBag(ctx, params.id, params.package_id),
  }),
  route('POST /api/v1/bags/{id}/assign-courier', {
    operationId: 'assignCourier',
    summary: 'Assign a courier and a flight to a bag',
    description:
      'Reserves the bag’s weight on the flight, and releases that of an earlier one. The bag is OPEN, SEALED or CHECKED_IN, the courier ACTIVE, the flight SCHEDULED or BOARDING with room for the weight and fewer than 40 bags; else 409. `status` is always ASSIGNED here; the bag itself keeps its status. Adds COURIER_ASSIGNED to the timelines of its packages.',
    roles: bookingRoles,
    body: Assignment,
    reply: lazySchema(() =>
      z
        .object({
          id: idOf('bag'),
          courier_id: idOf('courier'),
          courier_name: z.string().meta(courierTexts.courierName),
          flight_id: idOf('flight'),
          flight_number: z.string().meta(flightTexts.flightNumber),
          status: z.literal('ASSIGNED').meta({
            description: 'Always `ASSIGNED`; the bag’s own status does not change',
            examples: ['ASSIGNED'],
          }),
        })
        .meta({ id: 'AssignedBag' }),
    ),
    decide: ({ ctx, params, body }) => assignCourier(ctx, params.id, body),
  }),
  route('PUT /api/v1/bags/{id}/seal', {
    operationId: 'sealBag',
    summary: 'Seal a bag',
    description:
      'An OPEN bag becomes SEALED and takes no more packages. A SEALED or CHECKED_IN bag stays as it is; a later one is a 409. There is no unsealing. Publishes `bag.status_changed`.',
    example: { status: 'SEALED', ...packed },
    roles: handlingRoles,
    reply: Bag,
    decide: ({ ctx, params }) => sealBag(ctx, params.id),
  }),
  route('PUT /api/v1/bags/{id}/checkin', {
    operationId: 'checkInBag',
    summary: 'Check a bag in at the airline',
    description:
      'The airline has accepted the bag. An OPEN bag is sealed first; a CHECKED_IN one gets the new tag; a later one is a 409. Needs neither courier nor flight. A `flight_number` other than that of its flight (`flight_number_mismatch`), and a tag that another bag has which is not DELIVERED (`airline_tag_in_use`), are accepted with a warning. Publishes `bag.status_changed`.',
    example: { status: 'CHECKED_IN', warnings: [] },
    roles: [...bookingRoles, 'courier'],
    body: CheckIn,
    reply: lazySchema(() =>
      z
        .object({
          id: idOf('bag'),
          status: z.enum(bagStatuses).meta(commonTexts.status),
          airline_tag_code: z.string().meta(bagTexts.airlineTagCode),
          airline: z.string().meta(flightTexts.airline),
          flight_number: z.string().meta(flightTexts.flightNumber),
          warnings: z.array(z.string()).meta({
            description:
              '`flight_number_mismatch`: another flight than the assigned one; `airline_tag_in_use`: another bag that is not DELIVERED has this tag',
            examples: [[]],
          }),
        })
        .meta({ id: 'CheckedInBag' }),
    ),
    decide: ({ ctx, params, body }) => checkInBag(ctx, params.id, body),
  }),
]

export const handler = lambda(routes)
