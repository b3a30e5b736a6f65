import type * as z from 'zod'
import type { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { add, addCourier, book, change, openBag, pack, schedule, type Sender } from './tenant.ts'

/** A shipment with one package. */
export async function bookParcel(tenant: Sender, fields: Partial<z.input<typeof NewShipment>> = {}) {
  const shipment = await book(tenant, fields)
  return { shipment, one: await add(tenant, shipment.id) }
}

/** The same, and a bag with a courier and a flight of 60 kg. The package is in the bag if `within`. */
export async function packParcel(tenant: Sender, within = true) {
  const parcel = await bookParcel(tenant)
  const { id } = await openBag(tenant)
  const bag = `/api/v1/bags/${id}`
  const [courier, flight] = [await addCourier(tenant), await schedule(tenant)]
  const assignment = { courier_id: courier.id as string, flight_id: flight.id as string }
  await change(tenant, `POST ${bag}/assign-courier`, assignment)
  if (within) await pack(tenant, id, parcel.one.id)
  return { ...parcel, bag, assignment, flight: `/api/v1/flights/${flight.id}` }
}

/** A package in a bag that has departed. */
export async function sendParcel(tenant: Sender) {
  const parcel = await packParcel(tenant)
  await change(tenant, `PUT ${parcel.bag}/seal`)
  await change(tenant, `PUT ${parcel.bag}`, { status: 'IN_TRANSIT' })
  return parcel
}
