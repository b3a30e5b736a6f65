import { CloudOff, RefreshCw } from 'lucide-preact'
import { locale, state } from '../state.ts'
import { Age } from './age.tsx'

/** Why the page could not be updated, if so. After too many requests it waits, and offers no button. */
export function FailureNote({ retry }: { retry: () => void }) {
  const { words } = locale.value
  const { failure, checked } = state.value
  if (!failure) return null
  return (
    <section class="note needs" aria-label={words[failure]}>
      <CloudOff size="1.25em" />
      <div>
        <p>{words[failure]}</p>
        {checked !== undefined && (
          <p class="small">
            <Age at={checked} sentence={words.checked} />
          </p>
        )}
        {failure !== 'busy' && (
          <button type="button" class="button" id="again" onClick={retry}>
            <RefreshCw size="1.25em" />
            {words.tryAgain}
          </button>
        )}
      </div>
    </section>
  )
}
