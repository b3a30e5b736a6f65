import { NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import type { Requests } from './requests.ts'
import { as, make, packed, parcel, service } from './setup.ts'

export const trackingRequests: Requests = {
  'GET /api/v1/track/{tracking_id}, in a bag': async () => {
    const { tracking } = await packed()
    return () => service.call(`GET /api/v1/track/${tracking}`)
  },
  'GET /api/v1/track/{tracking_id}': async () => {
    const { tracking } = await parcel()
    return () => service.call(`GET /api/v1/track/${tracking}`)
  },
  'GET /api/v1/track/{tracking_id}, ready for pickup': async () => {
    const { id, tracking } = await parcel()
    const { body: warehouse } = await make('warehouses', NewWarehouse)
    const arrived = { status: 'ARRIVED', warehouse_id: warehouse.id }
    for (const body of [arrived, { status: 'READY_FOR_PICKUP' }])
      await service.call(`PUT /api/v1/packages/${id}`, as({ body }))
    return () => service.call(`GET /api/v1/track/${tracking}`)
  },
}
