import { refusals } from '../../core/errors.ts'

/** Refusals about bags. */
export const refused = refusals({
  bag_not_assignable: ['conflict', 'A bag that is {bag_status} cannot get another courier or flight'],
  courier_not_active: ['conflict', 'The courier is {courier_status}'],
  flight_not_boarding: ['conflict', 'Flight {flight} is {flight_status}'],
  flight_has_most_bags: ['conflict', 'A flight takes at most {max} bags'],
  flight_lacks_capacity: ['conflict', 'Flight {flight} has not enough weight left'],
  bag_not_sealable: ['conflict', 'A bag that is {bag_status} cannot be sealed'],
  bag_not_ready_for_check_in: ['conflict', 'A bag that is {bag_status} cannot be checked in'],
  bag_not_open: ['conflict', 'A bag with status {bag_status} takes no more packages'],
  bag_has_most_packages: ['conflict', 'A bag holds at most {max} packages'],
  package_in_other_bag: ['conflict', 'The package is in bag {bag}'],
  package_in_other_closed_bag: [
    'conflict',
    'The package is in bag {bag}, which is {bag_status}; if it is here, scan its arrival first (ARRIVED_AT_WAREHOUSE)',
  ],
  package_not_packable: ['conflict', 'A package with status {package_status} cannot be put into a bag'],
  package_not_in_bag: ['not_found', 'The package is not in this bag'],
  bag_contents_final: ['conflict', 'The bag is {bag_status}; packages cannot be taken out'],
  bag_has_held_packages: [
    'conflict',
    'Bag {bag} has {packages} packages on hold; take them out, or resolve their cases first (GET /api/v1/cases?kind=HOLD)',
  ],
  bag_status_not_settable: [
    'conflict',
    'A bag that is {bag_status} cannot be set to {new_bag_status}; seal it, check it in, or let its flight move it',
  ],
  bag_has_open_packages: ['conflict', '{packages} of its packages are not delivered, returned or lost yet'],
  bag_not_empty: ['conflict', 'The bag is not empty; remove its packages first'],
  bag_not_deletable: ['conflict', 'A bag that is {bag_status} cannot be deleted'],
})
