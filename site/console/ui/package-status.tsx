import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'
import type { Package, Shipment } from '../../staff/api/records.ts'
import { shipmentStatusName, statusNames } from '../../staff/messages/statuses.ts'
import { Cancelled, Status } from '../../staff/ui/status.tsx'

type Shown = Pick<Package, 'status' | 'shipment_id'>
const shipmentOf = (id: string) => api.GET('/api/v1/shipments/{id}', { params: { path: { id } } })

/**
 * The status of a package. That of a cancelled shipment is RETURNED although it never left, so its shipment is read, and says that
 * it was cancelled.
 */
export function PackageStatus({ status, shipment_id }: Shown) {
  const shipment = useRead(['shipment', shipment_id], () => shipmentOf(shipment_id), status === 'RETURNED')
  // Neither is said before it is known.
  if (shipment.isLoading) return null
  return shipment.data?.body.cancelled_at ? <Cancelled /> : <Status of="package" status={status} />
}

/** The same as a text. */
export async function packageStatusName(status: Package['status'], package_id: string): Promise<string> {
  const name = statusNames.package[status]
  if (status !== 'RETURNED') return name
  const { data: one } = await api.GET('/api/v1/packages/{id}', { params: { path: { id: package_id } } })
  const shipment: Shipment | undefined = one && (await shipmentOf(one.shipment_id)).data
  return shipment?.cancelled_at ? shipmentStatusName(shipment) : name
}
