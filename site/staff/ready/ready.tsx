import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { components } from '../../../shared/client/api-types.ts'
import { Empty } from '../../design/states.tsx'
import { Tag } from '../../design/tag.tsx'
import { toast } from '../../design/toast.tsx'
import { api } from '../api/client.ts'
import { joined } from '../messages/language.ts'
import { caseNames } from '../messages/statuses.ts'
import { useAct } from '../ui/act.ts'
import { Status } from '../ui/status.tsx'
import { messages } from './messages.ts'

type Checked = components['schemas']['CheckedShipment']

/** The most that one request makes ready (`Consolidation`). */
const maxReady = 25

/**
 * The shipments that have arrived at a warehouse; those with all their packages become ready for pickup when the user has
 * looked at them. What goes on to another city, or has an open case, is not selected at first: its recipient would come in vain.
 */
export function ReadyShipments({ warehouse }: { warehouse: string }) {
  const found = useSignal<readonly Checked[] | undefined>(undefined)
  const cursor = useSignal<string | undefined>(undefined)
  /** Those that the user has selected, or whose selection they have taken back. */
  const changed = useSignal<readonly string[]>([])
  const made = useSignal<readonly string[]>([])
  const act = useAct()
  const consolidate = (body: components['schemas']['Consolidation']) =>
    api.POST('/api/v1/warehouse/{id}/consolidate', { params: { path: { id: warehouse } }, body })
  const look = () =>
    void act.run(() => consolidate({ preview: true, ...(cursor.value && { cursor: cursor.value }) }), {
      onDone: ({ shipments, next_cursor }) => {
        found.value = cursor.value === undefined ? shipments : [...(found.value ?? []), ...shipments]
        cursor.value = next_cursor ?? undefined
      },
    })
  useEffect(look, [])
  const isOffered = (one: Checked) => one.ready && !made.value.includes(one.shipment_id)
  const isSelected = (one: Checked) =>
    isOffered(one) && (one.warnings.length === 0) !== changed.value.includes(one.shipment_id)
  const toggle = (id: string) =>
    (changed.value = changed.value.includes(id)
      ? changed.value.filter((other) => other !== id)
      : [...changed.value, id])
  const selected = (found.value ?? []).filter(isSelected).slice(0, maxReady)
  const makeReady = () =>
    void act.run(() => consolidate({ shipment_ids: selected.map(({ shipment_id }) => shipment_id) }), {
      onDone: ({ shipments, ready_count }) => {
        const now = new Map(shipments.map((one) => [one.shipment_id, one]))
        found.value = found.value?.map((one) => now.get(one.shipment_id) ?? one)
        made.value = [...made.value, ...now.keys()]
        toast({ text: messages.ready(ready_count) })
      },
    })
  return (
    <>
      <p class="hint">{messages.hint}</p>
      {found.value?.length === 0 && <Empty title={messages.nothingArrived} />}
      <ul class="entries">
        {found.value?.map((one) => (
          <li key={one.shipment_id} class={one.ready ? 'done' : 'needs'}>
            {isOffered(one) ? (
              <label class="check">
                <input type="checkbox" checked={isSelected(one)} onChange={() => toggle(one.shipment_id)} />
                <CheckedShipment one={one} />
              </label>
            ) : (
              <CheckedShipment one={one} />
            )}
          </li>
        ))}
      </ul>
      <p class="row actions">
        {selected.length > 0 && (
          <button type="button" class="primary" aria-disabled={act.isBusy.value} onClick={makeReady}>
            {messages.makeReady(selected.length)}
          </button>
        )}
        <button type="button" aria-disabled={act.isBusy.value} onClick={look}>
          {cursor.value === undefined ? messages.check : messages.checkMore}
        </button>
      </p>
    </>
  )
}

/** What has all arrived is ready, unless it is on hold. */
const isHeld = (one: Checked) => !one.ready && one.packages_arrived === one.packages_total

const CheckedShipment = ({ one }: { one: Checked }) => (
  <span class="entry">
    <span class="about">
      <bdi>{one.recipient_name}</bdi>
      <span class="code">{one.tracking_id}</span>
      <span class="hint">
        {joined([
          one.destination,
          messages.arrivedOf(one.packages_arrived, one.packages_total),
          (one.packages_lost ?? 0) > 0 && messages.lost(one.packages_lost ?? 0),
        ])}
      </span>
    </span>
    <span class="row">
      {one.warnings.map((warning) => (
        <Tag key={warning} tone="needs">
          {messages[warning]}
        </Tag>
      ))}
      {isHeld(one) ? (
        <Tag tone="wrong">{caseNames['HOLD'] ?? ''}</Tag>
      ) : (
        <Status of="shipment" status={one.status} />
      )}
    </span>
  </span>
)
