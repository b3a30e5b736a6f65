import { randomUUID } from 'node:crypto'
import { CheckIn, NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { exampleOf, password } from '../api/tenant.ts'
import type { Scheduler } from './scheduler.ts'
import type { World } from './world.ts'

const warehouse = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
/** In the order of a journey, which people go mostly forward. */
const packageStatuses = ['IN_WAREHOUSE', 'ARRIVED', 'DELIVERED', 'IN_WAREHOUSE', 'RETURNED'] as const
const flightStatuses = ['BOARDING', 'DEPARTED', 'ARRIVED', 'CANCELLED', 'CANCELLED', 'CANCELLED'] as const
const scans = ['ARRIVED_AT_WAREHOUSE', 'READY_FOR_PICKUP', 'DELIVERED', 'PACKAGE_SCANNED'] as const
/** Answers that a step may have: done, or refused by what others have done. */
const possible = [200, 201, 204, 404, 409, 412, 422]

/** A company with two shipments of three packages, two bags, four flights of 6 kg, two couriers and two webhooks. */
export async function openCompany({ request, verifyAddress }: World) {
  const body = { email: `${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  const { access_token: token } = (await request('POST /api/v1/auth/register', '', body)).body
  await verifyAddress(body.email)
  const create = async (path: string, fields: object): Promise<{ id: string; qr_code: string }> => {
    const { status, body, text } = await request(`POST /api/v1/${path}`, token, fields)
    if (status !== 201) throw new Error(`POST ${path} → ${status} ${text}`)
    return body
  }
  const several = async (count: number, path: string, fields: object) => {
    const created: Awaited<ReturnType<typeof create>>[] = []
    while (created.length < count) created.push(await create(path, fields))
    return created
  }
  const urls = [1, 2].map((n) => `http://127.0.0.1:${n}/${randomUUID()}`)
  for (const url of urls) await create('webhooks', { url })
  await request('PUT /api/v1/settings', token, { handover: { require: [] } })
  const shipments = await several(2, 'shipments', exampleOf(NewShipment))
  const packages: { id: string; qr_code: string }[] = []
  for (const { id } of shipments)
    for (const weight of [1, 2, 3])
      packages.push(await create(`shipments/${id}/packages`, { ...exampleOf(NewPackage), weight }))
  const bags = await several(2, 'bags', { ...exampleOf(NewBag), warehouse_id: warehouse })
  const flights = await several(4, 'flights', { ...exampleOf(NewFlight), max_weight_kg: 6 })
  const couriers = await several(2, 'couriers', exampleOf(NewCourier))
  // Each function verifies the token and reads its secrets now, which takes other threads.
  const [shipment, parcel] = [shipments[0]?.id ?? '', packages[0]?.id ?? '']
  const others = ['statistics/days', 'events', 'cases']
  for (const path of [`packages/${parcel}/events`, ...others, `shipments/${shipment}/proof`])
    await request(`GET /api/v1/${path}`, token)
  await request('POST /api/v1/scan-event', token, {})
  return {
    token,
    email: body.email,
    shipments,
    packages,
    bags,
    flights,
    couriers,
    urls,
    booked: shipments.length,
  }
}
export type SimulatedCompany = Awaited<ReturnType<typeof openCompany>>

/** A person who does steps of the journey, one after the other. */
export async function actor(
  { persist }: Pick<World, 'persist'>,
  company: SimulatedCompany,
  { below, note }: Scheduler,
  name: string,
  steps: number,
): Promise<void> {
  const { token, shipments, packages, bags, flights, couriers } = company
  const one = <T>(from: readonly T[]) => from[below(from.length)] as T
  const step = (n: number): [key: string, body?: object] => {
    const [bag, parcel] = [below(2) === 0 ? (bags[0] as (typeof bags)[number]) : one(bags), one(packages)]
    // People who are as far as each other meet on one flight, and mostly with one bag.
    const flight =
      below(4) === 0 ? one(flights) : (flights[(n >> 1) % flights.length] as (typeof flights)[number])
    switch (below(16)) {
      case 0:
      case 1:
      case 2:
        return [`POST /api/v1/bags/${bag.id}/packages/${parcel.id}`]
      case 3:
        return [`DELETE /api/v1/bags/${bag.id}/packages/${parcel.id}`]
      case 4:
      case 5:
        return [
          `PUT /api/v1/packages/${parcel.id}`,
          { status: one(packageStatuses), reason: 'as the manager knows' },
        ]
      case 6:
      case 7:
      case 14:
        return [
          `POST /api/v1/bags/${bag.id}/assign-courier`,
          { courier_id: one(couriers).id, flight_id: flight.id },
        ]
      case 8:
      case 15:
        return [`PUT /api/v1/flights/${flight.id}`, { status: one(flightStatuses) }]
      case 9:
        return [`PUT /api/v1/bags/${bag.id}/seal`, {}]
      case 10:
        return [`PUT /api/v1/bags/${bag.id}/checkin`, exampleOf(CheckIn)]
      case 11:
        return ['POST /api/v1/shipments', exampleOf(NewShipment)]
      case 12:
        return [
          'POST /api/v1/scan-event',
          { qr_code: parcel.qr_code, warehouse_id: warehouse, event_type: one(scans) },
        ]
      default:
        return [
          `POST /api/v1/shipments/${one(shipments).id}/packages`,
          { ...exampleOf(NewPackage), weight: 1 + below(3) },
        ]
    }
  }
  for (let n = 0; n < steps; n++) {
    const [key, body] = step(n)
    note(`${name}: ${key} ${JSON.stringify(body ?? '')}`)
    const { status, text } = await persist(key, token, body)
    note(`${name}: → ${status}`)
    if (!possible.includes(status)) throw new Error(`${key} ${JSON.stringify(body)} → ${status} ${text}`)
    if (status === 201 && key === 'POST /api/v1/shipments') company.booked++
  }
}
