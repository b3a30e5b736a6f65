import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { NewBag } from '../../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../../shared/domain/flights/record.ts'
import type { Role } from '../../../../shared/domain/kernel/roles.ts'
import { NewShipment } from '../../../../shared/domain/shipments/record.ts'
import { exampleOf } from '../../api/tenant.ts'
import type { inProcess } from '../../in-process/service.ts'
import { addPackage } from './packages.ts'
import type { Bag, Case, Courier, Flight, Package, Shipment, Unloading } from './records.ts'

/** A record of the service, and what the model has in its place. */
export interface Stored<T> {
  id: string
  of: T
  deleted?: boolean
}
interface StoredPackage extends Stored<Package> {
  qr_code: string
  /** The id of its last scan's event. */
  scan?: string | undefined
}

/** A company that requires no proof of deliveries, with two shipments of three packages, three bags, two flights of 12 kg and two couriers. */
export async function company(call: ReturnType<typeof inProcess>['call'], tokens: Record<Role, string>) {
  const send = (key: string, body?: object, role: Role = 'manager') =>
    call(key, { token: tokens[role], body, contract: false })
  const create = async <T>(path: string, body: object, of: T) => {
    const { status, body: answer, text } = await send(`POST /api/v1/${path}`, body)
    expect(status, text).toBe(201)
    return { id: answer.id as string, qr_code: answer.qr_code as string, of }
  }
  const twice = <T>(make: () => Promise<T>) => Promise.all([make(), make()])
  const warehouses = [randomUUID(), randomUUID()]
  const settings = { proof: false }
  // An earlier walk may have changed it.
  await send('PUT /api/v1/settings', { handover: { require: [] } })
  const shipments = await twice(() =>
    create<Shipment>('shipments', exampleOf(NewShipment), { status: 'RECEIVED', packages: [], settings }),
  )
  const packages: StoredPackage[] = []
  for (const { id, of } of shipments)
    for (let weight = 0; weight < 3; weight++)
      packages.push(await create(`shipments/${id}/packages`, { weight }, addPackage(of, weight)))
  const bags: Stored<Bag>[] = []
  for (let n = 0; n < 3; n++)
    bags.push(
      await create(
        'bags',
        { ...exampleOf(NewBag), warehouse_id: warehouses[0] },
        { status: 'OPEN', warehouse: 0, total: 0, weight: 0, counted: new Set() },
      ),
    )
  const flights: Stored<Flight>[] = await twice(() =>
    create(
      'flights',
      { ...exampleOf(NewFlight), max_weight_kg: 6 },
      { status: 'SCHEDULED', max: 6, bags: new Set() },
    ),
  )
  const couriers = await twice(() =>
    create<Courier>('couriers', exampleOf(NewCourier), { flown: 0, delivered: 0, noShows: 0 }),
  )
  const unloadings: Stored<Unloading>[] = []
  return {
    send,
    settings,
    warehouses,
    shipments,
    packages,
    bags,
    flights,
    couriers,
    unloadings,
    /** The ids of cases, as the service has shown them. */
    cases: new Map<Case, string>(),
  }
}
export type Company = Awaited<ReturnType<typeof company>>
