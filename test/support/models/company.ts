import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { exampleOf } from '../api/tenant.ts'
import type { inProcess } from '../in-process/service.ts'
import { addPackage, type Bag, type Courier, type Flight, type Package, type Shipment } from './journey.ts'

/** A company with two shipments of three packages, three bags, two flights of 12 kg and two couriers. */
export async function company(call: ReturnType<typeof inProcess>['call'], tokens: Record<Role, string>) {
  const send = (key: string, body?: object, role: Role = 'manager') =>
    call(key, { token: tokens[role], body, contract: false })
  const create = async (path: string, body: object) => {
    const { status, body: answer, text } = await send(`POST /api/v1/${path}`, body)
    expect(status, text).toBe(201)
    return answer.id as string
  }
  const warehouses = [randomUUID(), randomUUID()]
  const shipments: { id: string; of: Shipment }[] = []
  const packages: { id: string; of: Package; deleted?: boolean; cases: string[]; scan?: string | undefined }[] =
    []
  for (let n = 0; n < 2; n++) {
    const of: Shipment = { status: 'RECEIVED', packages: [] }
    const id = await create('shipments', exampleOf(NewShipment))
    shipments.push({ id, of })
    for (let m = 0; m < 3; m++) {
      const one = {
        id: await create(`shipments/${id}/packages`, { weight: m }),
        of: addPackage(of),
        cases: [],
      }
      one.of.weight = m
      packages.push(one)
    }
  }
  const bags: { id: string; of: Bag; deleted?: boolean }[] = []
  for (let n = 0; n < 3; n++) {
    const id = await create('bags', { ...exampleOf(NewBag), warehouse_id: warehouses[0] })
    bags.push({ id, of: { status: 'OPEN', warehouse: 0, total: 0, weight: 0, counted: new Set() } })
  }
  const flights: { id: string; of: Flight; deleted?: boolean }[] = []
  for (let n = 0; n < 2; n++)
    flights.push({
      id: await create('flights', { ...exampleOf(NewFlight), max_weight_kg: 6 }),
      of: { status: 'SCHEDULED', max: 6, bags: new Set() },
    })
  const couriers: { id: string; of: Courier }[] = []
  for (let n = 0; n < 2; n++)
    couriers.push({
      id: await create('couriers', exampleOf(NewCourier)),
      of: { flown: 0, delivered: 0, noShows: 0 },
    })
  return { send, warehouses, shipments, packages, bags, flights, couriers }
}
export type Company = Awaited<ReturnType<typeof company>>
