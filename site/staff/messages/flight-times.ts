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

/** The hours of a timetable: "23:40" with the zone "GMT+3", and for the arrival how many days later it is there. */
export const departureHour = (flight: Times) => ({
  hour: formatHour(flight.scheduled_departure, departureZone(flight)),
  zone: formatZone(flight.scheduled_departure, departureZone(flight)),
})
export const arrivalHour = (flight: Times) => ({
  hour: formatHour(flight.scheduled_arrival, arrivalZone(flight)),
  zone: formatZone(flight.scheduled_arrival, arrivalZone(flight)),
  daysLater: daysLater(
    new Date(flight.scheduled_arrival),
    arrivalZone(flight),
    new Date(flight.scheduled_departure),
    departureZone(flight),
  ),
})
