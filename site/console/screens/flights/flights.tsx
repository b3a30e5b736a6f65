import { useSignal } from '@preact/signals'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-preact'
import { useLocation, useRoute } from 'preact-iso'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { flightStatuses, type FlightStatus } from '../../../../shared/domain/flights/status.ts'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../../staff/api/client.ts'
import type { Flight } from '../../../staff/api/records.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { Status } from '../../../staff/ui/status.tsx'
import { common } from '../../../staff/messages/common.ts'
import { formatDate, formatHour, formatNumber, formatWeight } from '../../../staff/messages/format.ts'
import { ListTable, type ColumnOf } from '../../list/list-table.tsx'
import { NotPermitted } from '../../ui/not-permitted.tsx'
import { statusNames } from '../../../staff/messages/statuses.ts'
import { titles } from '../../messages/screens.ts'
import { FlightPanel } from './flight.tsx'
import { Load, LoadBar } from './load.tsx'
import { NewFlight } from './new-flight.tsx'
import { messages } from './messages.ts'

const address = '/console/flights'
/** The day of a date in UTC, as the API's filter has it, `days` later. */
const dayOf = (date: Date, days = 0) => new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** The flights from today on, or of a day, by day; the one of the address is in a panel. */
export default function Flights() {
  const { route } = useLocation()
  const open = useRoute().params['id']
  const close = () => route(address)
  const period = useSignal<'next' | 'all'>('next')
  const day = useSignal('')
  const status = useSignal<FlightStatus | ''>('')
  const isForward = day.value !== '' || period.value === 'next'
  const midnight = new Date(new Date().setHours(0, 0, 0, 0)).toISOString()
  const list = useList(['flights', day.value, period.value, status.value], (page) =>
    api.GET('/api/v1/flights', {
      params: {
        query: {
          ...(day.value !== '' && { date: day.value }),
          ...(day.value === '' && period.value === 'next' && { date_from: midnight }),
          ...(status.value !== '' && { status: status.value }),
          ...(isForward && { limit: 200 }),
          ...page,
        },
      },
    }),
  )
  const move = (days: number) => (day.value = dayOf(new Date(day.value === '' ? Date.now() : day.value), days))
  const choose = (to: 'next' | 'all') => {
    period.value = to
    day.value = ''
  }
  return (
    <>
      <div class="head">
        <h1>{titles.flights}</h1>
        {hasRole(bookingRoles) && (
          <a class="button primary" href={`${address}/new`} data-new>
            <Plus size={18} aria-hidden="true" />
            <span>{messages.create}</span>
          </a>
        )}
      </div>
      <div class="row filters">
        <div class="tabs" role="group" aria-label={messages.period}>
          {(['next', 'all'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={day.value === '' && period.value === one}
              onClick={() => choose(one)}
            >
              {one === 'next' ? messages.upcoming : messages.allDays}
            </button>
          ))}
        </div>
        <span class="row days">
          <button type="button" class="icon mirrored" aria-label={messages.previous} onClick={() => move(-1)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </button>
          <input
            class="dense"
            type="date"
            aria-label={messages.day}
            value={day.value}
            onChange={({ currentTarget }) => (day.value = currentTarget.value)}
          />
          <button type="button" class="icon mirrored" aria-label={messages.next} onClick={() => move(1)}>
            <ChevronRight size={20} aria-hidden="true" />
          </button>
        </span>
        <select
          class="dense"
          aria-label={messages.anyStatus}
          value={status.value}
          onChange={({ currentTarget }) => (status.value = currentTarget.value as FlightStatus | '')}
        >
          <option value="">{messages.anyStatus}</option>
          {flightStatuses.map((one) => (
            <option key={one} value={one}>
              {statusNames.flight[one]}
            </option>
          ))}
        </select>
      </div>
      <ListTable
        list={isForward ? { ...list, items: list.items.toReversed() } : list}
        columns={columns()}
        card={(flight) => ({
          title: <Name {...flight} />,
          status: <Status of="flight" status={flight.status} />,
          lines: [
            [
              <>
                {formatHour(flight.scheduled_departure)} → <Arrival {...flight} />
              </>,
              `${flight.departure_airport} → ${flight.arrival_airport}`,
            ],
            [
              <span key="load" class="load">
                <LoadBar flight={flight} />
                {messages.freeWeight(formatWeight(flight.available_weight_kg))}
              </span>,
              messages.bagsCount(flight.bags_count),
            ],
          ],
        })}
        address={({ id }) => `${address}/${id}`}
        group={{ title: ({ scheduled_departure }) => formatDate(scheduled_departure), hint: messages.flights }}
        empty={
          <Empty title={messages.empty}>
            <p>{messages.emptyHint}</p>
          </Empty>
        }
      />
      {open === 'new' &&
        (hasRole(bookingRoles) ? <NewFlight onClose={close} /> : <NotPermitted onClose={close} />)}
      {open && open !== 'new' && <FlightPanel key={open} id={open} onClose={close} />}
    </>
  )
}

const Name = ({ flight_number, airline }: Flight) => (
  <span class="lines">
    <span>{flight_number}</span>
    <bdi>{airline}</bdi>
  </span>
)
/** The hour of the arrival, with "+1" on the day after the departure, as timetables have it. */
const Arrival = ({ scheduled_departure, scheduled_arrival: at }: Flight) => {
  const midnight = (time: string) => new Date(time).setHours(0, 0, 0, 0)
  const days = Math.round((midnight(at) - midnight(scheduled_departure)) / 86_400_000)
  return (
    <>
      {formatHour(at)}
      {days > 0 && (
        <span class="hint" title={formatDate(at)}>
          {' '}
          +{formatNumber(days)}
        </span>
      )}
    </>
  )
}

const columns = (): ColumnOf<Flight>[] => [
  {
    title: messages.number,
    cell: (flight) => <Name {...flight} />,
  },
  { title: messages.departure, isNumeric: true, cell: ({ scheduled_departure: at }) => formatHour(at) },
  {
    title: messages.arrival,
    isNumeric: true,
    cell: (flight) => <Arrival {...flight} />,
  },
  { title: messages.route, cell: (one) => `${one.departure_airport} → ${one.arrival_airport}` },
  { title: messages.load, cell: (flight) => <Load flight={flight} /> },
  { title: messages.free, isNumeric: true, cell: ({ available_weight_kg: free }) => formatWeight(free) },
  { title: messages.bags, isNumeric: true, cell: ({ bags_count }) => formatNumber(bags_count) },
  { title: common.status, cell: ({ status }) => <Status of="flight" status={status} /> },
]
