import { ChevronLeft, ChevronRight, Plus } from 'lucide-preact'
import { useLocation, useRoute } from 'preact-iso/router'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { dayIn, daysAfter, startOfDay } from '../../../../shared/domain/kernel/time-zone.ts'
import { flightStatuses, type FlightStatus } from '../../../../shared/domain/flights/status.ts'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../../staff/api/client.ts'
import type { Bag, Flight } from '../../../staff/api/records.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { StatusOfFlight } from '../../../staff/ui/status.tsx'
import { Cut } from '../../list/cut.tsx'
import { arrow, fromTo } from '../../../staff/messages/language.ts'
import { office } from '../../messages/office.ts'
import { arrivalHours, departureHours, departureZone } from '../../../staff/messages/flight-times.ts'
import { formatDate, formatNumber, formatWeight } from '../../../staff/messages/format.ts'
import { userZone } from '../../../shared/times.ts'
import { CreateLink } from '../../list/list-screen.tsx'
import { ListTable, type ColumnOf } from '../../list/list-table.tsx'
import { NotPermitted } from '../../ui/not-permitted.tsx'
import { statusNames } from '../../../staff/messages/statuses.ts'
import { messages as shell } from '../../messages/shell.ts'
import { titles } from '../../messages/screens.ts'
import { texts } from '../../../staff/messages/language.ts'
import { useDepartures } from './departures.ts'
import { FlightPanel } from './flight.tsx'
import { Load, LoadBar, loadTexts } from './load.tsx'
import { NewFlight } from './new-flight.tsx'
import { useBagsWithNoShow } from '../bags/in-need.ts'
import { absentOn, CannotFly } from './cannot-fly.tsx'
import { onScreen, useAddress, useChoice } from '../../shell/address.ts'
import { messages } from './messages.ts'

const address = '/console/flights'
const periods = texts({
  hours: ['Next 24 hours', 'Ближайшие 24 часа', 'მომდევნო 24 საათი', 'خلال 24 ساعة'],
  next: ['From today', 'С сегодня', 'დღეიდან', 'من اليوم'],
  all: ['All days', 'Все дни', 'ყველა დღე', 'كل الأيام'],
})
/** When a day begins anywhere, and when it is over everywhere: airports are up to 14 hours ahead of UTC, and 12 behind it. */
const around = (day: string) => ({
  date_from: startOfDay(day, 'Pacific/Kiritimati'),
  date_to: startOfDay(daysAfter(day, 1), 'Etc/GMT+12'),
})
/** The day of departure by the clocks of the airport. */
const departureDay = (flight: Flight) => dayIn(flight.scheduled_departure, departureZone(flight))

