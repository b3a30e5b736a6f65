import { api } from '../../staff/api/client.ts'
import { useList } from '../../staff/api/read.ts'
import type { Courier } from '../../staff/api/records.ts'

/** The couriers who are active. */
export function useActiveCouriers(): readonly Courier[] {
  const { items } = useList(
    ['couriers', 'ACTIVE'],
    (page) => api.GET('/api/v1/couriers', { params: { query: { status: 'ACTIVE', limit: 200, ...page } } }),
    { isWhole: true },
  )
  return items
}

/** Their names by id. */
export const namesOf = (couriers: readonly Courier[]): ReadonlyMap<string, string> =>
  new Map(couriers.map(({ id, full_name }) => [id, full_name]))
