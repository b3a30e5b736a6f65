import { useLocation } from 'preact-iso'
import { Empty, Failure, Skeleton } from '../../../design/states.tsx'
import { messageOf } from '../../../staff/api/client.ts'
import type { Flight } from '../../../staff/api/records.ts'
import type { Listed } from '../../list/list-table.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatDate, formatHour, formatNumber, formatWeight } from '../../../staff/words/format.ts'
import { Load } from './load.tsx'
import { words } from './words.ts'

const address = (id: string) => `/console/flights/${id}`
const titles = () => [
  ...[words.number, words.departure, words.arrival, words.route],
  ...[words.load, words.free, words.bags, common.status],
]

/** Flights in their order, with a title for each day of departure. */
export function FlightsByDay({ list }: { list: Listed<Flight> }) {
  const { items, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const hasError = error !== null && error !== undefined
  if (isPending && !hasError) return <Skeleton label={common.loading} lines={5} />
  const days = Object.entries(
    Object.groupBy(items, ({ scheduled_departure }) => formatDate(scheduled_departure)),
  )
  return (
    <>
      {hasError && (
        <Failure text={messageOf(error)} retryLabel={common.tryAgain} onRetry={() => void refetch()} />
      )}
      {items.length === 0 && !hasError && (
        <Empty title={words.empty}>
          <p>{words.emptyHint}</p>
        </Empty>
      )}
      {items.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label={words.number}>
          <table class="list by-day">
            <thead>
              <tr>
                {titles().map((title) => (
                  <th key={title} scope="col" class={isNumeric(title) ? 'numeric' : undefined}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            {days.map(([day, flights = []]) => (
              <tbody key={day}>
                <tr class="day">
                  <th scope="rowgroup" colSpan={titles().length}>
                    {day} <span class="hint">{words.flights(flights.length)}</span>
                  </th>
                </tr>
                {flights.map((flight) => (
                  <Row key={flight.id} flight={flight} />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {hasNextPage && (
        <p class="row">
          <button type="button" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {common.more}
          </button>
        </p>
      )}
    </>
  )
}
const isNumeric = (title: string) => title === words.free || title === words.bags

function Row({ flight }: { flight: Flight }) {
  const { route } = useLocation()
  const { id, scheduled_departure, scheduled_arrival, available_weight_kg } = flight
  return (
    <tr
      data-row
      // The whole row opens it with a mouse; a keyboard has the link.
      onClick={({ target }) => {
        if (!(target as HTMLElement).closest('a')) route(address(id))
      }}
    >
      <td>
        <a href={address(id)} data-item>
          <span class="lines">
            <span>{flight.flight_number}</span>
            <bdi>{flight.airline}</bdi>
          </span>
        </a>
      </td>
      <td class="number">{formatHour(scheduled_departure)}</td>
      <td class="number">
        {formatHour(scheduled_arrival)}
        {formatDate(scheduled_arrival) !== formatDate(scheduled_departure) && (
          <span class="hint"> {formatDate(scheduled_arrival)}</span>
        )}
      </td>
      <td>{`${flight.departure_airport} → ${flight.arrival_airport}`}</td>
      <td>
        <Load flight={flight} />
      </td>
      <td class="numeric">{formatWeight(available_weight_kg)}</td>
      <td class="numeric">{formatNumber(flight.bags_count)}</td>
      <td>
        <Status of="flight" status={flight.status} />
      </td>
    </tr>
  )
}
