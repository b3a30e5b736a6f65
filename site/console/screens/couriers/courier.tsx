import { Mail, Phone } from 'lucide-preact'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useList, useRead } from '../../../staff/api/read.ts'
import type { Courier } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { Facts } from '../../ui/facts.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { formatNumber } from '../../../staff/messages/format.ts'
import { formatCountry } from '../../../staff/messages/countries.ts'
import { Actions } from './actions.tsx'
import { Bags, Flights, NoShows } from './lists.tsx'
import { routesText } from './fields.ts'
import { messages } from './messages.ts'

/** A courier, with statistics, no-shows, flights and bags. */
export function CourierPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const params = { params: { path: { id } } }
  const bags = useList(['courier', id, 'bags'], (page) =>
    api.GET('/api/v1/couriers/{id}/bags', { params: { path: { id }, query: page } }),
  )
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
          {hasRole(bookingRoles) && <Actions courier={courier} etag={etag} onDeleted={onClose} />}
          <Reach courier={courier} />
          <Figures id={id} bags={`${formatNumber(bags.items.length)}${bags.hasNextPage ? '+' : ''}`} />
          <Facts
            facts={[
              [messages.nationality, formatCountry(courier.nationality)],
              [messages.country, formatCountry(courier.home_country)],
              [messages.passport, courier.passport_number],
              [messages.routes, routesText(courier.preferred_routes)],
            ]}
          />
          <Bags list={bags} />
          <Flights id={id} />
          <NoShows id={id} />
        </>
      )}
    </RecordPanel>
  )
}

const Reach = ({ courier: { phone, email } }: { courier: Courier }) => (
  <p class="row reach">
    {phone !== '' && (
      <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        <Phone size={16} aria-hidden="true" />
        <bdi dir="ltr">{phone}</bdi>
      </a>
    )}
    {email !== '' && (
      <a href={`mailto:${email}`}>
        <Mail size={16} aria-hidden="true" />
        <bdi>{email}</bdi>
      </a>
    )}
  </p>
)

function Figures({ id, bags }: { id: string; bags: string }) {
  const stats = useRead(['courier', id, 'stats'], () =>
    api.GET('/api/v1/couriers/{id}/stats', { params: { path: { id } } }),
  )
  return (
    <Loaded query={stats} lines={1}>
      {({ body }) => (
        <Tiles
          tiles={[
            [messages.bags, bags],
            [messages.flightsDone, formatNumber(body.flights_completed)],
            [messages.delivered, formatNumber(body.packages_delivered)],
            [
              messages.rating,
              body.rating_count > 0 ? `★ ${formatNumber(body.rating)}` : '—',
              body.rating_count > 0 ? messages.ratings(body.rating_count) : undefined,
            ],
            [messages.noShows, formatNumber(body.no_show_count)],
          ]}
        />
      )}
    </Loaded>
  )
}
