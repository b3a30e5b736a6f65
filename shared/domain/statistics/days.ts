import * as z from 'zod'
import { ValidationError } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantTable } from '../../db/table.ts'
import type { TenantContext } from '../kernel/context.ts'
import { optional } from '../kernel/fields.ts'
import { dayIn } from '../kernel/time-zone.ts'
import { zoneOfCompany } from '../settings/settings.ts'
import { shipmentStatuses, type ShipmentStatus } from '../shipments/status.ts'
import { days, daysBetween, type DayRecord } from './record.ts'

export const DaysQuery = lazySchema(() =>
  z.object({
    from: optional(z.iso.date()).meta({
      description: 'The first day; by default two weeks with `to`',
      examples: ['2026-11-17'],
    }),
    to: optional(z.iso.date()).meta({
      description: 'The last day; by default today, in the company’s time zone',
      examples: ['2026-11-23'],
    }),
  }),
)

const Count = z.int().min(0)
const StatusCounts = lazySchema(() =>
  z
    .object(
      Object.fromEntries(
        shipmentStatuses.map((status) => [
          status,
          Count.meta({ description: `How many are ${status} now`, examples: [1] }),
        ]),
      ) as Record<ShipmentStatus, typeof Count>,
    )
    .meta({ id: 'StatusCounts' }),
)
export const StatisticsDay = lazySchema(() =>
  z
    .object({
      date: z.iso.date().meta({
        description: 'The day, in the company’s time zone; UTC if none is set',
        examples: ['2026-11-23'],
      }),
      booked: Count.meta({ description: 'How many shipments were booked on it', examples: [3] }),
      booked_by_status: StatusCounts.meta({
        description: 'How many of them have each status now',
        examples: [
          {
            RECEIVED: 1,
            PREPARING: 0,
            IN_TRANSIT: 0,
            CONSOLIDATING: 0,
            READY_FOR_PICKUP: 0,
            DELIVERED: 2,
            RETURNED: 0,
          },
        ],
      }),
      delivered: Count.meta({
        description: 'How many shipments were delivered on it, whenever they were booked',
        examples: [2],
      }),
      delivered_on_time: Count.meta({
        description: 'How many of those were delivered by their estimated delivery',
        examples: [2],
      }),
      returned: Count.meta({ description: 'How many shipments were returned on it', examples: [0] }),
    })
    .meta({ id: 'StatisticsDay' }),
)

/** The most days of a response, and those without `from`. */
const [maxDays, usualDays] = [92, 14]
const dayMilliseconds = 24 * 3600 * 1000
const earliest = Date.parse('0000-01-01')

/**
 * The statistics of each day of a period, both inclusive, oldest first: by default of two weeks up to today, in the company's time
 * zone. One query. Throws ValidationError for more than 92 days.
 */
export async function readDays(
  { table, now }: TenantContext,
  { from, to }: z.output<typeof DaysQuery>,
): Promise<z.input<typeof StatisticsDay>[]> {
  const last = Date.parse(to ?? dayIn(now.getTime(), await zoneOfCompany(table)))
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

/** The shipments of a company that were delivered in the last two weeks. One query. */
export async function recentDeliveries(table: TenantTable, now: Date): Promise<number> {
  const last = now.getTime()
  // Up to tomorrow in UTC, which is today in zones ahead of it.
  const dates = [dateOf(last - (usualDays - 1) * dayMilliseconds), dateOf(last + dayMilliseconds)] as const
  const found = await table.listAll(days, daysBetween(...dates, maxDays))
  return found.reduce((sum, { delivered }) => sum + delivered, 0)
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
