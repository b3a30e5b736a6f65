import { useSignal } from '@preact/signals'
import { showFeedback, type Feedback } from '../scan/feedback.tsx'
import type { Label } from '../scan/label.ts'
import { record } from '../scan/record.ts'
import { Scanner } from '../scan/scanner.tsx'
import { words as scans } from '../words/scan.ts'
import { words } from '../words/tasks.ts'
import { TakePhoto } from './photo.tsx'

/** Records a damaged package: a case with a note, and photos. */
export default function Damage() {
  const damaged = useSignal<(Label & { id: string }) | undefined>(undefined)
  const note = useSignal('')
  const photos = useSignal<readonly Blob[]>([])

  const scan = (label: Label): Promise<Feedback> => {
    if (label.type !== 'package')
      return Promise.resolve({ tone: 'wrong', title: scans.noPackage, detail: words.scanQr })
    damaged.value = label
    return Promise.resolve({ tone: 'done', title: label.shown, detail: words.nowDescribe })
  }
  async function keep(): Promise<void> {
    const label = damaged.value
    if (!label) return
    const feedback = await record('damage', label, { package_id: label.id, note: note.value.trim() })
    showFeedback(feedback)
    if (feedback.tone === 'wrong') return
    for (const blob of photos.value) await record('photo', label, { package: label.id, blob })
    damaged.value = undefined
    note.value = ''
    photos.value = []
  }
  if (!damaged.value) return <Scanner label={words.scanPackage} onScan={scan} />
  return (
    <form
      class="form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <p class="note needs">
        <strong class="code">{damaged.value.shown}</strong>
      </p>
      <p class="field">
        <label for="note">{words.whatIsDamaged}</label>
        <textarea
          id="note"
          required
          rows={3}
          value={note.value}
          onInput={({ currentTarget }) => (note.value = currentTarget.value)}
        />
      </p>
      <TakePhoto count={photos.value.length} onPhoto={(one) => (photos.value = [...photos.value, one])} />
      <p class="actions">
        <button type="submit" class="primary">
          {words.recordDamage}
        </button>
        <button type="button" onClick={() => (damaged.value = undefined)}>
          {words.anotherPackage}
        </button>
      </p>
    </form>
  )
}
