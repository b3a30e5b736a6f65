import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'
import type { Package, Shipment } from '../../staff/api/records.ts'
import { counterName, shipmentStatusName, statusNames } from '../../staff/messages/statuses.ts'
import { Cancelled, Status } from '../../staff/ui/status.tsx'

type Shown = Pick<Package, 'status' | 'shipment_id'>
const shipmentOf = (id: string) => api.GET('/api/v1/shipments/{id}', { params: { path: { id } } })

/** Statuses of which the shipment says more. */
const ofShipment: readonly string[] = ['RETURNED', 'CREATED']

/**
 * The status of a package. That of a cancelled shipment is RETURNED although it never left, so its shipment is read, and says that
 * it was cancelled; one that was taken in at a counter is received, before it is scanned.
 */
export function PackageStatus({ status, shipment_id }: Shown) {
  const shipment = useRead(
    ['shipment', shipment_id],
    () => shipmentOf(shipment_id),
    ofShipment.includes(status),
  )
  // Neither is said before it is known.
  if (shipment.isLoading) return null
  const of = shipment.data?.body
  if (of?.cancelled_at) return <Cancelled />
  const isReceived = status === 'CREATED' && of?.received_at_warehouse_id !== undefined
  return <Status of="package" status={status} {...(isReceived && { name: counterName.is })} />
}

/** The same as a text. */
export async function packageStatusName(status: Package['status'], package_id: string): Promise<string> {
  const name = statusNames.package[status]
  if (status !== 'RETURNED') return name
  const { data: one } = await api.GET('/api/v1/packages/{id}', { params: { path: { id: package_id } } })
  const shipment: Shipment | undefined = one && (await shipmentOf(one.shipment_id)).data
  return shipment?.cancelled_at ? shipmentStatusName(shipment) : name
}
