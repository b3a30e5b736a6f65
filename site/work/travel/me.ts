import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'

/** The id of the courier who the user is; "" until it is read. */
export function useCourierId(): string {
  const me = useRead(['me'], () => api.GET('/api/v1/users/me'))
  return me.data?.body.courier_id ?? ''
}
const path = (id: string) => ({ params: { path: { id } } })

/** A manager may change what a courier has at any time. In milliseconds. */
const often = { refetchInterval: 60_000 }

export const useMyFlights = (id: string) =>
  useRead(
    ['courier', id, 'flights'],
    () => api.GET('/api/v1/couriers/{id}/flights', path(id)),
    id !== '',
    often,
  )
export const useMyBags = (id: string) =>
  useRead(['courier', id, 'bags'], () => api.GET('/api/v1/couriers/{id}/bags', path(id)), id !== '', often)