/** The flights from today on, or of a day, by day; the one of the address is in a panel. */
export default function Flights() {
  const { route } = useLocation()
  const open = useRoute().params['id']
  const close = () => route(onScreen(address))
  const { value, set } = useAddress()
  const [chosen] = useChoice('period', ['all', 'hours'])
  const period = chosen || 'next'
  const day = /^\d{4}-\d\d-\d\d$/.test(value('day')) ? value('day') : ''
  const [status, setStatus] = useChoice('status', flightStatuses)
  const isForward = day !== '' || period !== 'all'
  const isSoon = day === '' && period === 'hours'
  const departures = useDepartures(isSoon)
  const midnight = new Date(new Date().setHours(0, 0, 0, 0)).toISOString()
  const list = useList(
    ['flights', day, period, status],
    (page) =>
      api.GET('/api/v1/flights', {
        params: {
          query: {
            ...(day !== '' && around(day)),
            ...(day === '' && period === 'next' && { date_from: midnight }),
            ...(status !== '' && { status: status }),
            ...(isForward && { limit: 200 }),
            ...page,
          },
        },
      }),
    { enabled: !isSoon },
  )
  const move = (days: number) => set({ day: daysAfter(day || dayIn(Date.now(), userZone()), days) })
  const items = list.items.filter((flight) => day === '' || departureDay(flight) === day)
  const shown = isForward ? items.toReversed().sort(byDay) : items.sort(byDay).toReversed()
  const soon = departures.items.filter((flight) => status === '' || flight.status === status)
  const isAwaited = (isSoon ? soon : shown).some(
    ({ status, bags_count }) => bags_count > 0 && status !== 'ARRIVED',
  )
  const absent = useBagsWithNoShow(isAwaited).items
  const choose = (to: keyof typeof periods) => set({ period: to === 'next' ? '' : to, day: '' })
  return (
    <>
      <div class="head">
        <h1>{titles.flights}</h1>
        {hasRole(bookingRoles) && (
          <a class="button primary" href={onScreen(`${address}/new`)} data-new>
            <Plus size={18} aria-hidden="true" />
            <span>{messages.create}</span>
          </a>
        )}
      </div>
      <div class="row filters">
        <div class="tabs" role="group" aria-label={messages.period}>
          {(Object.keys(periods) as (keyof typeof periods)[]).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={day === '' && period === one}
              onClick={() => choose(one)}
            >
              {periods[one]}
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
            value={day}
            onChange={({ currentTarget }) => set({ day: currentTarget.value })}
          />
          <button type="button" class="icon mirrored" aria-label={messages.next} onClick={() => move(1)}>
            <ChevronRight size={20} aria-hidden="true" />
          </button>
        </span>
        <select
          class="dense"
          aria-label={messages.anyStatus}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as FlightStatus | '')}
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
        list={isSoon ? { ...departures, items: soon } : { ...list, items: shown }}
        columns={columns(absent)}
        card={(flight) => ({
          title: <Name {...flight} />,
          status: <StatusOfFlight flight={flight} />,
          lines: [
            [
              <>
                <Hours {...departureHours(flight)} /> {arrow()} <Hours {...arrivalHours(flight)} />
              </>,
              // On one line: a route that is broken reads in another order.
              <Cut key="route" text={fromTo(flight.departure_airport, flight.arrival_airport)} />,
            ],
            [
              <span key="load" class="load">
                <LoadBar flight={flight} />
                {messages.freeWeight(formatWeight(flight.available_weight_kg))}
              </span>,
              messages.bagsCount(flight.bags_count),
            ],
            [<CannotFly key="cannot-fly" names={absentOn(flight.id, absent)} />],
          ],
        })}
        address={({ id }) => onScreen(`${address}/${id}`)}
        group={{
          title: (flight) => formatDate(flight.scheduled_departure, departureZone(flight)),
          hint: messages.flights,
        }}
        empty={
          period === 'all' && day === '' && status === '' ? (
            <Empty title={messages.empty}>
              <p>{messages.emptyHint}</p>
              {hasRole(bookingRoles) && <CreateLink address={address} />}
            </Empty>
          ) : (
            <Empty title={status === '' ? messages.emptyHere : shell.nothingFound}>
              {hasRole(bookingRoles) && !isSoon && <CreateLink address={address} />}
            </Empty>
          )
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
/** By the day of departure at the airport, then by the moment: lists have a heading for each day. */
const byDay = (a: Flight, b: Flight) =>
  departureDay(a) === departureDay(b)
    ? Date.parse(a.scheduled_departure) - Date.parse(b.scheduled_departure)
    : departureDay(a) < departureDay(b)
      ? -1
      : 1

/**
 * The hour by the clocks of the airport, with the zone, and "+1" on the day after that of the list, as timetables have it. One that
 * is not that of the timetable follows it.
 */
const Hours = ({ hour, planned, zone, daysLater, expected }: ReturnType<typeof departureHours>) => (
  <>
    {planned !== undefined && <s class="hint">{planned}</s>} {hour}
    {daysLater !== 0 && (
      <span class="hint" title={expected}>
        {' '}
        <bdi>
          {daysLater > 0 && '+'}
          {formatNumber(daysLater)}
        </bdi>
      </span>
    )}{' '}
    <span class="hint">{zone}</span>
  </>
)

const columns = (absent: readonly Bag[]): ColumnOf<Flight>[] => [
  {
    title: messages.number,
    cell: (flight) => <Name {...flight} />,
  },
  { title: messages.departure, isNumeric: true, cell: (flight) => <Hours {...departureHours(flight)} /> },
  {
    title: messages.arrival,
    isNumeric: true,
    cell: (flight) => <Hours {...arrivalHours(flight)} />,
  },
  { title: messages.route, cell: (one) => fromTo(one.departure_airport, one.arrival_airport) },
  { title: loadTexts.load, cell: (flight) => <Load flight={flight} /> },
  { title: messages.free, isNumeric: true, cell: ({ available_weight_kg: free }) => formatWeight(free) },
  { title: messages.bags, isNumeric: true, cell: ({ bags_count }) => formatNumber(bags_count) },
  {
    title: office.status,
    cell: (flight) => (
      <span class="row tight">
        <StatusOfFlight flight={flight} />
        <CannotFly names={absentOn(flight.id, absent)} />
      </span>
    ),
  },
]
