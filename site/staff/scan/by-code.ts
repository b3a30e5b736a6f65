import type { courierApi } from '../../../shared/client/api.ts'
import { unwrap } from '../../../shared/client/http/errors.ts'

type Api = ReturnType<typeof courierApi>

/** A package and its shipment by the code of the label; undefined if no package has it. Throws CourierError. */
export async function packageByCode(api: Api, package_code: string, options: { signal?: AbortSignal } = {}) {
  const [shipment] = await unwrap(
    api.GET('/api/v1/shipments', { params: { query: { package_code, limit: 1 } }, ...options }),
  )
  if (!shipment) return undefined
  const packages = await unwrap(
    api.GET('/api/v1/shipments/{id}/packages', { params: { path: { id: shipment.id } }, ...options }),
  )
  const found = packages.find(({ qr_code }) => qr_code === package_code)
  return found && { found, shipment }
}
