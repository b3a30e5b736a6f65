import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { bags, type BagResponse } from '../bags/record.ts'
import { listBags } from '../bags/bags.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers } from './record.ts'
import { Id } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { flights, toFlightResponse, type FlightResponse } from '../flights/record.ts'

/** A page of the bags that a courier carries or carried, newest first. Throws "Courier not found". */
export async function courierBags(
  ctx: TenantContext,
  courierId: string,
  page: PageRequest,
): Promise<Page<BagResponse>> {
  const { id } = await ctx.table.get(couriers, { id: courierId })
  expectOwn(ctx.actor, couriers.noun, { courier_id: id })
  return listBags(ctx, { courier_id: id }, page)
}

/** The maximum number of a courier's flights in a response; the latest are returned. */
const maxFlights = 200

/**
 * The flights assigned to a courier, or with the courier's bags, latest departure first. Throws "Courier not
 * found".
 */
export async function courierFlights(
  { table, actor }: TenantContext,
  courierId: string,
): Promise<FlightResponse[]> {
  const id = Id.safeParse(courierId).data ?? ''
  expectOwn(actor, couriers.noun, { courier_id: id })
  const [found] = await Promise.all([flightsOf(table, id), table.get(couriers, { id })])
  return found
}

/** The same, without checking that the courier exists. */
export async function flightsOf(table: TenantTable, id: string): Promise<FlightResponse[]> {
  const listing = { index: 'gsi2' as const, newestFirst: true, limit: maxFlights, skipUnreadable: true }
  const [own, carried] = await Promise.all([
    table.listAll(flights, { ...listing, partition: `FLIGHT#COURIER#${id}` }),
    table.listAll(bags, { ...listing, partition: `BAG#COURIER#${id}` }),
  ])
  const known = new Set(own.map((flight) => flight.id))
  const others = new Set(
    carried.flatMap(({ flight_id }) => flight_id ?? []).filter((flight) => !known.has(flight)),
  )
  const further = await table.many(
    flights,
    [...others].map((id) => ({ id })),
    listing,
  )
  const latest = (a: { scheduled_departure: string }, b: typeof a) =>
    a.scheduled_departure < b.scheduled_departure ? 1 : -1
  return [...own, ...further].sort(latest).slice(0, maxFlights).map(toFlightResponse)
}
