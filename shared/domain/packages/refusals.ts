import { refusals } from '../../core/errors.ts'

/** Refusals about packages. */
export const refused = refusals({
  package_has_most_cases: [
    'conflict',
    'A package has at most {max} open cases; resolve one first (PATCH /api/v1/cases/{id})',
  ],
  package_has_open_case: [
    'conflict',
    'Package {package} has an open case; resolve it first (PATCH /api/v1/cases/{case_id})',
  ],
  package_on_hold: [
    'conflict',
    'The package is on hold; resolve the case first (PATCH /api/v1/cases/{case_id})',
  ],
  package_weight_final: [
    'conflict',
    'The package is in a bag that is {bag_status}; its weight cannot change any more',
  ],
  too_many_packages_moved: [
    'conflict',
    'This moves too many packages for one transaction; move some of them first (PUT /api/v1/packages/{id})',
  ],
  package_status_set_by_bag: [
    'conflict',
    'Only its bag can make a package {new_package_status}; this one is {package_status}',
  ],
  package_status_not_settable: [
    'conflict',
    'A package that is {package_status} cannot become {new_package_status}; a manager may correct it',
  ],
  package_was_in_bag: ['conflict', 'The package was in a bag, so it cannot become {new_package_status} again'],
  shipment_takes_no_packages: ['conflict', 'A shipment that is {shipment_status} takes no more packages'],
  shipment_has_most_packages: ['conflict', 'A shipment holds at most {max} packages; book another one'],
  package_field_not_permitted: ['forbidden', 'A warehouse changes a package’s status and weight only'],
  package_in_bag: ['conflict', 'Package {package} is in a bag; if the bag is open, take it out first'],
  package_came_in_bag: [
    'conflict',
    'Package {package} came in a bag and is {package_status}; its history is kept',
  ],
  package_lost: ['conflict', 'Package {package} was lost on its way; its history is kept'],
})
