import { api } from '../api/client.ts'
import { useList } from '../api/read.ts'

/** The couriers who are active: their names by id. */
export function useActiveCouriers(): ReadonlyMap<string, string> {
  const { items } = useList(['couriers', 'ACTIVE'], (page) =>
    api.GET('/api/v1/couriers', { params: { query: { limit: 200, ...page } } }),
  )
  return new Map(items.filter(({ status }) => status === 'ACTIVE').map(({ id, full_name }) => [id, full_name]))
}
