import { useQuery } from '@tanstack/preact-query'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api } from '../../../staff/api/client.ts'
import type { Flight } from '../../../staff/api/records.ts'

const day = 24 * 3600 * 1000
/** A flight takes less than a day: one that is in the air at some time departs at most a day before. */
const flightsAround = ({ scheduled_departure, scheduled_arrival }: Flight) =>
  unwrap(
    api.GET('/api/v1/flights', {
      params: {
        query: {
          date_from: new Date(Date.parse(scheduled_departure) - day).toISOString(),
          date_to: scheduled_arrival,
          limit: 200,
        },
      },
    }),
  )
const bagsOf = (flight_id: string) =>
  unwrap(api.GET('/api/v1/bags', { params: { query: { flight_id, limit: 200 } } }))

const overlap = (one: Flight, other: Flight) =>
  Date.parse(one.scheduled_departure) < Date.parse(other.scheduled_arrival) &&
  Date.parse(other.scheduled_departure) < Date.parse(one.scheduled_arrival)

/** Couriers who are on another flight at the time of this one, with its number: their own flights, and those of their bags. */
async function busyDuring(flight: Flight): Promise<ReadonlyMap<string, string>> {
  const others = (await flightsAround(flight)).filter(
    (other) => other.id !== flight.id && other.status !== 'CANCELLED' && overlap(flight, other),
  )
  const busy = await Promise.all(
    others.map(async ({ id, courier_id, flight_number }) => {
      const couriers = [courier_id, ...(await bagsOf(id)).map((bag) => bag.courier_id)]
      return couriers.flatMap((courier) => (courier ? [[courier, flight_number] as const] : []))
    }),
  )
  return new Map(busy.flat())
}

export function useBusy(flight: Flight | undefined): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['flight', flight?.id, 'busy'],
    queryFn: () => (flight ? busyDuring(flight) : new Map<string, string>()),
    enabled: flight !== undefined,
  })
  return data ?? new Map<string, string>()
}
