import type { Flight } from '../api/records.ts'
import { daysLater } from '../../shared/times.ts'
import { formatHour, formatTime, formatZone } from './format.ts'

type Zones = Pick<Flight, 'departure_time_zone' | 'arrival_time_zone'>
type Times = Zones & Pick<Flight, 'scheduled_departure' | 'scheduled_arrival'>
type Known = 'estimated_departure' | 'estimated_arrival' | 'actual_departure' | 'actual_arrival'
type Expected = Times & Partial<Pick<Flight, Known>>

/** When a flight departed, or is expected to: later than in the timetable if it is late. */
export const expectedDeparture = ({ actual_departure, estimated_departure, scheduled_departure }: Expected) =>
  actual_departure ?? estimated_departure ?? scheduled_departure
/** When it arrived, or is expected to: as much later than in the timetable as it departs, if nothing else is known. */
export function expectedArrival(flight: Expected): string {
  const { actual_arrival, estimated_arrival, scheduled_arrival, scheduled_departure } = flight
  const late = Date.parse(expectedDeparture(flight)) - Date.parse(scheduled_departure)
  const arrival = new Date(Date.parse(scheduled_arrival) + Math.max(0, late)).toISOString()
  return actual_arrival ?? estimated_arrival ?? arrival
}

/** Of an airport that is not known, times are in UTC, which is named. */
export const departureZone = (flight: Zones) => flight.departure_time_zone ?? 'UTC'
const arrivalZone = (flight: Zones) => flight.arrival_time_zone ?? 'UTC'

/** The departure by the clocks of its airport: "26 Nov, 23:40 GMT+3", as it was or is expected; or `at`, such as the one of the timetable. */
export const formatDeparture = (flight: Expected, at = expectedDeparture(flight)) =>
  formatTime(at, departureZone(flight))
/** The arrival by the clocks of its airport: "27 Nov, 03:10 GMT+4". */
export const formatArrival = (flight: Expected, at = expectedArrival(flight)) =>
  formatTime(at, arrivalZone(flight))

/** Whether it has not departed and will later than in the timetable: from a quarter of an hour on, as airlines count. */
export const isLate = (flight: Expected & Pick<Flight, 'status'>) =>
  (flight.status === 'SCHEDULED' || flight.status === 'BOARDING') &&
  Date.parse(expectedDeparture(flight)) - Date.parse(flight.scheduled_departure) >= 900_000

/**
 * The hours of a departure or an arrival: "23:40" as in the timetable, "01:10" as expected if that differs, the zone "GMT+3",
 * and how many days after the departure of the timetable it is there.
 */
const hoursOf = (flight: Times, scheduled: string, expected: string, zone: string) => {
  const [planned, hour] = [formatHour(scheduled, zone), formatHour(expected, zone)]
  return {
    hour,
    planned: planned === hour ? undefined : planned,
    zone: formatZone(expected, zone),
    daysLater: daysLater(new Date(expected), zone, new Date(flight.scheduled_departure), departureZone(flight)),
    expected: formatTime(expected, zone),
  }
}
export const departureHours = (flight: Expected) =>
  hoursOf(flight, flight.scheduled_departure, expectedDeparture(flight), departureZone(flight))
export const arrivalHours = (flight: Expected) =>
  hoursOf(flight, flight.scheduled_arrival, expectedArrival(flight), arrivalZone(flight))
