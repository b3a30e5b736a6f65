import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { ShipmentName } from '../../ui/shipment-name.tsx'

/** The shipment of a package. */
export function ShipmentOf({ packageId }: { packageId: string | undefined }) {
  const one = useRead(
    ['package', packageId],
    () => api.GET('/api/v1/packages/{id}', { params: { path: { id: packageId ?? '' } } }),
    packageId !== undefined,
  )
  return <ShipmentName id={one.data?.body.shipment_id} />
}
