import { useSignal } from '@preact/signals'
import { InWarehouse } from '../../app/warehouse.tsx'
import { showFeedback, type Feedback } from '../../scan/feedback.tsx'
import { isPackage, readLabel, type BagLabel, type Label } from '../../scan/label.ts'
import { record, type Recorded } from '../../scan/record.ts'
import { noPackage, whyUnknown } from '../../scan/refusal.ts'
import { Scanner } from '../../scan/scanner.tsx'
import { joined } from '../../../staff/messages/language.ts'
import { messages as scans, outcomes } from '../../messages/scan.ts'
import { messages } from '../../messages/tasks.ts'
import { ExpectedBags } from '../bag-choice.tsx'
import { bagOf, readBag } from '../bag-name.ts'
import { EndedNote, endedWith, type Ended } from '../ended.tsx'
import { CloseUnloading } from './close.tsx'
import { isOnManifest, type Begun } from './progress.ts'
import { SealBroken } from './seal-broken.tsx'
import { StillMissing, UnloadedBag } from './unloaded-bag.tsx'
import { whyNotHere } from './not-here.ts'

/** What became of a find: one that travels in another bag has the name of that, and a package that the bag's list has is not an excess one, even if the bag did not have it any more. */
async function whereFrom(found: Recorded, bagId: string): Promise<Feedback> {
  const answer = (found.answer ?? {}) as { outcome?: string; package_id?: string; status_applied?: boolean }
  if (answer.outcome === 'MISROUTED') {
    const other = await bagOf(answer.package_id ?? '')
    return { ...found, detail: joined([found.detail, other && messages.bag(other.label)]) }
  }
  if (answer.outcome !== 'EXCESS' || !isOnManifest(bagId, answer.package_id ?? '')) return found
  const was = answer.status_applied ? (outcomes['FOUND'] ?? '') : messages.wasInBag
  return { ...found, detail: found.detail?.replace(outcomes['EXCESS'] ?? '', was) }
}

/** Compares the contents of an arrived bag with its list: the bag is scanned first, then each package. */
export default function Unload() {
  const begun = useSignal<Begun | undefined>(undefined)
  const isDamaged = useSignal(false)
  const ended = useSignal<Ended | undefined>(undefined)
  /** The bag that was scanned last and is not expected here. */
  const asked = useSignal<string | undefined>(undefined)
  /** Each unloading has its own results. */
  const round = useSignal(0)

  /** A bag that is chosen in the list is meant. */
  const chosen = (text: string) => {
    const label = readLabel(text)
    asked.value = label.type === 'bag' ? label.id : undefined
    return text
  }
  async function begin(label: BagLabel, warehouse_id: string): Promise<Feedback> {
    const bag = await readBag(label.id)
    const notHere = bag && (await whyNotHere(bag))
    const shown = bag?.label ?? label.shown
    // An unloading cannot be called off, so a bag that is not expected here is unloaded once it is scanned again.
    if (notHere !== undefined && asked.value !== label.id) {
      asked.value = label.id
      return { tone: 'needs', title: shown, detail: joined([notHere, messages.scanToUnload]) }
    }
    const { id, problem, ...feedback } = await record('unload', shown, { qr_code: label.text, warehouse_id })
    if (problem?.status === 404) return { ...feedback, detail: await whyUnknown(label) }
    if (!id || feedback.tone === 'wrong') return feedback
    begun.value = { entry: id, bag: { ...label, shown } }
    ended.value = undefined
    return { ...feedback, detail: messages.nowPackages }
  }
  async function find(label: Label, { entry, bag }: Begun): Promise<Feedback> {
    if (!isPackage(label)) return noPackage(label)
    const condition = isDamaged.value ? 'DAMAGED' : 'OK'
    isDamaged.value = false
    const found = await record('find', label.shown, {
      unloading: { entry },
      qr_code: label.text,
      condition,
    })
    return { ...(await whereFrom(found, bag.id)), later: found.later?.then((sent) => whereFrom(sent, bag.id)) }
  }
  const close = async () => {
    if (!begun.value) return
    const { entry, bag } = begun.value
    const closed = await record('close', bag.shown, { unloading: { entry } })
    if (closed.tone === 'wrong') {
      showFeedback(closed)
      return
    }
    const { counts } = (closed.answer ?? {}) as { counts?: { missing: number } }
    const text = counts ? messages.ended(counts.missing) : messages.endedOnly
    ended.value = {
      ...endedWith(closed, messages.bag(bag.shown), text),
      tone: counts?.missing === 0 ? 'done' : 'needs',
    }
    begun.value = undefined
    round.value++
  }
  return (
    <InWarehouse>
      {(warehouse_id) => (
        <>
          {begun.value && <UnloadedBag begun={begun.value} />}
          <EndedNote of={ended.value} />
          <Scanner
            key={round.value}
            label={begun.value ? messages.scanPackage : messages.scanArrived}
            step={messages.bagThenPackages(begun.value ? 2 : 1)}
            onScan={async (label) => {
              if (begun.value) return find(label, begun.value)
              if (label.type === 'bag') return begin(label, warehouse_id)
              return { tone: 'wrong', title: scans.noBag, detail: messages.scanBag }
            }}
          >
            {(read) =>
              begun.value ? (
                <StillMissing begun={begun.value} />
              ) : (
                <ExpectedBags id={warehouse_id} onChoose={(text) => read(chosen(text))} />
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
              <SealBroken begun={begun.value} warehouse_id={warehouse_id} />
            </div>
          )}
        </>
      )}
    </InWarehouse>
  )
}
