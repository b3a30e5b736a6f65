import { ids } from '../fields/field.ts'
import type { OperationTexts } from './operation.ts'

export const shipments: OperationTexts = {
  'POST /api/v1/shipments/{id}/return': {
    description:
      'From the recipient to the sender, with the places the other way round, and free unless a price is given. The two name each other: `return_of`, `return_id`. A shipment has one return; a second one is a 409. The status of the first shipment stays.',
  },
  'GET /api/v1/shipments/{id}/notices': {
    description:
      'The e-mails to recipient and sender about its status, with what became of each, for 90 days. A notice is sent within seconds; `state` is PENDING until then.',
  },
  'POST /api/v1/shipments/{id}/notices': {
    description:
      'Sends those of the current status, to each party with an address. Three times a day for a shipment; beyond, it is a 429. 409 if the status has no notice, if there is no address, or if the address gets none: it was stopped, rejected, bounced or complained.',
  },
  'POST /api/v1/packages/{id}/events/{event_id}/void': {
    description:
      'Restores what the scan changed, by an event EVENT_VOIDED that negates it, while nothing has changed the package since (otherwise 409). The scan stays in the timeline with `voided_by`, and is not public any more; a case that it opened is resolved. Managers take back every scan, others their own for ten minutes. Repeated, it answers the same.',
    example: { event_type: 'EVENT_VOIDED' },
  },
  'POST /api/v1/shipments': {
    description:
      'The shipment is RECEIVED, and can be followed by its `tracking_id` at once. `packages` registers as many packages with it, each with an equal part of its weight; others are added later. Publishes `shipment.status_changed`. At a warehouse, see `receiveParcel`. 409 if another shipment has the `reference`; the error names its id.',
    example: { status: 'RECEIVED', packages_count: 0 },
  },
  'GET /api/v1/shipments/{id}': {
    description: 'The status follows from the packages, unless a user has set a later one.',
  },
  'PUT /api/v1/shipments/{id}': {
    description:
      'Changes the fields that the body names. `status` may move forward, or to RETURNED before delivery; only a manager moves it back; else 409. DELIVERED and RETURNED take the open packages along. `metadata` is replaced as a whole; 409 if another shipment has the `reference`. A changed status publishes `shipment.status_changed`.',
  },
  'DELETE /api/v1/shipments/{id}': {
    description:
      'Deletes its packages and its public tracking too, and its `reference` is free. 409 while a bag holds one of the packages, or still counts one that has arrived.',
    example: { id: ids.shipment, message: 'The shipment is deleted' },
  },
  'POST /api/v1/shipments/{id}/packages': {
    description:
      'The package is CREATED, with a code and signed `qr_data` for its label. A shipment has at most 80 packages, and gets none after it is DELIVERED or RETURNED; else 409. Publishes `package.event_created` with PACKAGE_CREATED.',
    example: { status: 'CREATED', bags: [] },
  },
  'GET /api/v1/shipments/board': {
    description:
      'A column for each status, in the order of the journey, with the newest shipments of each. Counts are exact up to 1,000.',
  },
  'GET /api/v1/statistics/days': {
    description:
      'Every day of the period, in UTC, oldest first: at most 92, and without `from` two weeks. Counts are exact whatever the number of shipments, and follow a booking, a change of status or a correction within seconds; a deleted shipment is not counted. A shipment is delivered on time if its delivery, by the last event, was not after the `estimated_delivery` of its public tracking at that moment. A shipment of before version 1.0.0 counts from its next change of status.',
  },
  'GET /api/v1/shipments': {
    description:
      'With `reference`, `tracking_id`, `package_code`, `phone` or `q` it finds shipments as they are at this moment; without, the index may lag behind a change by a second. What is found by `q` is sorted by word, the newest first of each. Filters combine, so a page may be short while there is a next one.',
  },
  'GET /api/v1/packages/{id}': {
    description:
      'The status is the higher of the package’s own and that of its bag. The ETag covers the bag, too.',
  },
  'PUT /api/v1/packages/{id}': {
    description:
      '`status` may move forward; ASSIGNED_TO_BAG and IN_TRANSIT come from bags only; else 409. DELIVERED, RETURNED and LOST are left by a manager’s correction, or, if LOST, by ARRIVED. A new `weight` also changes the total of its bag and the room on its flight. Publishes `package.event_created`.',
  },
  'DELETE /api/v1/packages/{id}': {
    description: '409 while a bag holds it, or still counts it after its arrival.',
    example: { id: ids.package, message: 'The package is deleted' },
  },
  'GET /api/v1/packages/{id}/events': {
    description:
      'At most the newest 200 events: its own, those of its shipment, and those of its bag while it is inside.',
  },
}
