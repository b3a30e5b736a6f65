import { useSignal } from '@preact/signals'
import { ChevronLeft, ChevronRight } from 'lucide-preact'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatNumber, formatTime } from '../../../staff/words/format.ts'
import { titles } from '../../words/screens.ts'
import { FlightPanel } from './flight.tsx'
import { Load } from './load.tsx'
import { NewFlight } from './new-flight.tsx'
import { words } from './words.ts'

const address = '/console/flights'
/** The day of a date in UTC, as the API's filter has it; moved by so many days. */
const dayOf = (date: Date, days = 0) => new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** The flights of a day, the earliest first, and the one of the address in a panel. */
export default function Flights() {
  const day = useSignal(dayOf(new Date()))
  const list = useList(['flights', day.value], (page) =>
    api.GET('/api/v1/flights', {
      params: {
        query: { ...(day.value !== '' && { date: day.value }), ...page },
      },
    }),
  )
  const move = (days: number) => (day.value = dayOf(new Date(day.value === '' ? Date.now() : day.value), days))
  return (
    <ListScreen
      title={titles.flights}
      address={address}
      list={day.value === '' ? list : { ...list, items: list.items.toReversed() }}
      tools={
        <div class="row">
          <button type="button" class="icon mirrored" aria-label={words.previous} onClick={() => move(-1)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </button>
          <input
            class="dense"
            type="date"
            aria-label={words.day}
            value={day.value}
            onChange={({ currentTarget }) => (day.value = currentTarget.value)}
          />
          <button type="button" class="icon mirrored" aria-label={words.next} onClick={() => move(1)}>
            <ChevronRight size={20} aria-hidden="true" />
          </button>
          <button type="button" aria-pressed={day.value === ''} onClick={() => (day.value = '')}>
            {words.allDays}
          </button>
        </div>
      }
      columns={[
        { title: words.number, cell: ({ flight_number }) => flight_number },
        { title: words.airline, cell: ({ airline }) => <bdi>{airline}</bdi> },
        { title: words.route, cell: (flight) => `${flight.departure_airport} → ${flight.arrival_airport}` },
        { title: words.departure, cell: ({ scheduled_departure }) => formatTime(scheduled_departure) },
        { title: words.load, cell: (flight) => <Load flight={flight} /> },
        { title: words.bags, isNumeric: true, cell: ({ bags_count }) => formatNumber(bags_count) },
        { title: common.status, cell: ({ status }) => <Status of="flight" status={status} /> },
      ]}
      create={hasRole(bookingRoles) && words.create}
      empty={words.empty}
      emptyHint={words.emptyHint}
      panel={(id, close) => <FlightPanel key={id} id={id} onClose={close} />}
      form={(close) => <NewFlight onClose={close} />}
    />
  )
}
