import { randomUUID } from 'node:crypto'
import { codeFor } from '../mail/codes.ts'
import type { Requests } from './requests.ts'
import { account, as, parcel, service } from './setup.ts'

export const handoversRequests: Requests = {
  'POST /api/v1/shipments/{id}/handovers': async () => {
    const one = await parcel()
    return () => handOver(one)
  },
  'POST /api/v1/shipments/{id}/handovers, with a code': async () => {
    const one = await parcel()
    const { email } = account
    const to = `recipient-${email}`
    await service.call(`PUT /api/v1/shipments/${one.shipment}`, as({ body: { recipient_email: to } }))
    await service.call(`POST /api/v1/shipments/${one.shipment}/handover-code`, as())
    const code = await codeFor(service, 'handover', to)
    return () => handOver(one, { code })
  },
  'GET /api/v1/shipments/{id}/proof': async () => {
    const one = await parcel()
    await handOver(one)
    return () => service.call(`GET /api/v1/shipments/${one.shipment}/proof`, as())
  },
}

const handOver = (one: { shipment: string; id: string }, fields: object = {}) =>
  service.call(
    `POST /api/v1/shipments/${one.shipment}/handovers`,
    as({ body: { handover_id: randomUUID(), package_ids: [one.id], received_by: 'Giorgi', ...fields } }),
  )
