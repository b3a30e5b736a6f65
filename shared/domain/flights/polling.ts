import type { FlightRecord } from './record.ts'
import { boards } from '../states/flight.ts'
import type { SyncRecord } from './sync-record.ts'

const minute = 60_000
const hour = 60 * minute

/** Which entries of the agenda can be news: departures so long ago, and so soon, in milliseconds. */
export const flightsToPoll = { before: 48 * hour, ahead: 4 * hour }

/**
 * What a flight is waiting for: its departure while it is on the ground, else its arrival (milliseconds since 1970);
 * undefined where no news is to be expected: it has arrived, was cancelled, is too far away, or is long overdue.
 */
export function nextPollAt(flight: FlightRecord, now: Date): number | undefined {
  const departure = Date.parse(flight.estimated_departure ?? flight.scheduled_departure)
  const arrival = Date.parse(flight.estimated_arrival ?? flight.scheduled_arrival)
  if (now.getTime() > arrival + 12 * hour) return undefined
  if (flight.status === 'DEPARTED') return arrival
  return boards(flight.status) && departure - now.getTime() <= flightsToPoll.ahead ? departure : undefined
}

/**
 * Whether to ask the provider again, who is paid by the call: with every look in the hour before what the flight waits
 * for, else every half hour, and hourly while the provider does not know it. `minutes` lie between two looks.
 */
export function shouldPoll(sync: SyncRecord | undefined, moment: number, now: Date, minutes: number): boolean {
  if (!sync?.last || sync.answered_at === undefined) return true
  const pause = !sync.last.synced ? 60 : moment - now.getTime() > hour ? 30 : minutes
  // A look comes a little early or late.
  return now.getTime() - Date.parse(sync.answered_at) >= pause * minute - minute / 2
}
