import { api } from '../../../staff/api/client.ts'
import { useList, useRead } from '../../../staff/api/read.ts'
import type { Bag } from '../../../staff/api/records.ts'
import { Cut } from '../../list/cut.tsx'
import { ListTable, type Listed } from '../../list/list-table.tsx'
import { BagStatus } from '../../../staff/bags/status.tsx'
import { StatusOfFlight } from '../../../staff/ui/status.tsx'
import { fromTo } from '../../../staff/messages/language.ts'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { formatNumber, formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { causes, messages } from './messages.ts'
import { formatDeparture } from '../../../staff/messages/flight-times.ts'

/** The bags that a courier carries and has carried. */
export const Bags = ({ list }: { list: Listed<Bag> }) => (
  <section class="stack">
    <h3>{messages.bags}</h3>
    <ListTable
      list={list}
      address={(bag) => `/console/bags/${bag.id}`}
      card={(bag) => ({
        title: bag.label,
        status: <BagStatus bag={bag} />,
        lines: [
          [fromTo(bag.origin, bag.destination), bag.flight_number],
          [common.packages(bag.total_packages), formatWeight(bag.total_weight_kg)],
        ],
      })}
      columns={[
        { title: messages.bag, cell: ({ label }) => <Cut text={label} /> },
        { title: messages.route, cell: ({ origin, destination }) => fromTo(origin, destination) },
        { title: messages.number, cell: ({ flight_number }) => flight_number ?? '—' },
        {
          title: messages.packages,
          isNumeric: true,
          cell: ({ total_packages }) => formatNumber(total_packages),
        },
        {
          title: messages.weight,
          isNumeric: true,
          cell: ({ total_weight_kg }) => formatWeight(total_weight_kg),
        },
        { title: office.status, cell: (bag) => <BagStatus bag={bag} /> },
      ]}
      empty={<p class="hint">{office.none}</p>}
    />
  </section>
)

/** The flights of a courier, the latest first. */
export function Flights({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useRead(['courier', id, 'flights'], () =>
    api.GET('/api/v1/couriers/{id}/flights', { params: { path: { id } } }),
  )
  const onePage = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }
  return (
    <section class="stack">
      <h3>{messages.flights}</h3>
      <ListTable
        list={{ items: data?.body ?? [], error, isPending, refetch, ...onePage }}
        address={(flight) => `/console/flights/${flight.id}`}
        card={(flight) => ({
          title: flight.flight_number,
          status: <StatusOfFlight flight={flight} />,
          lines: [[fromTo(flight.departure_airport, flight.arrival_airport), formatDeparture(flight)]],
        })}
        columns={[
          { title: messages.number, cell: ({ flight_number }) => flight_number },
          {
            title: messages.route,
            cell: ({ departure_airport, arrival_airport }) => fromTo(departure_airport, arrival_airport),
          },
          { title: messages.departure, cell: (flight) => formatDeparture(flight) },
          { title: office.status, cell: (flight) => <StatusOfFlight flight={flight} /> },
        ]}
        empty={<p class="hint">{office.none}</p>}
      />
    </section>
  )
}

function FlightNumber({ id }: { id: string | null }) {
  const flight = useRead(
    ['flight', id],
    () => api.GET('/api/v1/flights/{id}', { params: { path: { id: id ?? '' } } }),
    id !== null,
  )
  return <span>{flight.data?.body.flight_number ?? '—'}</span>
}

/** The flight for which a courier did not show up, and why. */
export function NoShows({ id }: { id: string }) {
  const list = useList(['courier', id, 'no-shows', 'list'], (page) =>
    api.GET('/api/v1/couriers/{id}/no-shows', {
      params: { path: { id }, query: page },
    }),
  )
  return (
    <section class="stack">
      <h3>{messages.noShows}</h3>
      <ListTable
        list={list}
        card={({ cause, note, created_at, flight_id }) => ({
          title: causes[cause] ?? cause,
          lines: [[<FlightNumber key="flight" id={flight_id} />, note], [formatTime(created_at)]],
        })}
        columns={[
          { title: messages.number, cell: ({ flight_id }) => <FlightNumber id={flight_id} /> },
          { title: messages.cause, cell: ({ cause }) => causes[cause] ?? cause },
          { title: messages.note, cell: ({ note }) => <Cut text={note} /> },
          { title: office.created, cell: ({ created_at }) => formatTime(created_at) },
        ]}
        empty={<p class="hint">{messages.noNoShows}</p>}
      />
    </section>
  )
}
