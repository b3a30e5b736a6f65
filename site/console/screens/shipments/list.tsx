import { useSignal } from '@preact/signals'
import { shipmentStatuses, type ShipmentStatus } from '../../../../shared/domain/states/shipment.ts'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../api/client.ts'
import { useList } from '../../api/read.ts'
import type { Payment } from '../../api/records.ts'
import { ListTable } from '../../ui/list-table.tsx'
import { Status } from '../../ui/status.tsx'
import { common } from '../../words/common.ts'
import { formatAge, formatWeight } from '../../words/format.ts'
import { statusNames } from '../../words/statuses.ts'
import { Route } from './card.tsx'
import { words } from './words.ts'

/** Shipments in a table, newest first, by status, payment and words. */
export function List() {
  const filters = useSignal<{ status?: ShipmentStatus; payment_status?: Payment; q?: string }>({})
  const typed = useSignal('')
  const list = useList(['shipments', filters.value], (cursor) =>
    api.GET('/api/v1/shipments', {
      params: { query: { ...filters.value, limit: 100, ...(cursor !== undefined && { cursor }) } },
    }),
  )
  const filter = (name: 'status' | 'payment_status' | 'q', value: string) => {
    const { [name]: _, ...others } = filters.value
    filters.value = { ...others, ...(value !== '' && { [name]: value }) }
  }
  const select = <T extends string>(
    name: 'status' | 'payment_status',
    any: string,
    names: Record<T, string>,
    all: readonly T[],
  ) => (
    <select
      class="dense"
      aria-label={any}
      value={filters.value[name] ?? ''}
      onChange={({ currentTarget }) => filter(name, currentTarget.value)}
    >
      <option value="">{any}</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  )
  return (
    <>
      <form
        class="row filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          filter('q', typed.value.trim())
        }}
      >
        <input
          class="dense"
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
            if (currentTarget.value === '') filter('q', '')
          }}
        />
        {select('status', words.anyStatus, statusNames.shipment, shipmentStatuses)}
        {select(
          'payment_status',
          words.anyPayment,
          statusNames.payment,
          Object.keys(statusNames.payment) as Payment[],
        )}
      </form>
      <ListTable
        list={list}
        address={({ id }) => `/console/shipments/${id}`}
        columns={[
          { title: words.tracking, cell: ({ tracking_id }) => <span class="code">{tracking_id}</span> },
          { title: words.recipient, cell: ({ recipient_name }) => <bdi>{recipient_name}</bdi> },
          { title: words.sender, cell: ({ sender_name }) => <bdi>{sender_name}</bdi> },
          { title: words.route, cell: (shipment) => <Route {...shipment} /> },
          { title: words.weight, cell: ({ weight }) => formatWeight(weight) },
          { title: words.reference, cell: ({ reference }) => reference ?? '' },
          { title: common.status, cell: ({ status }) => <Status of="shipment" status={status} /> },
          {
            title: words.payment,
            cell: ({ payment_status }) => <Status of="payment" status={payment_status} />,
          },
          { title: words.booked, cell: ({ created_at }) => formatAge(created_at) },
        ]}
        empty={<Empty title={words.nothing} />}
      />
    </>
  )
}
