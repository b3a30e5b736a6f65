import { useSignal } from '@preact/signals'
import lazy from 'preact-iso/lazy'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { selected, useRead } from '../../../staff/api/read.ts'
import type { Case } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { Status, StatusOfFlight } from '../../../staff/ui/status.tsx'
import { formatDay, formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { fromTo } from '../../../staff/messages/language.ts'
import { titles } from '../../messages/screens.ts'
import { caseNames } from '../../../staff/messages/statuses.ts'
import { FactorNotice } from '../../ui/factor-notice.tsx'
import { useBagsInNeed } from '../bags/in-need.ts'
import { ShipmentOf } from '../cases/shipment-of.tsx'
import { useOpenCases, useOverdueCases } from '../cases/overdue.ts'
import { useDepartures } from '../flights/departures.ts'
import { Load } from '../flights/load.tsx'
import { results } from '../scans/results.ts'
import { useScansToReview } from '../scans/to-review.ts'
import { useFailingWebhooks } from '../webhooks/failing.ts'
import { disabledReasons } from '../webhooks/disabled-reasons.ts'
import { absentOn, CannotFly } from '../flights/cannot-fly.tsx'
import { Statistics, useStatistics } from './statistics.tsx'
import { Figures, TodoCard, todoOf, type Todo } from './todo.tsx'
import { messages } from './messages.ts'
import { formatDeparture, isLate } from '../../../staff/messages/flight-times.ts'

// The forms are loaded when one is shown.
const FirstSteps = lazy(() => import('./first-steps.tsx'))

/** A case, with the time that its card is about. */
const caseRow = ({ id, code, kind, package_ids }: Case, time: string | null) => ({
  address: `/console/cases/${id}`,
  text: caseNames[code] ?? caseNames[kind] ?? kind,
  cells: [<ShipmentOf key="shipment" packageId={package_ids[0]} />, time && formatTime(time)],
})

/** The tasks and figures of today. */
export default function Today() {
  const isManager = hasRole(managerRoles)
  const departures = useDepartures()
  const withoutCourier = useBagsInNeed('courier')
  const withNoShow = useBagsInNeed('replacement')
  const overdue = useOverdueCases()
  const cases = useOpenCases()
  const missing = selected([cases], ({ kind }) => kind === 'SHORTAGE')
  const scans = useScansToReview(isManager)
  const webhooks = useFailingWebhooks(isManager)
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'), isManager)
  const first = useRead(['today', 'shipments'], () =>
    api.GET('/api/v1/shipments', { params: { query: { limit: 1 } } }),
  )
  const isEmpty = first.data?.body.length === 0
  const isAsked = useSignal(true)
  // Other screens read the settings for every role.
  const own = isManager ? settings.data : undefined
  const place = own && {
    etag: own.etag ?? '',
    isKnown: own.body.country !== null || own.body.time_zone !== null,
    isAsked: isAsked.value,
    onLater: () => (isAsked.value = false),
  }
  const days = useStatistics()
  const today = days.data?.body.at(-1)
  const todos: readonly Todo[] = [
    todoOf({
      title: messages.departures,
      none: messages.noDepartures,
      all: '/console/flights?period=hours',
      list: departures,
      isNeeded: false,
      row: (flight) => ({
        address: `/console/flights/${flight.id}`,
        text: flight.flight_number,
        cells: [
          <span key="route" class="row tight">
            {fromTo(flight.departure_airport, flight.arrival_airport)}
            {isLate(flight) && <StatusOfFlight flight={flight} />}
            <CannotFly names={absentOn(flight.id, withNoShow.items)} />
          </span>,
          <time key="departure" dateTime={flight.scheduled_departure}>
            {formatDeparture(flight)}
          </time>,
          <Load key="load" flight={flight} />,
        ],
      }),
    }),
    todoOf({
      title: messages.withoutCourier,
      none: messages.noWithoutCourier,
      all: '/console/bags?needs=courier',
      list: withoutCourier,
      row: (bag) => ({
        address: `/console/bags/${bag.id}`,
        text: bag.label,
        cells: [
          fromTo(bag.origin, bag.destination),
          formatWeight(bag.total_weight_kg),
          <Status key="status" of="bag" status={bag.status} />,
        ],
      }),
    }),
    todoOf({
      title: messages.cannotFly,
      none: messages.noCannotFly,
      all: '/console/bags?needs=replacement',
      list: withNoShow,
      row: (bag) => ({
        address: `/console/bags/${bag.id}`,
        text: messages.chooseAnother(bag.courier_name ?? ''),
        cells: [<bdi key="label">{bag.label}</bdi>, <Status key="status" of="bag" status={bag.status} />],
      }),
    }),
    todoOf({
      title: messages.overdue,
      none: messages.noOverdue,
      all: '/console/cases?due=overdue',
      list: overdue,
      row: (one) => caseRow(one, one.due_at),
    }),
    todoOf({
      title: messages.missing,
      none: messages.noMissing,
      all: '/console/cases?kind=SHORTAGE',
      list: missing,
      row: (one) => caseRow(one, one.created_at),
    }),
    todoOf({
      title: messages.cases,
      none: messages.noCases,
      all: '/console/cases',
      list: cases,
      row: (one) => caseRow(one, one.created_at),
    }),
    ...(isManager
      ? [
          todoOf({
            title: messages.scans,
            none: messages.noScans,
            all: '/console/scans',
            list: scans,
            row: (scan) => ({
              address: '/console/scans',
              text: results[scan.validation_result] ?? scan.validation_result,
              cells: [scan.scanned_text, formatTime(scan.created_at)],
            }),
          }),
          todoOf({
            title: messages.webhooks,
            none: messages.noWebhooks,
            all: '/console/webhooks?shown=failing',
            list: webhooks,
            row: (webhook) => ({
              address: `/console/webhooks/${webhook.id}`,
              text: webhook.description || webhook.url,
              cells: [
                webhook.disabled_reason && disabledReasons[webhook.disabled_reason],
                formatTime(webhook.updated_at),
              ],
            }),
          }),
        ]
      : []),
  ]
  return (
    <>
      <div class="head">
        <h1>{titles.today}</h1>
        {/* The company's day, which the figures count. */}
        <p class="hint">{formatDay(today ? new Date(`${today.date}T00:00`) : new Date())}</p>
      </div>
      <FactorNotice />
      {(isEmpty || (place && !place.isKnown && place.isAsked)) && (
        <FirstSteps isEmpty={isEmpty} place={place} />
      )}
      <Figures
        saysClear={first.data !== undefined && !isEmpty}
        todos={todos}
        others={[
          {
            title: messages.bookedToday,
            count: today?.booked,
            ...(today && { address: `/console/shipments?view=list&booked=${today.date}` }),
          },
          { title: messages.deliveredToday, count: today?.delivered },
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
