import { CloudOff, RefreshCw } from 'lucide-preact'
import { locale, state } from '../state.ts'
import { Age } from './age.tsx'

/** Why the page could not be updated, if so. After too many requests it waits, and offers no button. */
export function FailureNote({ retry }: { retry: () => void }) {
  const { messages } = locale.value
  const { failure, checked } = state.value
  if (!failure) return null
  return (
    <section class="note needs" aria-label={messages[failure]}>
      <CloudOff size="1.25em" />
      <div>
        <p>{messages[failure]}</p>
        {checked !== undefined && (
          <p class="small">
            <Age at={checked} sentence={messages.checked} />
          </p>
        )}
        {failure !== 'busy' && (
          <button type="button" class="button" id="again" onClick={retry}>
            <RefreshCw size="1.25em" />
            {messages.tryAgain}
          </button>
        )}
      </div>
    </section>
  )
}
