import { useSignal } from '@preact/signals'
import type { components } from '../../../shared/client/api-types.ts'
import { api } from '../../staff/api/client.ts'
import { useAct } from '../../staff/ui/act.ts'
import { Status } from '../../staff/ui/status.tsx'
import { Empty } from '../../design/states.tsx'
import { InWarehouse } from '../app/warehouse.tsx'
import { isOnline } from '../app/online.ts'
import { joined } from '../../staff/messages/language.ts'
import { caseNames } from '../../staff/messages/statuses.ts'
import { Tag } from '../../design/tag.tsx'
import { messages } from '../messages/tasks.ts'
import { messages as frame } from '../messages/work.ts'

type Checked = components['schemas']['ConsolidationResult']

/** What has all arrived is ready, unless it is on hold. */
const isHeld = (one: Checked['shipments'][number]) => !one.ready && one.packages_arrived === one.packages_total

/** Makes shipments ready whose packages have all arrived, and lists those that wait for some. */
export default function Consolidate() {
  const checked = useSignal<Checked['shipments']>([])
  const cursor = useSignal<string | undefined>(undefined)
  const hasRun = useSignal(false)
  const act = useAct()
  const check = (id: string) =>
    void act.run(
      () =>
        api.POST('/api/v1/warehouse/{id}/consolidate', {
          params: { path: { id } },
          body: cursor.value === undefined ? {} : { cursor: cursor.value },
        }),
      {
        onDone: ({ shipments, next_cursor }) => {
          checked.value = cursor.value === undefined ? shipments : [...checked.value, ...shipments]
          cursor.value = next_cursor ?? undefined
          hasRun.value = true
        },
      },
    )
  return (
    <InWarehouse>
      {(id) => (
        <>
          {!isOnline.value && <p class="note needs">{frame.offline}</p>}
          <p class="hint">{messages.consolidateHint}</p>
          <p class="actions">
            <button type="button" class="primary" aria-disabled={act.isBusy.value} onClick={() => check(id)}>
              {cursor.value === undefined ? messages.check : messages.checkMore}
            </button>
          </p>
          {hasRun.value && checked.value.length === 0 && <Empty title={messages.nothingArrived} />}
          <ul class="entries">
            {checked.value.map((one) => (
              <li key={one.shipment_id} class={one.ready ? 'done' : 'needs'}>
                <p class="entry">
                  <strong class="code">{one.tracking_id}</strong>
                  <span>
                    {joined([
                      messages.arrivedOf(one.packages_arrived, one.packages_total),
                      (one.packages_lost ?? 0) > 0 && messages.lost(one.packages_lost ?? 0),
                    ])}
                  </span>
                  {isHeld(one) ? (
                    <Tag tone="wrong">{caseNames['HOLD'] ?? ''}</Tag>
                  ) : (
                    <Status of="shipment" status={one.status} />
                  )}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </InWarehouse>
  )
}
