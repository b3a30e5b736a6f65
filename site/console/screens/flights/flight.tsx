import { bookingRoles, managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import type { FlightStatus } from '../../../../shared/domain/flights/status.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { Tag } from '../../../design/tag.tsx'
import { toast } from '../../../design/toast.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList, useRead } from '../../../staff/api/read.ts'
import type { Flight } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { inOrder } from '../../../staff/bags/order.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { auditAction } from '../../ui/audit-action.ts'
import { RecordActions } from '../../ui/record-actions.tsx'
import { namesOf, useActiveCouriers } from '../../ui/couriers.ts'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { Facts as FactList } from '../../ui/facts.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { StatusOfFlight } from '../../../staff/ui/status.tsx'
import { fromTo } from '../../../staff/messages/language.ts'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { formatDuration, formatWeight } from '../../../staff/messages/format.ts'
import { flightNames, useFlightFields } from './fields.ts'
import { Load, loadTexts } from './load.tsx'
import { absentOn, CannotFly } from './cannot-fly.tsx'
import { useNoShows } from './no-shows.ts'
import rules from './rules.data.ts'
import { Gone, isGone } from '../../ui/gone.tsx'
import { CourierOf } from '../bags/courier-of.tsx'
import { BagStatusAndPlace } from '../bags/unloaded.tsx'
import { messages } from './messages.ts'
import { formatArrival, formatDeparture } from '../../../staff/messages/flight-times.ts'

/** A flight with its times, its load and its bags. */
export function FlightPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const params = { params: { path: { id } } }
  const flight = useRead(['flight', id], () => api.GET('/api/v1/flights/{id}', params))
  const bags = useList(['flight', id, 'bags'], (page) =>
    api.GET('/api/v1/bags', { params: { query: { flight_id: id, ...page } } }),
  )
  if (isGone(flight)) return <Gone onClose={onClose} />
  return (
    <Dialog
      panel
      title={flight.data?.body.flight_number ?? common.loading}
      status={flight.data && <StatusOfFlight flight={flight.data.body} />}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Loaded query={flight}>
        {({ body, etag }) => (
          <>
            {hasRole(bookingRoles) && <Actions flight={body} etag={etag ?? ''} onDeleted={onClose} />}
            <p class="row">
              <CannotFly names={absentOn(id, bags.items)} />
            </p>
            <Facts flight={body} />
          </>
        )}
      </Loaded>
      <section class="stack">
        <h3>{messages.bags}</h3>
        <ListTable
          list={{ ...bags, items: inOrder(bags.items, new Map()) }}
          address={(bag) => `/console/bags/${bag.id}`}
          columns={[
            { title: messages.bags, cell: ({ label }) => <Cut text={label} /> },
            {
              title: loadTexts.load,
              isNumeric: true,
              cell: ({ total_weight_kg }) => formatWeight(total_weight_kg),
            },
            { title: messages.courier, cell: (bag) => <CourierOf bag={bag} /> },
            {
              title: office.status,
              cell: (bag) => <BagStatusAndPlace bag={bag} />,
            },
          ]}
          empty={<p class="hint">{messages.noBags}</p>}
        />
      </section>
    </Dialog>
  )
}

function Facts({ flight }: { flight: Flight }) {
  const { id, airline, departure_airport, arrival_airport, courier_id, status } = flight
  const couriers = namesOf(useActiveCouriers())
  const own = couriers.get(courier_id ?? '')
  const absent = useNoShows(id, courier_id === null ? [] : [courier_id])
  const times = useRead(['flight', id, 'status'], () =>
    api.GET('/api/v1/flights/{id}/status', { params: { path: { id } } }),
  )
  const { delay_minutes = 0, gate, terminal } = times.data?.body ?? {}
  const facts: [string, preact.ComponentChildren][] = [
    [messages.route, fromTo(departure_airport, arrival_airport)],
    [messages.airline, airline],
    ...(own && courier_id
      ? [
          [
            messages.courier,
            <CourierOf
              key="courier"
              bag={{ courier_name: own, courier_no_show: absent.has(courier_id) && status !== 'CANCELLED' }}
            />,
          ] satisfies [string, preact.ComponentChildren],
        ]
      : []),
    [messages.departure, planned(formatDeparture(flight), formatDeparture(flight, flight.scheduled_departure))],
    [messages.arrival, planned(formatArrival(flight), formatArrival(flight, flight.scheduled_arrival))],
    [loadTexts.load, <Load key="load" flight={flight} />],
    ...(terminal ? [[messages.terminal, terminal] satisfies [string, string]] : []),
    ...(gate ? [[messages.gate, gate] satisfies [string, string]] : []),
  ]
  return (
    <>
      {delay_minutes > 0 && (
        <p>
          <Tag tone="needs">{messages.delay(formatDuration(delay_minutes))}</Tag>
        </p>
      )}
      <FactList facts={facts} />
    </>
  )
}

