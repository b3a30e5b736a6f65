import { useSignal } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { shipmentStatuses, type ShipmentStatus } from '../../../../shared/domain/shipments/status.ts'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { CreateLink } from '../../list/list-screen.tsx'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList, useRead } from '../../../staff/api/read.ts'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { office } from '../../messages/office.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import { cancelledName, statusNames } from '../../../staff/messages/statuses.ts'
import { useChoice } from '../../shell/address.ts'
import { useCasesOfShipments } from '../cases/of-shipments.tsx'
import { ShipmentCard } from './card.tsx'
import { messages } from './messages.ts'

/** Shipments in a column a status; on a phone in one list, of all or of the status that is chosen above. */
export function Board() {
  const [chosen, choose] = useChoice('status', shipmentStatuses)
  const board = useRead(['board'], () =>
    api.GET('/api/v1/shipments/board', { params: { query: { per_column: 20 } } }),
  )
  const cases = useCasesOfShipments()
  return (
    <Loaded query={board} lines={6}>
      {({ body: { total, columns } }) => {
        if (total === 0)
          return (
            <Empty title={messages.emptyTitle}>
              <p>{messages.emptyHint}</p>
              {hasRole(bookingRoles) && <CreateLink address="/console/shipments" />}
            </Empty>
          )
        return (
          <>
            <div class="chips" role="group" aria-label={office.status}>
              <button type="button" aria-pressed={chosen === ''} onClick={() => choose('')}>
                {messages.all}
                <Count count={total} count_capped={columns.some((one) => one.count_capped)} />
              </button>
              {columns
                .filter(({ status, count }) => count > 0 || status === chosen)
                .map(({ status, count, count_capped }) => (
                  <button
                    key={status}
                    type="button"
                    aria-pressed={status === chosen}
                    onClick={() => choose(status)}
                  >
                    {titleOf(status)}
                    <Count {...{ count, count_capped }} />
                  </button>
                ))}
            </div>
            <div class="board" role="region" aria-label={messages.board} tabIndex={0}>
              {columns.map((column) => (
                <Column key={column.status} {...column} cases={cases} isCurrent={column.status === chosen} />
              ))}
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

/** The name of a column: cancelled shipments have the status RETURNED too. */
const titleOf = (status: ShipmentStatus) =>
  status === 'RETURNED' ? cancelledName.orReturned : statusNames.shipment[status]

interface ColumnProps extends ComponentProps<typeof Count> {
  status: ShipmentStatus
  shipments: readonly Parameters<typeof ShipmentCard>[0]['card'][]
  next_cursor: string | null
  cases: ReturnType<typeof useCasesOfShipments>
  /** Whether it is the chosen one. */
  isCurrent: boolean
}

const Count = ({ count, count_capped }: { count: number; count_capped: boolean }) => (
  <span class="hint number">
    {formatNumber(count)}
    {count_capped && '+'}
  </span>
)

function Column({ status, count, count_capped, shipments, next_cursor, cases, isCurrent }: ColumnProps) {
  const more = useSignal(false)
  const title = titleOf(status)
  const id = `column-${status}`
  const rest = useList(
    ['board', status, 'more'],
    (page) =>
      api.GET('/api/v1/shipments', {
        params: { query: { status, limit: 50, ...page } },
      }),
    { enabled: more.value },
  )
  // A longer column is read from the list, which begins with the newest too.
  const cards = rest.items.length > 0 ? rest.items : shipments
  const hasMore = more.value ? rest.hasNextPage : next_cursor !== null
  const showMore = () => {
    if (more.value) void rest.fetchNextPage()
    more.value = true
  }
  return (
    <section
      class={`column${cards.length === 0 ? ' none' : ''}${isCurrent ? ' current' : ''}`}
      aria-labelledby={id}
    >
      <h2 id={id}>
        <Status of="shipment" status={status} name={title} />
        <Count {...{ count, count_capped }} />
      </h2>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <ShipmentCard card={card} status={status} cases={cases.get(card.id)} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <button
          type="button"
          class="plain"
          aria-label={messages.moreOf(title)}
          aria-disabled={rest.isFetching}
          onClick={showMore}
        >
          {office.more}
        </button>
      )}
    </section>
  )
}
