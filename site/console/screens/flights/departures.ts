import { api } from '../../../staff/api/client.ts'
import { selected, useList } from '../../../staff/api/read.ts'
import type { Flight } from '../../../staff/api/records.ts'

const hour = 3_600_000
/** A moment to the minute, so that the same question has the same answer for a while. */
const moment = (hours: number) =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * hour).toISOString()

const byDeparture = (a: Flight, b: Flight) =>
  Date.parse(a.scheduled_departure) - Date.parse(b.scheduled_departure)

/** The flights that depart in the next 24 hours, the first first. */
export function useDepartures(enabled = true) {
  const list = useList(
    ['flights', 'departures', moment(0)],
    (page) =>
      api.GET('/api/v1/flights', {
        params: { query: { date_from: moment(0), date_to: moment(24), limit: 200, ...page } },
      }),
    { isWhole: true, enabled },
  )
  const departures = selected([list], ({ status }) => status === 'SCHEDULED' || status === 'BOARDING')
  return { ...departures, items: departures.items.toSorted(byDeparture) }
}
