import { Cut } from '../list/cut.tsx'
import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'

/** Who receives a shipment, and its tracking number below. Rows of one shipment share the request. */
export function ShipmentName({ id }: { id: string | undefined }) {
  const shipment = useRead(
    ['shipment', id],
    () => api.GET('/api/v1/shipments/{id}', { params: { path: { id: id ?? '' } } }),
    id !== undefined,
  )
  const { recipient_name, tracking_id } = shipment.data?.body ?? {}
  return (
    <span class="lines">
      <Cut text={recipient_name ?? '…'} />
      <span class="code">{tracking_id ?? ''}</span>
    </span>
  )
}
