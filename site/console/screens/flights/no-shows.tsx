import { useQueries } from '@tanstack/preact-query'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import type { Bag } from '../../../staff/api/records.ts'
import { messages } from './messages.ts'

/** The couriers of a flight who cannot fly, while bags are theirs. */
export const absentOn = (flight_id: string, bags: readonly Bag[]): readonly string[] => [
  ...new Set(
    bags
      .filter((bag) => bag.courier_no_show && bag.flight_id === flight_id)
      .map((bag) => bag.courier_name ?? ''),
  ),
]

/** That these couriers cannot fly; nothing if there are none. */
export const CannotFly = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : <Tag tone="wrong">{messages.cannotFly(names.join(', '))}</Tag>

/** Of these couriers, those who have reported that they cannot take a flight, or have missed it: one request for each courier. */
export function useNoShows(flight_id: string | undefined, ids: readonly string[]): ReadonlySet<string> {
  const reads = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['no-shows', id],
      queryFn: () =>
        unwrap(api.GET('/api/v1/couriers/{id}/no-shows', { params: { path: { id }, query: { limit: 200 } } })),
    })),
  })
  return new Set(
    ids.filter((_, n) => flight_id && reads[n]?.data?.some((noShow) => noShow.flight_id === flight_id)),
  )
}
