import { useQuery } from '@tanstack/preact-query'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api } from '../../../staff/api/client.ts'

const noShowsOf = (id: string) =>
  unwrap(api.GET('/api/v1/couriers/{id}/no-shows', { params: { path: { id }, query: { limit: 200 } } }))

/** Of these couriers, those who have reported that they cannot take a flight, or have missed it: one request for each courier. */
export function useNoShows(flight_id: string | undefined, ids: readonly string[]): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['no-shows', ids],
    queryFn: async () => new Map(await Promise.all(ids.map(async (id) => [id, await noShowsOf(id)] as const))),
    enabled: flight_id !== undefined && ids.length > 0,
  })
  return new Set(ids.filter((id) => data?.get(id)?.some((noShow) => noShow.flight_id === flight_id)))
}
