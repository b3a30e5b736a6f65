import type { CourierClient, Shipment } from '../client.ts'
import { CourierError, unwrap } from '../http/errors.ts'
import type { Item } from '../pages.ts'

export type Package = Item<'/api/v1/shipments/{id}/packages'>

/** The cells of a shipment in a list. */
export const shipmentCells = (shipment: Shipment): string[] => {
  const { id, tracking_id, status, origin, destination, weight, recipient_name } = shipment
  return [tracking_id, status, `${origin} → ${destination}`, `${weight} kg`, recipient_name, id]
}

/** The cells of a package in a list. */
export function packageCells({ qr_code, status, weight, id }: Package): string[] {
  return [qr_code, status, `${weight} kg`, id]
}

export const isTrackingId = (text: string): boolean => /^TRK-/i.test(text)

/** A shipment by its id or its tracking id. Throws CourierError. */
export async function findShipment(client: CourierClient, id: string): Promise<Shipment> {
  if (!isTrackingId(id)) return unwrap(client.GET('/api/v1/shipments/{id}', { params: { path: { id } } }))
  const query = { tracking_id: id.toUpperCase() }
  const result = await client.GET('/api/v1/shipments', { params: { query } })
  const [found] = await unwrap(Promise.resolve(result))
  if (found) return found
  const { headers } = result.response
  throw new CourierError({ status: 404, headers }, { detail: `No shipment has the tracking id ${id}` })
}

/** The packages of a shipment, newest first. Throws CourierError. */
export async function packagesOf(client: CourierClient, { id }: Shipment): Promise<Package[]> {
  const packages: Package[] = []
  const params = { path: { id } }
  for await (const one of client.pages('/api/v1/shipments/{id}/packages', { params })) packages.push(one)
  return packages
}
