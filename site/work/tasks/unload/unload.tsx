import { useSignal } from '@preact/signals'
import { InWarehouse } from '../../app/warehouse.tsx'
import type { Feedback } from '../../scan/feedback.tsx'
import { isPackage, type Label } from '../../scan/label.ts'
import { record } from '../../scan/record.ts'
import { noPackage } from '../../scan/refusal.ts'
import { Scanner } from '../../scan/scanner.tsx'
import { messages as scans } from '../../messages/scan.ts'
import { messages } from '../../messages/tasks.ts'
import { ExpectedBags } from '../bag-choice.tsx'
import { CloseUnloading } from './close.tsx'
import type { Begun } from './progress.ts'
import { StillMissing, UnloadedBag } from './unloaded-bag.tsx'

/** Compares the contents of an arrived bag with its list: the bag is scanned first, then each package. */
export default function Unload() {
  const begun = useSignal<Begun | undefined>(undefined)
  const isDamaged = useSignal(false)

  async function scan(label: Label, warehouse_id: string): Promise<Feedback> {
    if (!begun.value) {
      if (label.type !== 'bag') return { tone: 'wrong', title: scans.noBag, detail: messages.scanBag }
      const { id, ...feedback } = await record('unload', label.shown, { qr_code: label.text, warehouse_id })
      if (!id || feedback.tone === 'wrong') return feedback
      begun.value = { entry: id, bag: label }
      return { ...feedback, detail: messages.nowPackages }
    }
    if (!isPackage(label)) return noPackage(label)
    const condition = isDamaged.value ? 'DAMAGED' : 'OK'
    isDamaged.value = false
    return record('find', label.shown, {
      unloading: { entry: begun.value.entry },
      qr_code: label.text,
      condition,
    })
  }
  const sealBroken = async (warehouse_id: string) => {
    if (!begun.value) return
    const { text, shown } = begun.value.bag
    await record('unload', shown, { qr_code: text, warehouse_id, seal_intact: false })
  }
  const close = async () => {
    if (!begun.value) return
    const { entry, bag } = begun.value
    await record('close', bag.shown, { unloading: { entry } })
    begun.value = undefined
  }
  return (
    <InWarehouse>
      {(warehouse_id) => (
        <>
          {begun.value && <UnloadedBag begun={begun.value} />}
          <Scanner
            label={begun.value ? messages.scanPackage : messages.scanArrived}
            step={messages.bagThenPackages(begun.value ? 2 : 1)}
            onScan={(label) => scan(label, warehouse_id)}
          >
            {(read) =>
              begun.value ? (
                <StillMissing begun={begun.value} />
              ) : (
                <ExpectedBags id={warehouse_id} onChoose={read} />
              )
            }
          </Scanner>
          {begun.value && (
            <div class="actions">
              <CloseUnloading begun={begun.value} onClose={() => void close()} />
              <button
                type="button"
                class="danger"
                aria-pressed={isDamaged.value}
                onClick={() => (isDamaged.value = !isDamaged.value)}
              >
                {messages.nextIsDamaged}
              </button>
              <button type="button" class="danger" onClick={() => void sealBroken(warehouse_id)}>
                {messages.sealBroken}
              </button>
            </div>
          )}
        </>
      )}
    </InWarehouse>
  )
}
