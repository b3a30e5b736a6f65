import { useSignal } from '@preact/signals'
import { lazy } from 'preact-iso'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useBagOrder } from '../../../staff/bags/order.ts'
import { Status } from '../../../staff/ui/status.tsx'
import { formatDay, formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { titles } from '../../messages/screens.ts'
import { caseNames } from '../../../staff/messages/statuses.ts'
import { Load } from '../flights/load.tsx'
import { absentOn, CannotFly, useLatestBags } from '../flights/no-shows.tsx'
import { Statistics, useStatistics } from './statistics.tsx'
import { Figures, TodoCard, todoOf, type Todo } from './todo.tsx'
import { messages } from './messages.ts'
import { formatDeparture } from '../../../staff/messages/flight-times.ts'

// The forms are loaded when one is shown.
const FirstSteps = lazy(() => import('./first-steps.tsx'))

const hour = 3_600_000
/** A moment to the minute, so that the same question has the same answer for a while. */
const moment = (hours: number) =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * hour).toISOString()

/** The tasks and figures of today. */
export default function Today() {
  const isManager = hasRole(managerRoles)
  const flights = useRead(['today', 'flights', moment(0)], () =>
    api.GET('/api/v1/flights', { params: { query: { date_from: moment(0), date_to: moment(24) } } }),
  )
  const bags = useLatestBags()
  const ordered = useBagOrder()
  const cases = useRead(['today', 'cases'], () =>
    api.GET('/api/v1/cases', { params: { query: { status: 'OPEN' } } }),
  )
  const missing = useRead(['today', 'missing'], () =>
    api.GET('/api/v1/cases', { params: { query: { status: 'OPEN', kind: 'SHORTAGE' } } }),
  )
  const scans = useRead(
    ['today', 'scans'],
    () => api.GET('/api/v1/scans', { params: { query: { all: 'true', reviewed: 'false' } } }),
    isManager,
  )
  const webhooks = useRead(['today', 'webhooks'], () => api.GET('/api/v1/webhooks'), isManager)
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'), isManager)
  const first = useRead(['today', 'shipments'], () =>
    api.GET('/api/v1/shipments', { params: { query: { limit: 1 } } }),
  )
  const isEmpty = first.data?.body.length === 0
  const isAsked = useSignal(true)
  const place = settings.data && {
    etag: settings.data.etag ?? '',
    isKnown: settings.data.body.country !== null || settings.data.body.time_zone !== null,
    isAsked: isAsked.value,
    onLater: () => (isAsked.value = false),
  }
  const days = useStatistics()
  const today = days.data?.body.at(-1)
  const route = (one: { origin: string; destination: string }) => (
    <bdi>{`${one.origin} → ${one.destination}`}</bdi>
  )
  const todos: readonly Todo[] = [
    todoOf({
      title: messages.departures,
      none: messages.noDepartures,
      all: '/console/flights',
      query: flights,
      isNeeded: false,
      items: (body) =>
        body.filter(({ status }) => status === 'SCHEDULED' || status === 'BOARDING').toReversed(),
      row: (flight) => ({
        address: `/console/flights/${flight.id}`,
        text: flight.flight_number,
        cells: [
          <span key="route" class="row tight">
            {route({ origin: flight.departure_airport, destination: flight.arrival_airport })}
            <CannotFly names={absentOn(flight.id, bags.data?.body ?? [])} />
          </span>,
          formatDeparture(flight),
          <Load key="load" flight={flight} />,
        ],
      }),
    }),
    todoOf({
      title: messages.withoutCourier,
      none: messages.noWithoutCourier,
      all: '/console/bags',
      query: bags,
      items: (body) =>
        ordered(body).filter(
          ({ status, assignment_status }) =>
            assignment_status === 'UNASSIGNED' && (status === 'OPEN' || status === 'SEALED'),
        ),
      row: (bag) => ({
        address: `/console/bags/${bag.id}`,
        text: bag.label,
        cells: [
          route(bag),
          formatWeight(bag.total_weight_kg),
          <Status key="status" of="bag" status={bag.status} />,
        ],
      }),
    }),
    todoOf({
      title: messages.cannotFly,
      none: messages.noCannotFly,
      all: '/console/bags',
      query: bags,
      items: (body) =>
        ordered(body).filter(
          ({ courier_no_show, status }) =>
            courier_no_show && (status === 'OPEN' || status === 'SEALED' || status === 'CHECKED_IN'),
        ),
      row: (bag) => ({
        address: `/console/bags/${bag.id}`,
        text: messages.chooseAnother(bag.courier_name ?? '', bag.flight_number ?? ''),
        cells: [<bdi key="label">{bag.label}</bdi>, <Status key="status" of="bag" status={bag.status} />],
      }),
    }),
    todoOf({
      title: messages.overdue,
      none: messages.noOverdue,
      all: '/console/cases',
      query: cases,
      items: (body) => body.filter(({ due_at }) => due_at !== null && Date.parse(due_at) < Date.now()),
      row: (one) => ({
        address: `/console/cases/${one.id}`,
        text: caseNames[one.code] ?? caseNames[one.kind] ?? one.kind,
        cells: [one.due_at && formatTime(one.due_at)],
      }),
    }),
    todoOf({
      title: messages.missing,
      none: messages.noMissing,
      all: '/console/cases',
      query: missing,
      items: (body) => body,
      row: (one) => ({
        address: `/console/cases/${one.id}`,
        text: one.note || (caseNames[one.kind] ?? one.kind),
        cells: [formatTime(one.created_at)],
      }),
    }),
    ...(isManager
      ? [
          todoOf({
            title: messages.scans,
            none: messages.noScans,
            all: '/console/scans',
            query: scans,
            items: (body) => body.filter(({ validation_result }) => validation_result !== 'valid'),
            row: (scan) => ({
              address: '/console/scans',
              text: scan.entity?.qr_code ?? scan.validation_result,
              cells: [formatTime(scan.created_at)],
            }),
          }),
          todoOf({
            title: messages.webhooks,
            none: messages.noWebhooks,
            all: '/console/webhooks',
            query: webhooks,
            items: (body) => body.filter(({ disabled_reason }) => disabled_reason !== null),
            row: (webhook) => ({
              address: `/console/webhooks/${webhook.id}`,
              text: webhook.description || webhook.url,
              cells: [formatTime(webhook.updated_at)],
            }),
          }),
        ]
      : []),
  ]
  return (
    <>
      <div class="head">
        <h1>{titles.today}</h1>
        <p class="hint">{formatDay(new Date())}</p>
      </div>
      {(isEmpty || (place && !place.isKnown && place.isAsked)) && (
        <FirstSteps isEmpty={isEmpty} place={place} />
      )}
      <Figures
        saysClear={first.data !== undefined && !isEmpty}
        todos={todos}
        others={[
          { title: messages.bookedToday, count: today?.booked, address: '/console/shipments' },
          { title: messages.deliveredToday, count: today?.delivered, address: '/console/shipments' },
        ]}
      />
      <div class="today">
        {todos.map((todo) => (
          <TodoCard key={todo.title} todo={todo} />
        ))}
        <Statistics />
      </div>
    </>
  )
}
