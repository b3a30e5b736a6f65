import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { randomUUID } from 'node:crypto'
import { ScanEvent } from '../../../shared/domain/scans/scan-events.ts'
import { NewScan } from '../../../shared/domain/scans/record.ts'
import { NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import { exampleOf } from '../api/tenant.ts'
import type { Requests } from './requests.ts'
import {
  as,
  book,
  labelOf,
  make,
  packed,
  parcel,
  register,
  scan,
  service,
  toBag,
  toWarehouse,
} from './setup.ts'

/** Two scans of a package. */
async function arrivals() {
  const { id } = await parcel()
  const { body } = await service.call(`GET /api/v1/packages/${id}`, as())
  const events = ['PACKAGE_SCANNED', 'ARRIVED_AT_WAREHOUSE'].map((event_type) => ({
    ...exampleOf(ScanEvent),
    scan_id: randomUUID(),
    qr_code: body.qr_code,
    event_type,
    occurred_at: body.created_at,
  }))
  return { device_id: 'scanner-7', events }
}

export const parcelsRequests: Requests = {
  'POST /api/v1/shipments, with Idempotency-Key': async () => () => book({ 'idempotency-key': randomUUID() }),
  'POST /api/v1/shipments, repeated': async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await book(headers)
    return () => book(headers)
  },
  'GET /api/v1/shipments, by tracking_id': async () => {
    const { body } = await book()
    return () => service.call(`GET /api/v1/shipments?tracking_id=${body.tracking_id}`, as())
  },
  'PUT /api/v1/shipments/{id}, to DELIVERED': async () => {
    const { shipment } = await parcel()
    return () => service.call(`PUT /api/v1/shipments/${shipment}`, as({ body: { status: 'DELIVERED' } }))
  },
  'DELETE /api/v1/shipments/{id}': async () => {
    const { shipment } = await parcel()
    return () => service.call(`DELETE /api/v1/shipments/${shipment}`, as())
  },
  // A separate company, because the cost depends on the number of shipments.
  'GET /api/v1/shipments/board': async () => {
    const { access_token: token } = await register()
    const body = exampleOf(NewShipment)
    for (let n = 0; n < 5; n++) await service.call('POST /api/v1/shipments', { token, body })
    return () => service.call('GET /api/v1/shipments/board', { token })
  },
  // The same: every open status, and for each shipment of the page its packages, whose bags are read together.
  'GET /api/v1/shipments, late': async () => {
    const { access_token: token } = await register()
    await service.call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) })
    return () => service.call('GET /api/v1/shipments?late=true', { token })
  },
  'GET /api/v1/shipments/{id}/packages': async () => {
    const { shipment } = await parcel()
    return () => service.call(`GET /api/v1/shipments/${shipment}/packages`, as())
  },
  'PUT /api/v1/packages/{id}': async () => {
    const { id } = await parcel()
    return () => service.call(`PUT /api/v1/packages/${id}`, as({ body: { weight: 2 } }))
  },
  'PUT /api/v1/packages/{id}, with status': async () => {
    const { id } = await parcel()
    return () => service.call(`PUT /api/v1/packages/${id}`, as({ body: { status: 'ARRIVED' } }))
  },
  'GET /api/v1/packages/{id}, in a bag': async () => {
    const { id } = await packed()
    return () => service.call(`GET /api/v1/packages/${id}`, as())
  },
  'GET /api/v1/packages/{id}/events, in a bag': async () => {
    const { id } = await packed()
    return () => service.call(`GET /api/v1/packages/${id}/events`, as())
  },
  'PUT /api/v1/packages/{id}, delivered from a bag': async () => {
    const { id, bag } = await packed()
    await service.call(`PUT ${bag}/seal`, as())
    return () => service.call(`PUT /api/v1/packages/${id}`, as({ body: { status: 'DELIVERED' } }))
  },
  'GET /api/v1/bags/{id}/packages': toBag('GET', '/packages'),
  'POST /api/v1/bags/{id}/packages': async () => {
    const { bag } = await packed()
    const { id } = await parcel()
    return () => service.call(`POST ${bag}/packages`, as({ body: { package_ids: [id] } }))
  },
  'POST /api/v1/bags/{id}/packages/{package_id}': async () => {
    const { bag } = await packed()
    const { id } = await parcel()
    return () => service.call(`POST ${bag}/packages/${id}`, as())
  },
  'DELETE /api/v1/bags/{id}/packages/{package_id}': async () => {
    const { bag, id } = await packed()
    return () => service.call(`DELETE ${bag}/packages/${id}`, as())
  },
  'POST /api/v1/scan-event': async () => {
    const { id } = await packed()
    const { body } = await service.call(`GET /api/v1/packages/${id}`, as())
    const scan = { ...exampleOf(ScanEvent), qr_code: body.qr_code, event_type: 'ARRIVED_AT_WAREHOUSE' }
    return () => service.call('POST /api/v1/scan-event', as({ body: scan }))
  },
  'POST /api/v1/scan-events/batch': async () => {
    const body = await arrivals()
    return () => service.call('POST /api/v1/scan-events/batch', as({ body }))
  },
  'POST /api/v1/scan-events/batch, sent again': async () => {
    const body = await arrivals()
    await service.call('POST /api/v1/scan-events/batch', as({ body }))
    return () => service.call('POST /api/v1/scan-events/batch', as({ body }))
  },
  'POST /api/v1/warehouse/{id}/consolidate': async () => {
    const { id } = await parcel()
    const { body: one } = await service.call(`GET /api/v1/packages/${id}`, as())
    const { body: warehouse } = await make('warehouses', NewWarehouse)
    const scan = { qr_code: one.qr_code, warehouse_id: warehouse.id, event_type: 'ARRIVED_AT_WAREHOUSE' }
    await service.call('POST /api/v1/scan-event', as({ body: scan }))
    return () => service.call(`POST /api/v1/warehouse/${warehouse.id}/consolidate`, as())
  },
  'POST /api/v1/scans': async () => {
    const label = await labelOf(await parcel())
    return () => scan(label)
  },
  'POST /api/v1/scans, in a bag': async () => {
    const label = await labelOf(await packed())
    return () => scan(label)
  },
  'POST /api/v1/scans, forged': async () => () => scan({ ...(exampleOf(NewScan).qr_data as object), c: '' }),
  'POST /api/v1/scans, of another tenant': async () => {
    const label = await labelOf(await parcel())
    const stranger = await register()
    return () => scan(label, {}, stranger.access_token)
  },
  'POST /api/v1/scans, sent again by scan_id': async () => {
    const label = await labelOf(await parcel())
    const scan_id = randomUUID()
    await scan(label, { scan_id })
    return () => scan(label, { scan_id })
  },
  'GET /api/v1/scans/entity/{entity_type}/{entity_id}': async () => {
    const one = await parcel()
    const label = await labelOf(one)
    for (let n = 0; n < 2; n++) await scan(label)
    return () => service.call(`GET /api/v1/scans/entity/package/${one.id}`, as())
  },
  'PUT /api/v1/warehouses/{id}': toWarehouse('PUT', { name: 'Hub' }),
}
