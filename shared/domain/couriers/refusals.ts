import { refusals } from '../../core/errors.ts'

/** Refusals about couriers. */
export const refused = refusals({
  courier_field_not_permitted: [
    'forbidden',
    'Couriers change their phone and preferred routes only; ask the office for the rest',
  ],
  courier_status_needs_manager: ['forbidden', 'Only a manager can deactivate or reactivate a courier'],
  courier_status_not_settable: [
    'conflict',
    'A courier who is {courier_status} cannot become {new_courier_status}',
  ],
  passport_removed: [
    'not_found',
    'The passport number was removed, since the courier had not flown for the time in the settings; enter it again (PUT /api/v1/couriers/{id})',
  ],
  courier_not_in_service: ['unauthenticated', 'You are not in service as a courier; ask your company'],
})