/** A time as it was or is expected, with that of the timetable if it is another. */
const planned = (expected: string, scheduled: string) =>
  expected === scheduled ? (
    expected
  ) : (
    <span class="lines">
      <span>{expected}</span>
      <span class="hint">{messages.scheduled(scheduled)}</span>
    </span>
  )

/** The next statuses that people report, when no data provider does. */
const nextStatuses: Record<FlightStatus, readonly FlightStatus[]> = {
  SCHEDULED: ['BOARDING', 'DEPARTED'],
  BOARDING: ['DEPARTED'],
  DEPARTED: ['ARRIVED'],
  ARRIVED: [],
  CANCELLED: [],
}

const hour = 3_600_000
/** The scheduled time of a reported event, with a warning if it is far from now. */
function scheduledFor(flight: Flight, to: FlightStatus): string {
  if (to === 'CANCELLED') return messages.scheduled(formatDeparture(flight, flight.scheduled_departure))
  const [time, shown] =
    to === 'ARRIVED'
      ? [flight.scheduled_arrival, formatArrival(flight, flight.scheduled_arrival)]
      : [flight.scheduled_departure, formatDeparture(flight, flight.scheduled_departure)]
  const isFar = Math.abs(Date.parse(time) - Date.now()) > 3 * hour
  return [messages.scheduled(shown), isFar && messages.farFromNow].filter(Boolean).join(' ')
}

function Actions({ flight, etag, onDeleted }: { flight: Flight; etag: string; onDeleted: () => void }) {
  const { id, status } = flight
  const act = useAct()
  const couriers = namesOf(useActiveCouriers())
  const fields = useFlightFields(couriers)
  const names: Partial<Record<FlightStatus, string>> = {
    BOARDING: messages.boarding,
    DEPARTED: messages.departed,
    ARRIVED: messages.arrived,
    CANCELLED: messages.cancel,
  }
  const hints: Partial<Record<FlightStatus, string>> = {
    DEPARTED: messages.departHint,
    CANCELLED: messages.cancelHint,
  }
  const options = { params: { path: { id }, header: { 'If-Match': etag } } }
  const isOver = status === 'ARRIVED' || status === 'CANCELLED'
  const sync = () =>
    void act.run(() => api.POST('/api/v1/flights/{id}/sync', { params: { path: { id } } }), {
      onDone: ({ synced, provider }) =>
        toast({
          text: synced ? messages.synced : provider === null ? messages.noSource : messages.notSynced,
        }),
    })
  const report = (to: FlightStatus) => ({
    name: names[to] ?? to,
    confirm: {
      text: [scheduledFor(flight, to), hints[to]].filter(Boolean).join(' '),
      // Without If-Match: what the airline reports meanwhile does not stop it.
      send: () => api.PUT('/api/v1/flights/{id}', { params: { path: { id } }, body: { status: to } }),
      done: office.saved,
    },
  })
  return (
    <RecordActions
      actions={[
        ...nextStatuses[status].map((to) => ({ ...report(to), isNext: true })),
        !isOver && {
          name: office.edit,
          dialog: (onClose) => (
            <EditDialog
              record={flight}
              etag={etag}
              id={`flight-${id}`}
              rules={{
                ...rules.change,
                courier_id: { kind: 'choice', required: false, choices: [...couriers.keys()] },
              }}
              names={flightNames}
              fields={fields}
              change={(body, etag) =>
                api.PUT('/api/v1/flights/{id}', {
                  params: { path: { id }, header: { 'If-Match': etag } },
                  body,
                })
              }
              onClose={onClose}
            />
          ),
        },
        !isOver && { name: messages.sync, act: sync, isBusy: act.isBusy.value },
        auditAction('flight', id),
        (status === 'SCHEDULED' || status === 'BOARDING') && { ...report('CANCELLED'), isDanger: true },
        flight.bags_count === 0 &&
          hasRole(managerRoles) && {
            name: office.remove,
            isDanger: true,
            confirm: {
              title: messages.deleteQuestion,
              send: () => api.DELETE('/api/v1/flights/{id}', options),
              done: office.deleted,
              onDone: onDeleted,
            },
          },
      ]}
    />
  )
}
