import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useList, useRead } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { Facts } from '../../ui/facts.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatNumber, formatTime } from '../../../staff/words/format.ts'
import { Actions } from './actions.tsx'
import { causes, words } from './words.ts'

/** A courier, with statistics, no-shows, flights and bags. */
export function CourierPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const params = { params: { path: { id } } }
  const stats = useRead(['courier', id, 'stats'], () => api.GET('/api/v1/couriers/{id}/stats', params))
  const flights = useRead(['courier', id, 'flights'], () => api.GET('/api/v1/couriers/{id}/flights', params))
  return (
    <RecordPanel
      of={['courier', id]}
      get={() => api.GET('/api/v1/couriers/{id}', params)}
      title={({ full_name }) => full_name}
      status={({ status }) => <Status of="courier" status={status} />}
      onClose={onClose}
    >
      {(courier, etag) => (
        <>
          <Facts
            facts={[
              [words.phone, courier.phone],
              [words.email, courier.email],
              [words.nationality, courier.nationality],
              [words.country, courier.home_country],
              [words.passport, courier.passport_number],
              [words.routes, courier.preferred_routes.join(', ')],
            ]}
          />
          <Loaded query={stats} lines={1}>
            {({ body }) => (
              <Facts
                facts={[
                  [words.flightsDone, formatNumber(body.flights_completed)],
                  [words.delivered, formatNumber(body.packages_delivered)],
                  [words.noShows, formatNumber(body.no_show_count)],
                  [
                    words.rating,
                    body.rating_count > 0
                      ? words.ratingOf(formatNumber(body.rating), formatNumber(body.rating_count))
                      : common.none,
                  ],
                ]}
              />
            )}
          </Loaded>
          {hasRole(bookingRoles) && <Actions courier={courier} etag={etag} onDeleted={onClose} />}
          <section class="stack">
            <h3>{words.flights}</h3>
            <Loaded query={flights} lines={1}>
              {({ body }) => (
                <ul>
                  {body.length === 0 && <li class="hint">{common.none}</li>}
                  {body.map((flight) => (
                    <li key={flight.id} class="row">
                      <a href={`/console/flights/${flight.id}`}>{flight.flight_number}</a>
                      <span>{formatTime(flight.scheduled_departure)}</span>
                      <Status of="flight" status={flight.status} />
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
          </section>
          <Bags id={id} />
          <NoShows id={id} />
        </>
      )}
    </RecordPanel>
  )
}

function Bags({ id }: { id: string }) {
  const list = useList(['courier', id, 'bags'], (page) =>
    api.GET('/api/v1/couriers/{id}/bags', {
      params: { path: { id }, query: page },
    }),
  )
  return (
    <section class="stack">
      <h3>{words.bags}</h3>
      <ListTable
        list={list}
        address={(bag) => `/console/bags/${bag.id}`}
        columns={[
          { title: words.bags, cell: ({ label }) => <bdi>{label}</bdi> },
          { title: words.route, cell: ({ origin, destination }) => `${origin} → ${destination}` },
          { title: common.status, cell: ({ status }) => <Status of="bag" status={status} /> },
        ]}
        empty={<p class="hint">{common.none}</p>}
      />
    </section>
  )
}

function NoShows({ id }: { id: string }) {
  const list = useList(['courier', id, 'no-shows', 'list'], (page) =>
    api.GET('/api/v1/couriers/{id}/no-shows', {
      params: { path: { id }, query: page },
    }),
  )
  return (
    <section class="stack">
      <h3>{words.noShows}</h3>
      <ListTable
        list={list}
        columns={[
          { title: words.cause, cell: ({ cause }) => causes[cause] ?? cause },
          { title: words.note, cell: ({ note }) => <bdi>{note}</bdi> },
          { title: common.created, cell: ({ created_at }) => formatTime(created_at) },
        ]}
        empty={<p class="hint">{words.noNoShows}</p>}
      />
    </section>
  )
}
