import { plainNumber } from '../../../shared/domain/flights/plain-number.ts'
import type { Bag, Flight } from '../api/records.ts'

/**
 * The flight that a bag is assigned to, if the bag's flight number is that flight's; otherwise undefined. A bag may be checked in
 * for another flight, whose times are not known: those of the assigned flight are not shown with its number.
 */
export const ownFlight = (
  { flight_number }: Pick<Bag, 'flight_number'>,
  assigned: Flight | undefined,
): Flight | undefined =>
  assigned && plainNumber(assigned.flight_number) === plainNumber(flight_number ?? '') ? assigned : undefined
