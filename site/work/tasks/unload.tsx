import { useSignal } from '@preact/signals'
import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'
import { InWarehouse } from '../app/warehouse.tsx'
import { done } from '../queue/queue.ts'
import type { Feedback } from '../scan/feedback.tsx'
import { isPackage, type Label } from '../scan/label.ts'
import { record } from '../scan/record.ts'
import { Scanner } from '../scan/scanner.tsx'
import { words as scans } from '../words/scan.ts'
import { words } from '../words/tasks.ts'
import { ExpectedBags } from './bag-choice.tsx'

interface Begun {
  /** The entry that opens the unloading. */
  entry: string
  shown: string
  bag_id: string
}

/** Compares what is in a bag that has arrived with what should be: the bag first, then each package. */
export default function Unload() {
  const begun = useSignal<Begun | undefined>(undefined)
  const isDamaged = useSignal(false)

  async function scan(label: Label, warehouse_id: string): Promise<Feedback> {
    if (!begun.value) {
      if (label.type !== 'bag') return { tone: 'wrong', title: scans.noBag, detail: words.scanBag }
      const { id, ...feedback } = await record('unload', label, { bag_id: label.id, warehouse_id })
      if (!id || feedback.tone === 'wrong') return feedback
      begun.value = { entry: id, shown: label.shown, bag_id: label.id }
      return { ...feedback, detail: words.nowPackages }
    }
    if (!isPackage(label)) return { tone: 'wrong', title: scans.noPackage }
    const condition = isDamaged.value ? 'DAMAGED' : 'OK'
    isDamaged.value = false
    return record('find', label, { unloading: { entry: begun.value.entry }, qr_code: label.text, condition })
  }
  const sealBroken = async (warehouse_id: string) => {
    if (!begun.value) return
    const { shown, bag_id } = begun.value
    await record('unload', shown, { bag_id, warehouse_id, seal_intact: false })
  }
  const close = async () => {
    if (!begun.value) return
    const { shown, entry } = begun.value
    await record('close', shown, { unloading: { entry } })
    begun.value = undefined
  }
  return (
    <InWarehouse>
      {(warehouse_id) => (
        <>
          {begun.value && <Progress {...begun.value} />}
          <Scanner
            label={begun.value ? words.scanPackage : words.scanArrived}
            step={words.bagThenPackages(begun.value ? 2 : 1)}
            onScan={(label) => scan(label, warehouse_id)}
          >
            {(read) => !begun.value && <ExpectedBags id={warehouse_id} onChoose={read} />}
          </Scanner>
          {begun.value && (
            <p class="actions">
              <button type="button" class="primary" onClick={() => void close()}>
                {words.endUnloading}
              </button>
              <button
                type="button"
                class="danger"
                aria-pressed={isDamaged.value}
                onClick={() => (isDamaged.value = !isDamaged.value)}
              >
                {words.nextIsDamaged}
              </button>
              <button type="button" class="danger" onClick={() => void sealBroken(warehouse_id)}>
                {words.sealBroken}
              </button>
            </p>
          )}
        </>
      )}
    </InWarehouse>
  )
}

/** How many were found of how many, once the service has answered. */
function Progress({ entry, shown }: Begun) {
  const answer = done.value.find(({ id }) => id === entry)?.answer as { id: string } | undefined
  const id = answer?.id ?? ''
  const unloading = useRead(
    ['unloading', id],
    () => api.GET('/api/v1/unloadings/{id}', { params: { path: { id } } }),
    id !== '',
  )
  const counts = unloading.data?.body.counts
  return (
    <p class="note moving">
      <strong>{words.bag(shown)}</strong> {counts && words.foundOf(counts.found, counts.expected)}
    </p>
  )
}
