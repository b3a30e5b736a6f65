import { api } from '../api/client.ts'
import { useRead } from '../api/read.ts'
import type { Bag } from '../api/records.ts'

/** What is to be done first: bags with content before those that are on their way, those that have arrived, and empty ones. */
const rankOf = ({ status, total_packages }: Bag) => {
  if (total_packages === 0) return 3
  if (status === 'DELIVERED') return 2
  return status === 'IN_TRANSIT' ? 1 : 0
}

/**
 * Bags with content first, of those that have not left the soonest departure first; empty ones last. `departures`: the moments
 * by the ids of flights; bags without one follow. Otherwise the order stays.
 */
export function inOrder(bags: readonly Bag[], departures: ReadonlyMap<string, string>): Bag[] {
  const departureOf = ({ flight_id }: Bag) =>
    Date.parse(departures.get(flight_id ?? '') ?? '') || Number.MAX_SAFE_INTEGER
  return bags.toSorted((a, b) => rankOf(a) - rankOf(b) || departureOf(a) - departureOf(b))
}

const day = 86_400_000
/** Flights that are read, at most a page: those whose bags may still be on their way, and those of the week that bags are packed for. */
const [before, after] = [2 * day, 7 * day]
/** A day, so that the same question has the same answer for a while. */
const dayAt = (milliseconds: number) =>
  new Date(Math.floor((Date.now() + milliseconds) / day) * day).toISOString()

/** Puts bags in order by the flights of these days, as far as they are read. */
export function useBagOrder(): (bags: readonly Bag[]) => Bag[] {
  const period = { date_from: dayAt(-before), date_to: dayAt(after) }
  const flights = useRead(['flights', 'of bags', period.date_from], () =>
    api.GET('/api/v1/flights', { params: { query: { ...period, limit: 200 } } }),
  )
  const departures = new Map(flights.data?.body.map((flight) => [flight.id, flight.scheduled_departure]))
  return (bags) => inOrder(bags, departures)
}
