import { ids } from '../fields/field.ts'
import type { OperationTexts } from './operation.ts'

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
  courier_id: ids.courier,
  courier_name: 'Irakli Gelashvili',
  flight_id: ids.flight,
  flight_number: 'SU1234',
}

export const bags: OperationTexts = {
  'POST /api/v1/bags': {
    description:
      'The bag is OPEN and empty. A `warehouse_id` that the company has not used yet becomes a warehouse of it; `courier_id` may follow by `assignCourier`. Publishes `bag.status_changed`.',
    example: { status: 'OPEN', total_packages: 0, total_weight_kg: 0, ...unassigned },
  },
  'PUT /api/v1/bags/{id}': {
    description:
      'Courier, flight and tag have operations of their own, and are ignored here. A manager may set `status`: IN_TRANSIT for a SEALED or CHECKED_IN bag, DELIVERED once no package in it is open; any other change of it is a 409.',
  },
  'DELETE /api/v1/bags/{id}': {
    description: 'Only an OPEN and empty bag: take its packages out first, else 409.',
    example: { id: ids.bag, message: 'The bag is deleted' },
  },
  'POST /api/v1/bags/{id}/packages/{package_id}': {
    description:
      'The bag is OPEN, has fewer than 200 packages, and its flight has room for the weight; the package is CREATED, IN_WAREHOUSE, ARRIVED or READY_FOR_PICKUP and in no other bag; else 409. It becomes ASSIGNED_TO_BAG, and the shipment IN_TRANSIT. The same package again changes nothing. Publishes `package.event_created` with ASSIGNED_TO_BAG.',
    example: { status: 'OPEN', package_id: ids.package, ...packed },
  },
  'POST /api/v1/bags/{id}/packages': {
    description:
      'As adding each of them (`addPackageToBag`), in a few transactions. The bag is OPEN, else 409. A package that the bag does not take does not prevent the others: `refused` says why, and `package_ids` lists those that are in the bag.',
    example: { status: 'OPEN', package_ids: [ids.package], refused: [], ...packed },
  },
  'DELETE /api/v1/bags/{id}/packages/{package_id}': {
    description:
      'The bag is OPEN, else 409. The package gets the status that it had before, and its weight no longer counts for the bag and its flight. Publishes `package.event_created` with REMOVED_FROM_BAG.',
    example: { status: 'OPEN', total_packages: 0, total_weight_kg: 0 },
  },
  'POST /api/v1/bags/{id}/assign-courier': {
    description:
      'Reserves the bag’s weight on the flight, and releases that of an earlier one. The bag is OPEN, SEALED or CHECKED_IN, the courier ACTIVE, the flight SCHEDULED or BOARDING with room for the weight and fewer than 40 bags; else 409. `status` is always ASSIGNED here; the bag itself keeps its status. Adds COURIER_ASSIGNED to the timelines of its packages.',
  },
  'PUT /api/v1/bags/{id}/seal': {
    description:
      'An OPEN bag becomes SEALED and takes no more packages. A SEALED or CHECKED_IN bag stays as it is; a later one is a 409. There is no unsealing. Publishes `bag.status_changed`.',
    example: { status: 'SEALED', ...packed },
  },
  'PUT /api/v1/bags/{id}/checkin': {
    description:
      'The airline has accepted the bag. An OPEN bag is sealed first; a CHECKED_IN one gets the new tag; a later one is a 409. Needs neither courier nor flight. A `flight_number` other than that of its flight is accepted with a warning. Publishes `bag.status_changed`.',
    example: { status: 'CHECKED_IN', warnings: [] },
  },
  'GET /api/v1/bags/{id}': {
    description: 'Its packages and their weight, its courier and its flight.',
    example: { status: 'SEALED', ...packed, ...assigned },
  },
  'GET /api/v1/bags/{id}/packages': {
    description: 'The manifest: also packages that have left the bag at its destination.',
    example: { status: 'ASSIGNED_TO_BAG', bags: [ids.bag] },
  },
}
