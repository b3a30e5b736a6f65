import { ChevronRight } from 'lucide-preact'
import { api } from '../../staff/api/client.ts'
import { useRead, whileEmpty } from '../../staff/api/read.ts'
import type { Bag } from '../../staff/api/records.ts'
import { useBagOrder } from '../../staff/bags/order.ts'
import { Loaded } from '../../staff/ui/loaded.tsx'
import { formatWeight } from '../../staff/messages/format.ts'
import { fromTo, joined } from '../../staff/messages/language.ts'
import { warehouseId } from '../app/warehouse.tsx'
import { messages } from '../messages/tasks.ts'

/** `onChoose` takes the content of the QR code on the bag's label: a choice is handled like a scan. */
interface Choice {
  onChoose: (text: string) => void
}

/** The open bags of the chosen warehouse, or of all before one is chosen. */
export function OpenBags({ onChoose }: Choice) {
  const id = warehouseId.value
  const bags = useRead(
    ['bags', 'OPEN', id],
    () =>
      api.GET('/api/v1/bags', {
        params: { query: { status: 'OPEN', limit: 200, ...(id && { warehouse_id: id }) } },
      }),
    true,
    { refetchInterval: whileEmpty },
  )
  return (
    <Loaded query={bags} lines={1}>
      {({ body }) => (
        <Bags title={messages.openBags} none={messages.noOpenBags} bags={body} onChoose={onChoose} />
      )}
    </Loaded>
  )
}

/** The bags that are on their way to the airport of a warehouse, or there and not unloaded yet. */
export function ExpectedBags({ id, onChoose }: Choice & { id: string }) {
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'))
  const bags = useRead(['bags', 'IN_TRANSIT'], () =>
    api.GET('/api/v1/bags', { params: { query: { status: 'IN_TRANSIT', limit: 200 } } }),
  )
  const unloadings = useRead(['warehouse', id, 'unloadings'], () =>
    api.GET('/api/v1/warehouse/{id}/unloadings', { params: { path: { id }, query: { limit: 50 } } }),
  )
  const airport = warehouses.data?.body.find((one) => one.id === id)?.airport_code
  const closed = new Set(
    unloadings.data?.body.filter(({ status }) => status === 'CLOSED').map(({ bag_id }) => bag_id),
  )
  return (
    <Loaded query={bags} lines={1}>
      {({ body }) => (
        <Bags
          title={messages.expectedBags}
          none={messages.noExpectedBags}
          bags={body.filter((bag) => bag.destination === airport && !closed.has(bag.id))}
          onChoose={onChoose}
        />
      )}
    </Loaded>
  )
}

interface BagsProps extends Choice {
  title: string
  none: string
  bags: readonly Bag[]
}
function Bags({ title, none, bags, onChoose }: BagsProps) {
  const ordered = useBagOrder()
  return (
    <section class="choice">
      <h3>{title}</h3>
      {bags.length === 0 ? (
        <p class="hint">{none}</p>
      ) : (
        <ul>
          {ordered(bags).map((bag) => (
            <li key={bag.id}>
              <button type="button" onClick={() => onChoose(JSON.stringify(bag.qr_data))}>
                <span>
                  <bdi>{bag.label}</bdi>
                  <span class="hint">
                    {joined([
                      bag.flight_number ?? fromTo(bag.origin, bag.destination),
                      messages.packagesTaken(bag.total_packages),
                      formatWeight(bag.total_weight_kg),
                    ])}
                  </span>
                </span>
                <ChevronRight size={20} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
