import { randomUUID } from 'node:crypto'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import { exampleOf } from '../api/tenant.ts'
import { stopToken } from '../mail/notices.ts'
import type { Requests } from './requests.ts'
import { as, book, make, packed, parcel, service } from './setup.ts'

/** A shipment with a notice, and the token of its e-mail. */
async function noticed() {
  const { body } = await book()
  const recipient_email = `notices-${randomUUID()}@example.com`
  const path = `/api/v1/shipments/${body.id}`
  await service.call(`PUT ${path}`, as({ body: { recipient_email, status: 'READY_FOR_PICKUP' } }))
  return { path, token: await stopToken(service, body, recipient_email) }
}

export const trackingRequests: Requests = {
  'GET /api/v1/shipments/{id}/notices': async () => {
    const { path } = await noticed()
    return () => service.call(`GET ${path}/notices`, as())
  },
  'PUT /api/v1/shipments/{id}, to READY_FOR_PICKUP with a notice': async () => {
    const { body } = await book()
    const change = { recipient_email: 'notices@example.com', status: 'READY_FOR_PICKUP' }
    return () => service.call(`PUT /api/v1/shipments/${body.id}`, as({ body: change }))
  },
  'GET /api/v1/notices/{notice_token}': async () => {
    const { token } = await noticed()
    return () => service.call(`GET /api/v1/notices/${token}`)
  },
  'GET /api/v1/notices/{notice_token}/stop': async () => {
    const { token } = await noticed()
    return () => service.call(`GET /api/v1/notices/${token}/stop`)
  },
  'POST /api/v1/notices/{notice_token}/stop': async () => {
    const { token } = await noticed()
    return () => service.call(`POST /api/v1/notices/${token}/stop`)
  },
  'POST /api/v1/notices/{notice_token}/start': async () => {
    const { token } = await noticed()
    await service.call(`POST /api/v1/notices/${token}/stop`)
    return () => service.call(`POST /api/v1/notices/${token}/start`)
  },
  'GET /api/v1/track/{tracking_id}, in a bag': async () => {
    const { tracking } = await packed()
    return () => service.call(`GET /api/v1/track/${tracking}`)
  },
  'GET /api/v1/track/{tracking_id}': async () => {
    const { tracking } = await parcel()
    return () => service.call(`GET /api/v1/track/${tracking}`)
  },
  'GET /api/v1/track/{tracking_id}, received at a counter': async () => {
    const { body: warehouse } = await make('warehouses', NewWarehouse)
    const received = as({ body: exampleOf(ReceivedParcel) })
    const { body } = await service.call(`POST /api/v1/warehouse/${warehouse.id}/receive`, received)
    return () => service.call(`GET /api/v1/track/${body.tracking_id}`)
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
