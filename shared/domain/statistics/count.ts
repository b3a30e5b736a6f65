import type { TenantTable } from '../../db/table.ts'
import type { TenantWork } from '../kernel/context.ts'
import { bagsById } from '../packages/with-bag.ts'
import { shipments, type ShipmentRecord } from '../shipments/record.ts'
import { dayIn } from '../kernel/time-zone.ts'
import { zoneOfCompany } from '../settings/settings.ts'
import { isFinal } from '../shipments/status.ts'
import { estimatedDelivery, finishOf, publicTimeline, readParcel } from '../tracking/parcel.ts'
import { bagsOf } from '../tracking/timeline.ts'
import { countedShipments, days, type CountedShipment, type Counter } from './record.ts'

/** The shipments per transaction, which takes 100 items: each takes its own item and up to three days. */
const maxShipmentsPerTransaction = 25

/**
 * Counts shipments as what they are now, instead of as what they were counted before; a deleted one is not counted any
 * more. Days are of the company's time zone, as it is then. Repeated, it changes nothing, so messages may come twice and in any order. Throws unavailable after 3 s of
 * contention, and a ZodError for a record that is not valid.
 */
export async function countShipments(work: TenantWork, ids: readonly string[]): Promise<void> {
  const all = [...new Set(ids)]
  for (let from = 0; from < all.length; from += maxShipmentsPerTransaction)
    await countTogether(work, all.slice(from, from + maxShipmentsPerTransaction))
}

const countTogether = ({ table, transact }: TenantWork, ids: readonly string[]) =>
  transact(async () => {
    const refs = ids.map((id) => ({ id }))
    const [current, counted] = await Promise.all([
      table.many(shipments, refs),
      table.many(countedShipments, refs),
    ])
    const zone = await zoneOfCompany(table)
    const changes = await Promise.all(
      ids.map(async (id) => {
        const before = counted.find((one) => one.id === id)
        const shipment = current.find((one) => one.id === id)
        if (before?.status === shipment?.status && before?.finished_at === shipment?.finished_at) return []
        return [{ before, after: shipment && (await countedAs(table, shipment, zone)) }]
      }),
    )
    const moves = changes.flat()
    const writes = moves.flatMap(({ before, after }) => {
      if (!after) return before ? [table.remove(countedShipments, before)] : []
      if (!before) return [table.create(countedShipments, { ...after, version: 1 })]
      return [table.updateVersion(countedShipments, before, after).write]
    })
    return { writes: [...writes, ...(await counterWrites(table, moves))], result: undefined }
  })

type Counted = Omit<CountedShipment, 'version'>

/** As what a shipment is to be counted; undefined if it was deleted meanwhile. */
async function countedAs(
  table: TenantTable,
  shipment: ShipmentRecord,
  zone: string,
): Promise<Counted | undefined> {
  const { id, status, finished_at, created_at, updated_at } = shipment
  // All of them, so that what does not apply any more is removed.
  const counted = { id, status, finished_at, booked_on: dayIn(created_at, zone) }
  if (!isFinal(status)) return { ...counted, finished_on: undefined, on_time: undefined }
  const parcel = await readParcel(table, id)
  if (!parcel) return undefined
  const bags = await bagsById(table, bagsOf(parcel.contents))
  const finished_on = dayIn(finishOf(shipment, publicTimeline(parcel, bags)) ?? updated_at, zone)
  return { ...counted, finished_on, on_time: finished_on <= estimatedDelivery(parcel, bags) }
}

/** The counters that a shipment is in: the day and the name of each. */
function countersOf({ booked_on, status, finished_on, on_time }: Counted): [string, Counter][] {
  const counters: [string, Counter][] = [[booked_on, status]]
  if (finished_on === undefined) return counters
  if (status === 'RETURNED') return [...counters, [finished_on, 'returned']]
  counters.push([finished_on, 'delivered'])
  if (on_time) counters.push([finished_on, 'delivered_on_time'])
  return counters
}

/** Adds to the counters, and takes from those that shipments were in before. */
async function counterWrites(
  table: TenantTable,
  moves: readonly { before: Counted | undefined; after: Counted | undefined }[],
) {
  const sums = new Map<string, Partial<Record<Counter, number>>>()
  const add = (counted: Counted | undefined, by: 1 | -1) => {
    for (const [date, counter] of counted ? countersOf(counted) : []) {
      const day = sums.get(date) ?? {}
      sums.set(date, { ...day, [counter]: (day[counter] ?? 0) + by })
    }
  }
  for (const { before, after } of moves) {
    add(before, -1)
    add(after, 1)
  }
  const changed = [...sums].flatMap(([date, sum]) => {
    const change = Object.fromEntries(Object.entries(sum).filter(([, by]) => by !== 0))
    return Object.keys(change).length > 0 ? [{ date, change }] : []
  })
  const known = new Set((await table.many(days, changed)).map(({ date }) => date))
  return changed.map(({ date, change }) =>
    known.has(date)
      ? table.patchUnread(days, { date }, { add: change })
      : table.create(days, { ...days.schema.parse({ date, version: 1 }), ...change }),
  )
}
