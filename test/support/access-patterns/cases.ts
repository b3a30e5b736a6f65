import type { Requests } from './requests.ts'
import { as, parcel, service } from './setup.ts'

export const casesRequests: Requests = {
  'GET /api/v1/cases, of a status': async () => () =>
    service.call('GET /api/v1/cases?status=OPEN&limit=1', as()),
  'GET /api/v1/cases': async () => () => service.call('GET /api/v1/cases?limit=1', as()),
  'GET /api/v1/cases, of a package': async () => {
    const { package_id } = await opened()
    return () => service.call(`GET /api/v1/cases?package_id=${package_id}`, as())
  },
}

const openCase = (id: string) =>
  service.call('POST /api/v1/cases', as({ body: { kind: 'DAMAGE', package_ids: [id] } }))
async function opened() {
  const { id: package_id } = await parcel()
  return { id: (await openCase(package_id)).body.id as string, package_id }
}
