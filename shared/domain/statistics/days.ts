import * as z from 'zod'
import { ValidationError } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { optional } from '../kernel/fields.ts'
import { shipmentStatuses, type ShipmentStatus } from '../shipments/status.ts'
import { days, daysBetween, type DayRecord } from './record.ts'

export const DaysQuery = lazySchema(() =>
  z.object({ from: optional(z.iso.date()), to: optional(z.iso.date()) }),
)

const Count = /* @__PURE__ */ z.int().min(0)
const StatusCounts = lazySchema(() =>
  z
    .object(
      Object.fromEntries(shipmentStatuses.map((status) => [status, Count])) as Record<
        ShipmentStatus,
        typeof Count
      >,
    )
    .meta({ id: 'StatusCounts' }),
)
export const StatisticsDay = lazySchema(() =>
  z
    .object({
      date: z.iso.date(),
      booked: Count,
      booked_by_status: StatusCounts,
      delivered: Count,
      delivered_on_time: Count,
      returned: Count,
    })
    .meta({ id: 'StatisticsDay' }),
)

/** The most days of a response, and those without `from`. */
const [maxDays, usualDays] = [92, 14]
const dayMilliseconds = 24 * 3600 * 1000
const earliest = Date.parse('0000-01-01')

/**
 * The statistics of each day of a period, both inclusive, oldest first: by default of two weeks up to today, in UTC.
 * One query. Throws ValidationError for more than 92 days.
 */
export async function readDays(
  { table, now }: TenantContext,
  { from, to }: z.output<typeof DaysQuery>,
): Promise<z.input<typeof StatisticsDay>[]> {
  const last = Date.parse(to ?? dateOf(now.getTime()))
  const first = from ? Date.parse(from) : Math.max(earliest, last - (usualDays - 1) * dayMilliseconds)
  const count = Math.max(0, (last - first) / dayMilliseconds + 1)
  if (count > maxDays)
    throw new ValidationError({
      loc: ['query', 'from'],
      msg: `At most ${maxDays} days`,
      type: 'value_error',
    })
  if (count === 0) return []
  const dates = Array.from({ length: count }, (_, n) => dateOf(first + n * dayMilliseconds))
  const found = await table.listAll(days, daysBetween(dateOf(first), dateOf(last), maxDays))
  const byDate = new Map(found.map((day) => [day.date, day]))
  return dates.map((date) => toDay(byDate.get(date) ?? days.schema.parse({ date, version: 0 })))
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

function toDay(day: DayRecord): z.input<typeof StatisticsDay> {
  const { date, delivered, delivered_on_time, returned } = day
  const booked = shipmentStatuses.reduce((sum, status) => sum + day[status], 0)
  const booked_by_status = Object.fromEntries(
    shipmentStatuses.map((status) => [status, day[status]]),
  ) as Record<ShipmentStatus, number>
  return { date, booked, booked_by_status, delivered, delivered_on_time, returned }
}
