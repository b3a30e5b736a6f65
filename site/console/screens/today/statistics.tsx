import lazy from 'preact-iso/lazy'
import type { ComponentChildren } from 'preact'
import { bookingRoles, handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import type { ShipmentStatus } from '../../../../shared/domain/shipments/status.ts'
import { api } from '../../../staff/api/client.ts'
import type { StatisticsDay } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useRead } from '../../../staff/api/read.ts'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { formatNumber, formatShare } from '../../../staff/messages/format.ts'
import { cancelledName } from '../../../staff/messages/statuses.ts'
import type { Series } from './chart.tsx'
import { messages } from './messages.ts'

// The library that draws is loaded with the first chart.
const Chart = lazy(() => import('./chart.tsx').then(({ Chart }) => Chart))

/** The start of a day in UTC as the same day here, so that it is named as the service names it. */
const startOf = ({ date }: StatisticsDay) => new Date(`${date}T00:00`).getTime()
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Two weeks of shipments by day, oldest first. */
export const useStatistics = () => useRead(['today', 'statistics'], () => api.GET('/api/v1/statistics/days'))

/** Two weeks of shipments by day: the statuses of those that were booked, and how many were delivered on time. */
export function Statistics() {
  const query = useStatistics()
  const card = (
    title: string,
    unit: string,
    children: (days: readonly StatisticsDay[]) => ComponentChildren,
  ) => (
    <section class="card stack wide">
      <header>
        <h2>{title}</h2>
        <p class="hint">{unit}</p>
      </header>
      <Loaded query={query}>{({ body }) => children(body)}</Loaded>
    </section>
  )
  return (
    <>
      {card(messages.perDay, messages.perDayUnit, (days) => (
        <Booked days={days} />
      ))}
      {card(messages.onTime, messages.onTimeUnit, (days) => (
        <OnTime days={days} />
      ))}
    </>
  )
}

function Booked({ days }: { days: readonly StatisticsDay[] }) {
  if (days.every(({ booked }) => booked === 0))
    return <p class="hint">{hasRole(bookingRoles) ? messages.noBookings : messages.noBookingsYet}</p>
  const of = (title: string, colour: string, count: (day: StatisticsDay) => number): Series => ({
    title,
    colour,
    values: days.map(count),
  })
  const now = (status: ShipmentStatus) => (day: StatisticsDay) => day.booked_by_status[status]
  const [delivered, ready, returned] = [now('DELIVERED'), now('READY_FOR_PICKUP'), now('RETURNED')]
  const series = [
    of(messages.delivered, '--done', delivered),
    of(messages.ready, '--needs', ready),
    of(messages.underway, '--moving', (day) => day.booked - delivered(day) - ready(day) - returned(day)),
    of(cancelledName.orReturned, '--wrong', returned),
  ]
  return <Chart days={days.map(startOf)} series={series} />
}

function OnTime({ days }: { days: readonly StatisticsDay[] }) {
  const all = sum(days.map(({ delivered }) => delivered))
  if (all === 0) {
    const hasReady = days.some(({ booked_by_status }) => booked_by_status.READY_FOR_PICKUP > 0)
    return (
      <p class="hint">
        {hasReady && hasRole(handlingRoles) ? messages.noDeliveries : messages.noDeliveriesYet}
      </p>
    )
  }
  const inTime = sum(days.map(({ delivered_on_time }) => delivered_on_time))
  const series: Series = {
    title: messages.onTime,
    colour: '--done',
    values: days.map(({ delivered, delivered_on_time }) => (delivered > 0 ? delivered_on_time / delivered : 0)),
    texts: days.map(({ delivered, delivered_on_time }) => parts(delivered_on_time, delivered)),
  }
  return (
    <>
      <p class="row">
        <span class="figure">{formatShare(inTime / all)}</span>
        <span class="hint">{messages.onTimeOf(formatNumber(inTime), formatNumber(all))}</span>
      </p>
      <Chart
        days={days.map(startOf)}
        series={[series]}
        scale={{ top: 1, steps: [0.25, 0.5], format: formatShare }}
      />
    </>
  )
}

/** "96 % (48 / 50)"; a dash of none. */
const parts = (some: number, all: number) =>
  all > 0 ? `${formatShare(some / all)} (${formatNumber(some)} / ${formatNumber(all)})` : '–'
