import { Search as Glass } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { locale } from '../state.ts'
import { typedTrackingId } from '../tracking-id.ts'

/** A form for a tracking id, which opens the parcel's page. */
export function Search({ typed = '' }: { typed?: string }) {
  const { messages } = locale.value
  const input = useRef<HTMLInputElement>(null)
  const open = (submission: Event) => {
    submission.preventDefault()
    const id = typedTrackingId(input.current?.value ?? '')
    if (id !== '') location.assign(`/track/${encodeURIComponent(id)}${location.search}`)
    else input.current?.select()
  }
  return (
    <form action="/track" noValidate onSubmit={open}>
      <label for="id">{messages.ask}</label>
      <div class="row">
        <input
          {...{
            ref: input,
            id: 'id',
            name: 'id',
            type: 'text',
            required: true,
            defaultValue: typed,
            dir: 'ltr',
          }}
          {...{ maxLength: 200, autocomplete: 'off', autocapitalize: 'characters', spellcheck: false }}
          aria-describedby="hint"
        />
        <button type="submit" class="button">
          <Glass size="1.25em" />
          {messages.go}
        </button>
      </div>
      <p id="hint" class="small">
        {messages.askHint}
      </p>
    </form>
  )
}
