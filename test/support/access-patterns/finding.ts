import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { NewShipment, type Shipment } from '../../../shared/domain/shipments/record.ts'
import { exampleOf } from '../api/tenant.ts'
import type { Requests } from './requests.ts'
import { as, parcel, service } from './setup.ts'

let numbers = 0
const newNumber = () => `+99555${String(1_000_000 + numbers++)}`
const newWord = () => `surname${randomUUID().slice(0, 8)}`
/** The filter of the list by each field that a shipment is found by. */
const filters: Record<string, string> = {
  reference: 'reference',
  recipient_phone: 'phone',
  recipient_name: 'q',
}
/** A search for a new shipment by its field. */
const found = (fields: () => Record<string, string>) => async () => {
  const given = fields()
  await service.call('POST /api/v1/shipments', as({ body: { ...exampleOf(NewShipment), ...given } }))
  const query = Object.entries(given).map(([field, value]) => [filters[field] ?? field, value])
  const text = new URLSearchParams(Object.fromEntries(query) as Record<string, string>).toString()
  return () => service.call(`GET /api/v1/shipments?${text}`, as())
}

type Booked = z.output<typeof Shipment>
/** A search for a new shipment by a part of what it has. */
const partOf = (part: (shipment: Booked) => Record<string, string>) => async () => {
  const given = { ...exampleOf(NewShipment), recipient_phone: newNumber() }
  const { body } = await service.call('POST /api/v1/shipments', as({ body: given }))
  return () => service.call(`GET /api/v1/shipments?${new URLSearchParams(part(body)).toString()}`, as())
}

export const findingRequests: Requests = {
  'POST /api/v1/shipments, with reference': async () => {
    const body = { ...exampleOf(NewShipment), reference: randomUUID() }
    return () => service.call('POST /api/v1/shipments', as({ body }))
  },
  'GET /api/v1/shipments, by reference': found(() => ({ reference: randomUUID() })),
  'GET /api/v1/shipments, by package_code': async () => {
    const { qr_code } = await parcel()
    return () => service.call(`GET /api/v1/shipments?package_code=${qr_code}`, as())
  },
  'GET /api/v1/shipments, by phone': found(() => ({ recipient_phone: newNumber() })),
  'GET /api/v1/shipments, by phone, its end': partOf(({ recipient_phone }) => ({
    phone: recipient_phone.slice(-6),
  })),
  'GET /api/v1/shipments, by phone, its beginning': partOf(({ recipient_phone }) => ({
    phone: recipient_phone.slice(0, 10),
  })),
  'GET /api/v1/shipments, by q, digits': partOf(({ recipient_phone }) => ({ q: recipient_phone.slice(-4) })),
  'GET /api/v1/shipments, by q': found(() => ({ recipient_name: `Giorgi ${newWord()}` })),
  'GET /api/v1/shipments, by q, in Arabic': found(() => ({ recipient_name: 'محمد' })),
  'GET /api/v1/shipments, by q, the beginning of a tracking id': partOf(({ tracking_id }) => ({
    q: tracking_id.slice(0, 10),
  })),
}
