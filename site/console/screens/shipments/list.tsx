import { shipmentStatuses } from '../../../../shared/domain/shipments/status.ts'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList, useRead } from '../../../staff/api/read.ts'
import type { Case, Payment, Shipment } from '../../../staff/api/records.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { useColumns } from '../../list/columns.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { SearchField } from '../../list/search-field.tsx'
import { office } from '../../messages/office.ts'
import { formatPrice, formatTime, formatWeight, formatZoneName } from '../../../staff/messages/format.ts'
import { paymentNames } from '../../messages/payments.ts'
import { userZone } from '../../../shared/times.ts'
import { onScreen, useAddress, useChoice } from '../../shell/address.ts'
import { searchShipments } from '../../shell/find.ts'
import { CaseTags, useCasesOfShipments } from '../cases/of-shipments.tsx'
import { routeOf } from './card.tsx'
import { messages } from './messages.ts'
import { filtersOf, statusChoiceNames, statusChoices } from './status-filter.ts'
import { PaymentStatus, ShipmentStatus as ShownStatus } from './status.tsx'

interface Filters extends ReturnType<typeof filtersOf> {
  payment_status?: Payment
  late?: 'true'
  created_from?: string
  created_to?: string
  q?: string
}
const payments = Object.keys(paymentNames) as Payment[]

/** The filters of the address. */
function useFilters() {
  const { value, set } = useAddress()
  const [q, named] = [value('q'), value('booked')]
  const booked = /^\d{4}-\d\d-\d\d$/.test(named) ? named : ''
  const [status, setStatus] = useChoice('status', statusChoices)
  const [payment_status, setPayment] = useChoice('payment_status', payments)
  const [late, setLate] = useChoice('late', ['true'])
  const filters: Filters = {
    ...filtersOf(status),
    ...(payment_status !== '' && { payment_status }),
    ...(late !== '' && { late }),
    ...(booked !== '' && { created_from: booked, created_to: booked }),
    ...(q !== '' && { q }),
  }
  return {
    filters,
    status,
    setStatus,
    setPayment,
    setLate,
    booked,
    setBooked: (day: string) => set({ booked: day }),
  }
}

/** Shipments in a table, newest first, by status, payment, delay and words; late ones the oldest first; also as a CSV file. */
export function List() {
  const { filters, status, setStatus, setPayment, setLate, booked, setBooked } = useFilters()
  const act = useAct()
  const cases = useCasesOfShipments()
  const list = useList(['shipments', filters], (page) => searchShipments(filters, { limit: 200, ...page }))
  const { shown, choice } = useColumns<Shipment>(
    'shipments',
    { label: messages.columns, hidden: ['sender', 'reference'] },
    [
      {
        name: 'tracking_id',
        title: messages.tracking,
        by: (one) => one.tracking_id,
        cell: ({ tracking_id }) => <span class="code">{tracking_id}</span>,
      },
      {
        name: 'status',
        title: office.status,
        by: ({ status }) => shipmentStatuses.indexOf(status),
        cell: (one) => <StatusAndCases one={one} cases={cases.get(one.id)} />,
      },
      {
        name: 'recipient',
        title: messages.recipient,
        by: (one) => one.recipient_name,
        cell: ({ recipient_name }) => <Cut text={recipient_name} />,
      },
      {
        name: 'route',
        title: messages.route,
        by: ({ origin, destination }) => `${origin} ${destination}`,
        cell: (one) => <Cut text={routeOf(one)} />,
      },
      {
        name: 'payment',
        title: messages.payment,
        by: (one) => paymentNames[one.payment_status],
        cell: (one) => <PaymentStatus {...one} />,
      },
      {
        name: 'price',
        title: messages.price,
        by: (one) => one.price,
        isNumeric: true,
        cell: ({ price }) => formatPrice(price),
      },
      {
        name: 'weight',
        title: messages.weight,
        by: (one) => one.weight,
        isNumeric: true,
        cell: ({ weight }) => formatWeight(weight),
      },
      {
        name: 'booked',
        title: messages.booked,
        by: (one) => one.created_at,
        cell: ({ created_at }) => formatTime(created_at),
      },
      {
        name: 'sender',
        title: messages.sender,
        by: (one) => one.sender_name,
        cell: ({ sender_name }) => <Cut text={sender_name} />,
      },
      {
        name: 'reference',
        title: messages.reference,
        by: (one) => one.reference ?? '',
        cell: ({ reference }) => <Cut text={reference} />,
      },
    ],
  )
  return (
    <>
      <div class="row filters">
        <SearchField label={messages.find} />
        <Choice label={messages.anyStatus} names={statusChoiceNames()} value={status} onChoose={setStatus} />
        <Choice
          label={messages.anyPayment}
          names={{ ...paymentNames, PENDING: messages.dueOrNoPrice }}
          value={filters.payment_status}
          onChoose={setPayment}
        />
        <Choice
          label={messages.anyDelivery}
          names={{ true: messages.late }}
          value={filters.late}
          onChoose={setLate}
        />
        <label class="row hint">
          {messages.booked}
          <input
            class="dense"
            type="date"
            value={booked}
            onChange={({ currentTarget }) => setBooked(currentTarget.value)}
          />
          {booked !== '' && <OtherZone />}
        </label>
        {choice}
        <button
          type="button"
          aria-disabled={act.isBusy.value}
          onClick={() =>
            void act.run(
              () =>
                api.POST('/api/v1/exports', {
                  body: { kind: 'shipments', format: 'csv', filters },
                }),
              { done: messages.csvRequested },
            )
          }
        >
          {messages.csv}
        </button>
        {!list.isPending && (
          <output class="hint number">
            {messages.shipments(list.items.length)}
            {list.hasNextPage && '+'}
          </output>
        )}
      </div>
      <ListTable
        list={list}
        address={({ id }) => onScreen(`/console/shipments/${id}`)}
        columns={shown}
        card={(one) => ({
          title: one.recipient_name,
          status: <StatusAndCases one={one} cases={cases.get(one.id)} />,
          lines: [
            [
              routeOf(one),
              <span key="code" class="code">
                {one.tracking_id}
              </span>,
            ],
            [
              formatWeight(one.weight),
              formatPrice(one.price),
              <PaymentStatus key="payment" {...one} />,
              formatTime(one.created_at),
            ],
          ],
        })}
        empty={<Empty title={messages.nothing} />}
      />
    </>
  )
}

const StatusAndCases = ({ one, cases }: { one: Shipment; cases: readonly Case[] | undefined }) => (
  <span class="row tight">
    <ShownStatus {...one} />
    <CaseTags cases={cases} />
  </span>
)

/** The company's time zone, whose days are filtered by, where the times of the rows are in another one. */
function OtherZone() {
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'))
  const zone = settings.data && (settings.data.body.time_zone ?? 'UTC')
  return zone === undefined || zone === userZone() ? null : <span>{messages.daysOf(formatZoneName(zone))}</span>
}

interface ChoiceProps<T extends string> {
  /** Its text when nothing is chosen. */
  label: string
  names: Record<T, string>
  value: T | '' | undefined
  onChoose: (value: T | '') => void
}

const Choice = <T extends string>({ label, names, value, onChoose }: ChoiceProps<T>) => (
  <select
    class="dense"
    aria-label={label}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChoose(currentTarget.value as T | '')}
  >
    <option value="">{label}</option>
    {Object.entries<string>(names).map(([one, name]) => (
      <option key={one} value={one}>
        {name}
      </option>
    ))}
  </select>
)
