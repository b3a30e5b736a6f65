import { refusals } from '../../core/errors.ts'

/** Refusals about shipments. */
export const refused = refusals({
  reference_taken: ['conflict', 'Shipment {shipment_id} has this reference'],
  shipment_field_not_permitted: ['forbidden', 'A warehouse changes a shipment’s status and weight only'],
  shipment_change_too_large: [
    'conflict',
    'This changes too much for one transaction; change the status by another request',
  ],
  shipment_status_not_settable: [
    'conflict',
    'A shipment that is {shipment_status} cannot become {new_shipment_status}',
  ],
  shipment_handed_over: [
    'conflict',
    'Packages of this shipment were handed over; the proof is kept, so it cannot be deleted',
  ],
  too_many_packages_unpacked: [
    'conflict',
    'This moves too many packages for one transaction; take some of them out of their bags first',
  ],
  shipment_over: ['conflict', 'The shipment is {shipment_status}, so it cannot be cancelled'],
  shipment_has_return: [
    'conflict',
    'The shipment has a return, {return_id}, so it cannot be cancelled; cancel that first',
  ],
  shipment_set_on_its_way: [
    'conflict',
    'The shipment was set to {shipment_status}, so it cannot be cancelled; book its return instead (POST /api/v1/shipments/{shipment_id}/return)',
  ],
  package_in_closed_bag: [
    'conflict',
    'Package {package} is in a bag that is {bag_status}, so the shipment cannot be cancelled; book its return instead (POST /api/v1/shipments/{shipment_id}/return)',
  ],
  package_has_travelled: [
    'conflict',
    'Package {package} has travelled and is {package_status}, so the shipment cannot be cancelled; book its return instead (POST /api/v1/shipments/{shipment_id}/return)',
  ],
  shipment_returned_already: ['conflict', 'The shipment has a return already: {return_id}'],
  shipment_cancelled: [
    'conflict',
    'The shipment was cancelled before it left, so there is nothing to bring back',
  ],
  shipment_without_route: [
    'conflict',
    'The shipment has no origin or destination yet; set it first (PUT /api/v1/shipments/{id})',
  ],
  delivered_shipment_not_returnable: ['conflict', 'A shipment that is DELIVERED cannot become RETURNED'],
  packages_make_shipment_status: [
    'conflict',
    'The packages of this shipment make it {shipment_status}; lower it to that, or correct them first (PUT /api/v1/packages/{id})',
  ],
})
