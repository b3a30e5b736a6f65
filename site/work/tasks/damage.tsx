import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { checks } from '../../staff/messages/checks.ts'
import { showFeedback } from '../scan/feedback.tsx'
import type { ScannedPackage } from '../scan/known.ts'
import { record } from '../scan/record.ts'
import { kinds } from '../messages/work.ts'
import { EndedNote, sayEnded, type Ended } from './ended.tsx'
import { PackageLine } from './package-line.tsx'
import { PackageScanner } from './package-scanner.tsx'
import { messages } from '../messages/tasks.ts'
import { TakePhoto, usePhotos } from './photo.tsx'

/** Records a damaged package: a case with a note, and photos. */
export default function Damage() {
  const damaged = useSignal<(ScannedPackage & { text: string }) | undefined>(undefined)
  const note = useSignal('')
  const isMissing = useSignal(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const photos = usePhotos()
  const ended = useSignal<Ended | undefined>(undefined)

  async function keep(): Promise<void> {
    if (!damaged.value) return
    isMissing.value = note.value.trim() === ''
    if (isMissing.value) return field.current?.focus()
    const { id, shown, text } = damaged.value
    const feedback = await record('damage', shown, { qr_code: text, note: note.value.trim() })
    showFeedback(feedback)
    if (feedback.tone === 'wrong') return
    sayEnded(ended, feedback, kinds.damage, shown)
    await photos.keep(shown, id)
    damaged.value = undefined
    note.value = ''
    photos.clear()
  }
  if (!damaged.value)
    return (
      <>
        <EndedNote of={ended.value} />
        <PackageScanner
          label={messages.scanDamaged}
          onPackage={(found, { text }) => {
            damaged.value = { ...found, text }
            return messages.nowDescribe
          }}
        />
      </>
    )
  return (
    <form
      class="form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <p class="note needs">
        <PackageLine of={damaged.value} />
      </p>
      <p class="field">
        <label for="note">{messages.whatIsDamaged}</label>
        <textarea
          id="note"
          ref={field}
          required
          rows={3}
          value={note.value}
          onInput={({ currentTarget }) => {
            note.value = currentTarget.value
            isMissing.value = false
          }}
          {...(isMissing.value && { 'aria-invalid': true, 'aria-describedby': 'note-error' })}
        />
        {isMissing.value && (
          <span id="note-error" class="error">
            {checks.required}
          </span>
        )}
      </p>
      <TakePhoto photos={photos} />
      <p class="actions">
        <button type="submit" class="primary">
          {messages.recordDamage}
        </button>
        <button type="button" onClick={() => (damaged.value = undefined)}>
          {messages.anotherPackage}
        </button>
      </p>
    </form>
  )
}
