import type { FlightRecord } from './record.ts'
import { boards } from './status.ts'
import type { SyncRecord } from './sync-record.ts'

const minute = 60_000
const hour = 60 * minute

/** The range of agenda entries to consider: departures this long ago, and this far ahead, in milliseconds. */
export const flightsToPoll = { before: 48 * hour, ahead: 4 * hour }

/**
 * The next expected event of a flight: its departure while on the ground, or its arrival (milliseconds since
 * 1970); undefined if no change is expected: arrived, cancelled, too far ahead, or long overdue.
 */
export function nextPollAt(flight: FlightRecord, now: Date): number | undefined {
  const departure = Date.parse(flight.estimated_departure ?? flight.scheduled_departure)
  const arrival = Date.parse(flight.estimated_arrival ?? flight.scheduled_arrival)
  if (now.getTime() > arrival + 12 * hour) return undefined
  if (flight.status === 'DEPARTED') return arrival
  return boards(flight.status) && departure - now.getTime() <= flightsToPoll.ahead ? departure : undefined
}

/**
 * Whether to call the provider again, which charges per call: at every run in the hour before the expected event,
 * otherwise every half hour, and hourly while the provider does not know the flight. `minutes` is the interval of
 * runs.
 */
export function shouldPoll(sync: SyncRecord | undefined, moment: number, now: Date, minutes: number): boolean {
  if (!sync?.last || sync.answered_at === undefined) return true
  const pause = !sync.last.synced ? 60 : moment - now.getTime() > hour ? 30 : minutes
  // Runs start a little early or late.
  return now.getTime() - Date.parse(sync.answered_at) >= pause * minute - minute / 2
}
