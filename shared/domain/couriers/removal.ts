import { forEachParallel } from '../../core/batches.ts'
import type { Position } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { bags } from '../bags/record.ts'
import { copyOf, flights } from '../flights/record.ts'
import type { TenantWork } from '../kernel/context.ts'
import { readSettings } from '../settings/settings.ts'
import { isRemoved, removed } from './passports.ts'
import { couriers, type CourierRecord } from './record.ts'

/** The number of couriers in parallel. */
const concurrency = 8

/**
 * Removes the passport numbers of couriers who have neither flown nor got a number for the company's months, and who have
 * no bag. Returns how many. May be repeated.
 */
export async function removePassports(ctx: TenantWork): Promise<number> {
  const { table, now } = ctx
  const { passport_retention_months: months } = await readSettings(table)
  const start = new Date(now)
  start.setUTCMonth(start.getUTCMonth() - months)
  const since = start.toISOString()
  let count = 0
  for await (const page of pagesOfCouriers(table))
    await forEachParallel(page, concurrency, async ({ id }) => {
      if (await removePassport(ctx, id, since)) count++
    })
  return count
}

async function* pagesOfCouriers(table: TenantTable) {
  let after: Position | undefined
  do {
    const listing = { index: 'gsi1' as const, partition: 'COURIER', limit: 100, skipUnreadable: true }
    const page = await table.list(couriers, { ...listing, ...(after && { after }) })
    yield page.records
    after = page.next
  } while (after)
}

const removePassport = ({ table, now, transact }: TenantWork, id: string, since: string) =>
  transact(async () => {
    const courier = await table.get(couriers, { id })
    if (isRecent(courier, since) || isRemoved(courier) || (await hasFlown(table, id, since)))
      return { writes: [], result: false }
    const change = { ...removed, passport_set_at: undefined, updated_at: now.toISOString() }
    return { writes: [table.updateVersion(couriers, courier, change).write], result: true }
  })

const isRecent = (courier: CourierRecord, since: string) =>
  (courier.passport_set_at ?? courier.created_at) >= since

/** The number of a courier's latest bags to look at. */
const latestBags = 200

/** Whether a courier has flown since, will fly, or has a bag that is not delivered. */
async function hasFlown(table: TenantTable, courierId: string, since: string): Promise<boolean> {
  const latest = { index: 'gsi2' as const, newestFirst: true }
  const [own, carried] = await Promise.all([
    table.listAll(flights, { ...latest, partition: `FLIGHT#COURIER#${courierId}`, limit: 1 }),
    table.listAll(bags, { ...latest, partition: `BAG#COURIER#${courierId}`, limit: latestBags }),
  ])
  return (
    own.some((flight) => copyOf(flight).arrival >= since) ||
    carried.some(({ status, flight }) => status !== 'DELIVERED' || (flight?.arrival ?? '') >= since)
  )
}
