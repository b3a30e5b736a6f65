import { ids } from '../fields/field.ts'
import type { OperationTexts } from './operation.ts'

/** Couriers and flights. */
export const travel: OperationTexts = {
  'POST /api/v1/couriers': {
    description:
      'The courier is ACTIVE. The passport number is stored encrypted; roles that do not manage couriers see its last four characters. To let the courier sign in, invite a user with the role courier and this `courier_id`.',
    example: { status: 'ACTIVE', flights_completed: 0, packages_delivered: 0, rating: null },
  },
  'PUT /api/v1/couriers/{id}': {
    description:
      'Couriers may change their own `phone` and `preferred_routes`. SUSPENDED and INACTIVE couriers get no bags, and their users no access. A masked passport number that is sent back is ignored.',
  },
  'DELETE /api/v1/couriers/{id}': {
    description:
      'The courier becomes INACTIVE, and can be read and listed as before. PUT with ACTIVE brings them back.',
    example: { status: 'INACTIVE' },
  },
  'GET /api/v1/couriers/{id}/stats': {
    description:
      'Deliveries count for the courier of the last bag that counted the package. `causes` are those of no-shows. Without a rating, `rating` is 0 and `rating_count` 0.',
  },
  'POST /api/v1/couriers/{id}/no-shows': {
    description:
      'One for each courier and flight. Couriers record their own, of a flight that has not departed and has a bag of theirs (else 409). Before the departure, the courier’s bags on the flight get `courier_no_show`: they need another courier. The service records MISSED_FLIGHT itself when a flight departs with none of the courier’s bags checked in. Publishes `courier.no_show`.',
  },
  'POST /api/v1/couriers/{id}/ratings': { description: 'The courier’s `rating` is the mean of all ratings.' },
  'POST /api/v1/flights': {
    description:
      'The flight is SCHEDULED with its whole capacity available. Publishes `flight.status_changed`.',
    example: { status: 'SCHEDULED', bags_count: 0, available_weight_kg: 60 },
  },
  'PUT /api/v1/flights/{id}': {
    description:
      '`status` moves forward; what lies between happens, too. DEPARTED takes CHECKED_IN bags along and releases others; ARRIVED counts for the couriers; CANCELLED releases the bags; CANCELLED and ARRIVED are final. 409 also if `max_weight_kg` is less than what is reserved. A changed status publishes `flight.status_changed`, and `bag.status_changed` for its bags.',
  },
  'DELETE /api/v1/flights/{id}': {
    description: '409 while bags are assigned to it.',
    example: { id: ids.flight, message: 'The flight is deleted' },
  },
  'GET /api/v1/flights/search': {
    description:
      'All criteria are optional, and letter case is ignored. `from` and `to` mean the same as `departure_airport` and `arrival_airport`; `date` is a day in UTC.',
  },
  'GET /api/v1/flights/{id}/status': {
    description: 'What the provider of flight data or a user has reported last. `source` says which.',
  },
  'POST /api/v1/flights/{id}/sync': {
    description:
      'Asks the provider of flight data now, and applies what it reports; a status never moves backwards. Within 60 seconds of the last time it returns that answer with `cached`. A flight that the provider does not know, or no provider, is a 200 with `synced: false`; a provider that fails is a 502 or 504.',
    example: { id: ids.flight, synced: true },
  },
}
