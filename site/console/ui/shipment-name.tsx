import { Cut } from '../list/cut.tsx'
import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'

interface Shown {
  id: string | undefined
  hasDestination?: boolean
}
/** Who receives a shipment, and below its tracking number and where it goes. Rows of one shipment share the request. */
export function ShipmentName({ id, hasDestination = false }: Shown) {
  const shipment = useRead(
    ['shipment', id],
    () => api.GET('/api/v1/shipments/{id}', { params: { path: { id: id ?? '' } } }),
    id !== undefined,
  )
  const { recipient_name, tracking_id, destination } = shipment.data?.body ?? {}
  return (
    <span class="lines">
      <Cut text={recipient_name ?? '…'} />
      <span class="code">{tracking_id ?? ''}</span>
      {hasDestination && destination && <Cut text={destination} />}
    </span>
  )
}
