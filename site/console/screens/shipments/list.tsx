import { useSignal } from '@preact/signals'
import { shipmentStatuses, type ShipmentStatus } from '../../../../shared/domain/shipments/status.ts'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import type { Payment, Shipment } from '../../../staff/api/records.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { useColumns } from '../../list/columns.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { SearchField } from '../../list/search-field.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { common } from '../../../staff/messages/common.ts'
import { formatPrice, formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { statusNames } from '../../../staff/messages/statuses.ts'
import { Route } from './card.tsx'
import { messages } from './messages.ts'
import { ShipmentStatus as ShownStatus } from './status.tsx'

interface Filters {
  status?: ShipmentStatus
  payment_status?: Payment
  late?: 'true'
  q?: string
}

/** Shipments in a table, newest first, by status, payment, delay and words; late ones the oldest first; also as a CSV file. */
export function List() {
  const filters = useSignal<Filters>({})
  const act = useAct()
  const list = useList(['shipments', filters.value], (page) =>
    api.GET('/api/v1/shipments', {
      params: { query: { ...filters.value, limit: 200, ...page } },
    }),
  )
  const filter = (name: keyof Filters, value: string) => {
    const { [name]: _, ...others } = filters.value
    filters.value = { ...others, ...(value !== '' && { [name]: value }) }
  }
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
        title: common.status,
        by: ({ status }) => shipmentStatuses.indexOf(status),
        cell: (one) => <ShownStatus {...one} />,
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
        cell: (one) => (
          <span class="one-line" title={`${one.origin} → ${one.destination}`}>
            <Route {...one} />
          </span>
        ),
      },
      {
        name: 'payment',
        title: messages.payment,
        by: (one) => statusNames.payment[one.payment_status],
        cell: ({ payment_status }) => <Status of="payment" status={payment_status} />,
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
        <SearchField label={messages.find} onSearch={(text) => filter('q', text)} />
        <Choice
          label={messages.anyStatus}
          names={statusNames.shipment}
          onChoose={(value) => filter('status', value)}
        />
        <Choice
          label={messages.anyPayment}
          names={statusNames.payment}
          onChoose={(value) => filter('payment_status', value)}
        />
        <Choice
          label={messages.anyDelivery}
          names={{ true: messages.late }}
          onChoose={(value) => filter('late', value)}
        />
        {choice}
        <button
          type="button"
          aria-disabled={act.isBusy.value}
          onClick={() =>
            void act.run(
              () =>
                api.POST('/api/v1/exports', {
                  body: { kind: 'shipments', format: 'csv', filters: filters.value },
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
        address={({ id }) => `/console/shipments/${id}`}
        columns={shown}
        card={(one) => ({
          title: one.recipient_name,
          status: <ShownStatus {...one} />,
          lines: [
            [
              <Route key="route" {...one} />,
              <span key="code" class="code">
                {one.tracking_id}
              </span>,
            ],
            [
              formatWeight(one.weight),
              formatPrice(one.price),
              <Status key="payment" of="payment" status={one.payment_status} />,
              formatTime(one.created_at),
            ],
          ],
        })}
        empty={<Empty title={messages.nothing} />}
      />
    </>
  )
}

interface ChoiceProps {
  /** Its text when nothing is chosen. */
  label: string
  names: Record<string, string>
  onChoose: (value: string) => void
}

const Choice = ({ label, names, onChoose }: ChoiceProps) => (
  <select class="dense" aria-label={label} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
    <option value="">{label}</option>
    {Object.entries(names).map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </select>
)
