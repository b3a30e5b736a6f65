import { refusals } from '../../core/errors.ts'

/** Refusals about flights. */
export const refused = refusals({
  flight_calls_used_up: ['too_many_requests', 'The calls to the flight-data provider of this hour are used up'],
  flight_status_not_settable: [
    'conflict',
    'A flight that is {flight_status} cannot become {new_flight_status}',
  ],
  flight_bags_weigh_more: ['conflict', 'The bags of this flight weigh {kilograms} kg; it cannot carry less'],
  flight_has_bags: [
    'conflict',
    'This flight has bags; assign them to another flight first, or cancel this one',
  ],
  no_bag_on_flight: ['conflict', 'You have no bag on this flight, or it has departed; ask your company'],
  flight_sync_unfinished: [
    'gateway_timeout',
    'Another synchronisation of this flight has not finished; try again',
  ],
})
