import { useSignal } from '@preact/signals'
import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'
import { commandOf } from '../../staff/scan/code.ts'
import { done, waiting } from '../queue/queue.ts'
import { showFeedback, type Feedback } from '../scan/feedback.tsx'
import { knownPackage } from '../scan/known.ts'
import { isPackage, nameOf, type Label } from '../scan/label.ts'
import { record } from '../scan/record.ts'
import { noPackage } from '../scan/refusal.ts'
import { Scanner } from '../scan/scanner.tsx'
import { messages as scans } from '../messages/scan.ts'
import { messages } from '../messages/tasks.ts'
import { OpenBags } from './bag-choice.tsx'
import { joined } from '../../staff/messages/language.ts'
import { loadRefusals, refusalOf } from '../../staff/messages/refusals.ts'
import { EndedNote, sayEnded, type Ended } from './ended.tsx'
import { isSealedHere, listedBag, readBag, useBag } from './bag-name.ts'

/** Scans a bag, then the packages that go into it. UNDO takes the last one out again, SEAL seals the bag, NEXT begins another. */
export default function Pack() {
  const bag = useSignal<Label | undefined>(undefined)
  /** An entry that is in the queue, or was sent. */
  const packed = useSignal<readonly { entry: string; shown: string; id: string }[]>([])
  const bag_id = bag.value && 'id' in bag.value ? bag.value.id : ''
  const known = useBag(bag_id)
  const isAsking = useSignal(false)
  const cancel = () => (isAsking.value = false)
  const ended = useSignal<Ended | undefined>(undefined)

  /** Those that were not refused. */
  const standing = () =>
    packed.value.filter((one) => [...waiting.value, ...done.value].some(({ id }) => id === one.entry))
  const begin = (label?: Label) => {
    bag.value = label
    packed.value = []
    ended.value = undefined
  }
  const count = known ? known.total_packages + waitingFor(bag_id) : new Set(standing().map(({ id }) => id)).size
  const isEmpty = known !== undefined && count === 0
  const sealNow = () => {
    cancel()
    void seal().then(showFeedback)
  }
  async function seal(): Promise<Feedback> {
    const sealed = listedBag(bag_id)
    const feedback = await record('seal', sealed?.label ?? bag.value?.shown ?? '', { bag_id })
    if (feedback.tone === 'wrong') return feedback
    const name = messages.bag(sealed?.label ?? bag.value?.shown ?? '')
    begin()
    sayEnded(ended, feedback, name, messages.sealed)
    return { ...feedback, title: messages.sealed, name, detail: whatBecame(feedback, messages.sealed) }
  }
  async function undo(): Promise<Feedback> {
    const last = standing().at(-1)
    if (!last) return { tone: 'wrong', title: messages.nothingToUndo }
    packed.value = packed.value.filter(({ id }) => id !== last.id)
    const { entry, shown } = last
    const taken = await record('unpack', shown, { bag_id, package: { entry } })
    if (taken.tone === 'wrong') return taken
    return { ...taken, title: messages.takenOut, detail: whatBecame(taken, messages.takenOut) }
  }
  async function scan(label: Label): Promise<Feedback> {
    if (label.type === 'bag') {
      const read = await readBag(label.id)
      const name = messages.bag(read?.label ?? label.shown)
      const status = isSealedHere(label.id) ? 'SEALED' : read?.status
      if (status !== undefined && status !== 'OPEN') {
        await loadRefusals()
        const refusal = { detail: '', reason: 'bag_not_open', params: { bag_status: status } }
        return { tone: 'wrong', title: name, name, detail: refusalOf(refusal).text }
      }
      begin(label)
      return { tone: 'done', title: name, name, detail: messages.nowPackages }
    }
    const command = commandOf(label.text)
    if (command === 'NEXT') {
      begin()
      return { tone: 'done', title: messages.scanBag }
    }
    if (bag_id === '') return { tone: 'wrong', title: scans.noBag, detail: messages.scanBag }
    if (command === 'SEAL' && isEmpty) {
      isAsking.value = true
      return { tone: 'needs', title: messages.sealEmpty }
    }
    if (command) return command === 'SEAL' ? seal() : undo()
    if (!isPackage(label)) return noPackage(label)
    const { id: entry, ...feedback } = await record('pack', label.shown, { bag_id, qr_code: label.text })
    const { id } = knownPackage(label)
    // The service packs it once, and an UNDO takes it out once.
    if (feedback.tone === 'done' && standing().some((one) => one.id === id || one.shown === feedback.title))
      return { ...feedback, tone: 'again', detail: scans.alreadyPacked }
    // UNDO does not take out what was in the bag before.
    if (entry !== undefined && feedback.tone !== 'wrong' && feedback.tone !== 'again')
      packed.value = [...packed.value, { entry, shown: feedback.title, id }]
    return feedback
  }
  return (
    <>
      <EndedNote of={ended.value} />
      {bag.value && (
        <p class="note moving">
          <strong>{messages.bag(known?.label ?? bag.value.shown)}</strong> {messages.packed(count)}
        </p>
      )}
      <Scanner
        label={bag.value ? messages.scanPackage : messages.scanBag}
        step={messages.bagThenPackages(bag.value ? 2 : 1)}
        onScan={scan}
      >
        {(read) => !bag.value && <OpenBags onChoose={read} />}
      </Scanner>
      {bag.value && (
        <p class="actions">
          <button type="button" class="primary" onClick={() => (isEmpty ? (isAsking.value = true) : sealNow())}>
            {messages.seal}
          </button>
          <button type="button" onClick={() => begin()}>
            {messages.anotherBag}
          </button>
        </p>
      )}
      {isAsking.value && (
        <Dialog title={messages.sealEmpty} closeLabel={common.close} onClose={cancel}>
          <p class="actions">
            <button type="button" onClick={cancel}>
              {common.cancel}
            </button>
            <button type="button" class="danger" onClick={sealNow}>
              {messages.seal}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}

/** What was done, and whether it was not sent yet. */
const whatBecame = ({ tone, detail }: Feedback, what: string) => joined([what, tone === 'kept' && detail])

/** How many packages more a bag has once what waits for it is sent; a package that is scanned again is packed once. */
function waitingFor(bagId: string): number {
  const names = new Map<string, string>()
  let takenOut = 0
  for (const { id, kind, input } of waiting.value) {
    if (kind === 'pack' && input.bag_id === bagId) names.set(id, nameOf(input.qr_code))
    if (kind !== 'unpack' || input.bag_id !== bagId) continue
    const packedBy = typeof input.package === 'object' ? names.get(input.package.entry) : undefined
    if (packedBy === undefined) takenOut++
    for (const [entry, name] of names) if (name === packedBy) names.delete(entry)
  }
  return new Set(names.values()).size - takenOut
}
