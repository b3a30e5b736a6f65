import { ChevronRight } from 'lucide-preact'
import { api } from '../../staff/api/client.ts'
import { allPages, useRead, whileEmpty } from '../../staff/api/read.ts'
import { useReads } from '../../staff/api/reads.ts'
import type { Bag } from '../../staff/api/records.ts'
import { arrivedOf, isAllHere, manifestReading } from '../../staff/bags/manifest.ts'
import { useBagOrder } from '../../staff/bags/order.ts'
import { Loaded } from '../../staff/ui/loaded.tsx'
import { formatWeight } from '../../staff/messages/format.ts'
import { fromTo, joined } from '../../staff/messages/language.ts'
import { messages as ready } from '../../staff/ready/messages.ts'
import { warehouseId } from '../app/warehouse.tsx'
import { messages } from '../messages/tasks.ts'
import { bagReading, isSealedHere } from './bag-name.ts'
import { endedHere } from './unload/progress.ts'

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
      allPages((page) =>
        api.GET('/api/v1/bags', {
          params: { query: { status: 'OPEN', limit: 200, ...(id && { warehouse_id: id }), ...page } },
        }),
      ),
    true,
    { refetchInterval: whileEmpty },
  )
  return (
    <Loaded query={bags} lines={1}>
      {({ body }) => (
        <Bags
          title={messages.openBags}
          none={messages.noOpenBags}
          bags={body.filter(({ id }) => !isSealedHere(id))}
          onChoose={onChoose}
        />
      )}
    </Loaded>
  )
}

/**
 * The bags whose unloading is open in a warehouse, and those on their way to its airport, or there and not unloaded yet. Not
 * expected is a bag whose packages were all scanned in by themselves.
 */
export function ExpectedBags({ id, onChoose }: Choice & { id: string }) {
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'))
  const bags = useRead(['bags', 'IN_TRANSIT'], () =>
    allPages((page) =>
      api.GET('/api/v1/bags', { params: { query: { status: 'IN_TRANSIT', limit: 200, ...page } } }),
    ),
  )
  const unloadings = useRead(['warehouse', id, 'unloadings'], () =>
    api.GET('/api/v1/warehouse/{id}/unloadings', { params: { path: { id }, query: { limit: 200 } } }),
  )
  const airport = warehouses.data?.body.find((one) => one.id === id)?.airport_code
  const inTransit = bags.data?.body ?? []
  // The newest one first: it says how the bag is now.
  const unloaded = Map.groupBy(unloadings.data?.body ?? [], ({ bag_id }) => bag_id)
  const ended = endedHere()
  const openIds = [...unloaded].flatMap(([id, [newest]]) =>
    newest?.status === 'OPEN' && !ended.has(id) ? [id] : [],
  )
  // Bags of other airports and statuses may be unloaded here too.
  const others = useReads(openIds.filter((id) => !inTransit.some((bag) => bag.id === id)).map(bagReading))
  const open = [...inTransit, ...others.flatMap(({ data }) => data?.body ?? [])].filter((bag) =>
    openIds.includes(bag.id),
  )
  const coming = inTransit.filter(
    (bag) => bag.destination === airport && !unloaded.has(bag.id) && !ended.has(bag.id),
  )
  const manifests = useReads(coming.map((bag) => manifestReading(bag.id)))
  const contents = new Map(coming.map(({ id }, n) => [id, manifests[n]?.data?.body]))
  const expected = coming.filter((bag) => !isAllHere(bag, contents.get(bag.id)))
  const isLoading = [unloadings, warehouses, ...others, ...manifests].some((one) => one.isLoading)
  return (
    <Loaded query={isLoading ? { ...bags, data: undefined } : bags} lines={1}>
      {() => (
        <>
          {open.length > 0 && (
            <Bags
              title={messages.openUnloadings}
              none=""
              bags={open}
              noteOf={({ id }) => (unloaded.get(id)?.length ?? 0) > 1 && messages.reopened}
              onChoose={onChoose}
            />
          )}
          <Bags
            title={messages.expectedBags}
            none={airport === '' ? messages.noAirport : messages.noExpectedBags}
            bags={expected}
            noteOf={(bag) => {
              const count = arrivedOf(bag, contents.get(bag.id))
              return count > 0 && ready.arrivedOf(count, bag.total_packages)
            }}
            onChoose={onChoose}
          />
        </>
      )}
    </Loaded>
  )
}

interface BagsProps extends Choice {
  title: string
  none: string
  bags: readonly Bag[]
  /** What else is to be said of a bag. */
  noteOf?: (bag: Bag) => string | false
}
function Bags({ title, none, bags, noteOf, onChoose }: BagsProps) {
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
                      noteOf?.(bag),
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
