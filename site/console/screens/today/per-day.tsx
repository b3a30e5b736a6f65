import { useQuery } from '@tanstack/preact-query'
import { lazy } from 'preact-iso'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import type { ShipmentStatus } from '../../../../shared/domain/states/shipment.ts'
import { api } from '../../api/client.ts'
import type { Shipment } from '../../api/records.ts'
import { Loaded } from '../../ui/loaded.tsx'
import type { Series } from './chart.tsx'
import { words } from './words.ts'

const [days, maxShipments, pageSize] = [14, 1000, 200]
const dayMilliseconds = 86_400_000
const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0)

// The library that draws is loaded with the first chart.
const Chart = lazy(() => import('./chart.tsx').then(({ Chart }) => Chart))

/** The shipments of the last two weeks, at most the newest thousand. Throws CourierError. */
async function recentShipments(): Promise<readonly Shipment[]> {
  const created_from = new Date(startOfDay(Date.now()) - (days - 1) * dayMilliseconds).toISOString()
  const all: Shipment[] = []
  let cursor: string | undefined
  do {
    const query = { created_from, limit: pageSize, ...(cursor !== undefined && { cursor }) }
    const page = api.GET('/api/v1/shipments', { params: { query } })
    all.push(...(await unwrap(page)))
    cursor = (await page).response.headers.get('X-Next-Cursor') ?? undefined
  } while (cursor !== undefined && all.length < maxShipments)
  return all
}

/** How many shipments were booked on each day of the last two weeks, by what has become of them. */
export function ShipmentsPerDay() {
  const recent = useQuery({ queryKey: ['today', 'recent'], queryFn: recentShipments, staleTime: 60_000 })
  const groups: [string, string, (status: ShipmentStatus) => boolean][] = [
    [words.delivered, '--done', (status) => status === 'DELIVERED'],
    [words.ready, '--needs', (status) => status === 'READY_FOR_PICKUP'],
    [words.underway, '--moving', (status) => !['DELIVERED', 'READY_FOR_PICKUP', 'RETURNED'].includes(status)],
    [words.returned, '--wrong', (status) => status === 'RETURNED'],
  ]
  const today = startOfDay(Date.now())
  const starts = Array.from({ length: days }, (_, n) =>
    startOfDay(today - (days - 1 - n) * dayMilliseconds + dayMilliseconds / 2),
  )
  return (
    <section class="card stack wide">
      <h2>{words.perDay}</h2>
      <Loaded query={recent}>
        {(all) => {
          const byDay = Map.groupBy(all, ({ created_at }) => startOfDay(Date.parse(created_at)))
          const series = groups.map(([title, colour, isIn]): Series => ({
            ...{ title, colour },
            values: starts.map((day) => (byDay.get(day) ?? []).filter(({ status }) => isIn(status)).length),
          }))
          return (
            <>
              <Chart days={starts} series={series} />
              {all.length >= maxShipments && <p class="hint">{words.newest}</p>}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
