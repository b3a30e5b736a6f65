import { useSignal } from '@preact/signals'
import { shownTag } from '../../../shared/domain/bags/airline-tag.ts'
import { useRead } from '../../staff/api/read.ts'
import type { Bag } from '../../staff/api/records.ts'
import { QrCode } from '../../staff/scan/qr-code.tsx'
import { Loaded } from '../../staff/ui/loaded.tsx'
import { common } from '../../staff/messages/common.ts'
import { formatTime, formatWeight } from '../../staff/messages/format.ts'
import { fromTo } from '../../staff/messages/language.ts'
import type { Entry } from '../queue/entry.ts'
import { done, waiting } from '../queue/queue.ts'
import { showFeedback } from '../scan/feedback.tsx'
import { nameOf } from '../scan/label.ts'
import { record } from '../scan/record.ts'
import { manifestReading } from '../../staff/bags/manifest.ts'
import { EndedNote, endedWith } from '../tasks/ended.tsx'
import { bagReading } from '../tasks/bag-name.ts'
import { messages } from '../messages/travel.ts'
import { kinds } from '../messages/work.ts'
import { BagStatus } from '../../staff/bags/status.tsx'
import { CheckIn } from './check-in.tsx'

/** The last time that the courier took a bag over or handed it over on this phone, unless that was refused. */
const custodyOf = (id: string): Entry<'scan'> | undefined =>
  [...done.value, ...waiting.value].findLast(
    (entry): entry is Entry<'scan'> =>
      entry.kind === 'scan' &&
      nameOf(entry.input.qr_code) === id &&
      ['BAG_TAKEN_OVER', 'BAG_HANDED_OVER'].includes(entry.input.event_type),
  )

/** A bag of the courier: its code, contents and check-in, and who has it. The list may lag behind the bag itself. */
export function BagScreen({ listed }: { listed: Bag }) {
  const isCheckingIn = useSignal(false)
  const one = bagReading(listed.id)
  const bag = useRead(one.key, one.get).data?.body ?? listed
  const manifest = manifestReading(bag.id)
  const packages = useRead(manifest.key, manifest.get)
  // A change of custody does not change the status.
  const scan = async (event_type: 'BAG_TAKEN_OVER' | 'BAG_HANDED_OVER') => {
    const feedback = await record('scan', bag.label, {
      qr_code: JSON.stringify(bag.qr_data),
      event_type,
      warehouse_id: bag.warehouse_id,
    })
    const detail = event_type === 'BAG_TAKEN_OVER' ? messages.takenOver : messages.handedOver
    showFeedback({ ...feedback, ...(feedback.tone === 'done' && { detail }) })
  }
  const custody = custodyOf(bag.id)
  const checkIn = waiting.value.find(({ kind, input }) => kind === 'checkIn' && input.bag_id === bag.id)
  if (isCheckingIn.value) return <CheckIn bag={bag} onDone={() => (isCheckingIn.value = false)} />
  return (
    <div class="stack">
      <section class="card stack">
        <h2>
          <bdi>{bag.label}</bdi>
        </h2>
        <p class="row">
          <BagStatus bag={bag} />
          <span>{fromTo(bag.origin, bag.destination)}</span>
          {bag.flight_number && <strong>{bag.flight_number}</strong>}
        </p>
        <div class="qr">
          <QrCode text={JSON.stringify(bag.qr_data)} name={bag.label} />
        </div>
        {bag.airline_tag_code && <p>{messages.tag(shownTag(bag.airline_tag_code))}</p>}
        <p>
          {common.packages(bag.total_packages)} · {formatWeight(bag.total_weight_kg)}
        </p>
      </section>
      {custody && (
        <EndedNote
          of={endedWith(
            { tone: custody.state === 'done' ? 'done' : 'kept' },
            custody.input.event_type === 'BAG_TAKEN_OVER' ? messages.takenOver : messages.handedOver,
            formatTime(custody.at),
          )}
        />
      )}
      {checkIn && <EndedNote of={endedWith({ tone: 'kept' }, kinds.checkIn, formatTime(checkIn.at))} />}
      {bag.lost_flight && <p class="note needs">{messages.lostFlight}</p>}
      {bag.courier_no_show && <p class="note needs">{messages.reportedNoShow}</p>}
      <p class="actions">
        {['OPEN', 'SEALED'].includes(bag.status) && !checkIn && !bag.courier_no_show && !bag.lost_flight && (
          <>
            {custody?.input.event_type !== 'BAG_TAKEN_OVER' && (
              <button type="button" onClick={() => void scan('BAG_TAKEN_OVER')}>
                {messages.takeOver}
              </button>
            )}
            <button type="button" class="primary" onClick={() => (isCheckingIn.value = true)}>
              {messages.checkIn}
            </button>
          </>
        )}
        {bag.status === 'IN_TRANSIT' && custody?.input.event_type !== 'BAG_HANDED_OVER' && (
          <button type="button" class="primary" onClick={() => void scan('BAG_HANDED_OVER')}>
            {messages.handOver}
          </button>
        )}
      </p>
      <section class="stack">
        <h2>{messages.manifest}</h2>
        <Loaded query={packages}>
          {({ body }) => (
            <ul class="entries">
              {body.map((one) => (
                <li key={one.id}>
                  <p class="entry">
                    <span class="code">{one.qr_code}</span>
                    <span>{formatWeight(one.weight)}</span>
                  </p>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </section>
    </div>
  )
}
