import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead, type Result } from '../../../staff/api/read.ts'
import type { Bag, Warehouse } from '../../../staff/api/records.ts'
import { formatNumber, formatTime } from '../../../staff/messages/format.ts'
import { joined } from '../../../staff/messages/language.ts'
import { Status } from '../../../staff/ui/status.tsx'
import { warehouseName } from '../../../staff/ui/warehouse-name.ts'
import { useUnloading, type UnloadingSummary } from '../unloading/progress.tsx'
import { messages } from './messages.ts'

interface Unloaded {
  unloading: UnloadingSummary
  warehouse: Warehouse
}

/** The newest unloadings of warehouses as one result. */
async function unloadingsOf(warehouses: readonly Warehouse[]): Promise<Result<readonly Unloaded[]>> {
  const all = await Promise.all(
    warehouses.map(({ id }) =>
      api.GET('/api/v1/warehouse/{id}/unloadings', { params: { path: { id }, query: { limit: 200 } } }),
    ),
  )
  const refused = all.find(({ response }) => !response.ok)
  const data = warehouses.flatMap((warehouse, n) =>
    (all[n]?.data ?? []).map((unloading) => ({ unloading, warehouse })),
  )
  return { response: new Response(), ...refused, data }
}

/** Of those bags that were unloaded where they go, the finished unloading: their status stays IN_TRANSIT until they are delivered. */
export function useUnloaded(bags: readonly Bag[]): ReadonlyMap<string, Unloaded> {
  const destinations = bags.flatMap(({ status, destination }) => (status === 'IN_TRANSIT' ? destination : []))
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'), destinations.length > 0)
  const there = (warehouses.data?.body ?? []).filter(({ airport_code }) => destinations.includes(airport_code))
  const read = useRead(
    ['unloadings', ...there.map(({ id }) => id)],
    () => unloadingsOf(there),
    there.length > 0,
  )
  // The newest of a bag, which is first in the list, says how it is now.
  const newest = new Map(read.data?.body.toReversed().map((one) => [one.unloading.bag_id, one]))
  return new Map([...newest].filter(([, { unloading }]) => unloading.status === 'CLOSED'))
}

const whereAndWhen = ({ unloading, warehouse }: Unloaded) =>
  joined([warehouseName(warehouse), unloading.closed_at && formatTime(unloading.closed_at)])

/** The status of a bag, or that it was unloaded. */
export const BagStatus = ({ bag: { status }, unloaded }: { bag: Bag; unloaded: Unloaded | undefined }) =>
  unloaded && status === 'IN_TRANSIT' ? (
    <Tag tone="done">{messages.unloaded}</Tag>
  ) : (
    <Status of="bag" status={status} />
  )

/** The same with the place and the time, in a list. */
export const BagStatusAndPlace = (props: Parameters<typeof BagStatus>[0]) =>
  props.unloaded && props.bag.status === 'IN_TRANSIT' ? (
    <span class="lines">
      <BagStatus {...props} />
      <span class="hint">{whereAndWhen(props.unloaded)}</span>
    </span>
  ) : (
    <BagStatus {...props} />
  )

/** Where and when a bag was unloaded and how many of its packages were missing, as a link to the unloading. */
export function UnloadedAt({ unloaded }: { unloaded: Unloaded }) {
  const missing = useUnloading(unloaded.unloading.id).data?.body.counts.missing ?? 0
  return (
    <span class="row tight">
      <a href={`/console/unloading/${unloaded.unloading.id}`}>{whereAndWhen(unloaded)}</a>
      {missing > 0 && <Tag tone="wrong">{messages.missing(formatNumber(missing))}</Tag>}
    </span>
  )
}
