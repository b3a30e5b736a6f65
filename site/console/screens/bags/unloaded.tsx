import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { Bag } from '../../../staff/api/records.ts'
import { formatNumber, formatTime } from '../../../staff/messages/format.ts'
import { BagStatus, isUnloaded } from '../../../staff/bags/status.tsx'
import { joined } from '../../../staff/messages/language.ts'
import { warehouseName } from '../../../staff/ui/warehouse-name.ts'
import { useUnloading } from '../unloading/progress.tsx'
import { messages } from './messages.ts'

type Unloaded = NonNullable<Bag['unloaded']>

function useWhereAndWhen(unloaded: Unloaded | null): string {
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'), unloaded !== null)
  const warehouse = warehouses.data?.body.find(({ id }) => id === unloaded?.warehouse_id)
  return joined([warehouse && warehouseName(warehouse), unloaded && formatTime(unloaded.at)])
}

/** The status of a bag; of one that was unloaded also where and when, in a list. */
export function BagStatusAndPlace({ bag }: { bag: Bag }) {
  const where = useWhereAndWhen(isUnloaded(bag) ? bag.unloaded : null)
  if (where === '')
    return (
      <span class="row tight">
        <BagStatus bag={bag} />
      </span>
    )
  return (
    <span class="lines">
      <BagStatus bag={bag} />
      <span class="hint">{where}</span>
    </span>
  )
}

/** Where and when a bag was unloaded and how many of its packages were missing, as a link to the unloading. */
export function UnloadedAt({ unloaded }: { unloaded: Unloaded }) {
  const missing = useUnloading(unloaded.unloading_id).data?.body.counts.missing ?? 0
  return (
    <span class="row tight">
      <a href={`/console/unloading/${unloaded.unloading_id}`}>{useWhereAndWhen(unloaded)}</a>
      {missing > 0 && <Tag tone="wrong">{messages.missing(formatNumber(missing))}</Tag>}
    </span>
  )
}
