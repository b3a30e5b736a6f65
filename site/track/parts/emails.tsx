import { signal } from '@preact/signals'
import type * as z from 'zod'
import type { NoticeChoice } from '../../../shared/domain/notices/stop.ts'
import { locale } from '../state.ts'

/** The token of the e-mail that led here. It is removed from the address, so that a copied one does not pass it on. */
function takeToken(): string | undefined {
  const [, token] = /^#stop=([\w.-]+)$/.exec(location.hash) ?? []
  if (token !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
const token = takeToken()
const stopped = signal<boolean | undefined>(undefined)
const outcome = signal<'stopped' | 'started' | 'notDone' | undefined>(undefined)

/** Reads the reader's choice, or makes one, which may be repeated. */
async function send(choice?: 'stop' | 'start'): Promise<void> {
  const path = `/api/v1/notices/${token}${choice ? `/${choice}` : ''}`
  const answer = await fetch(path, { method: choice ? 'POST' : 'GET', credentials: 'omit' })
    .then((response) => response.json() as Promise<Partial<z.output<typeof NoticeChoice>>>)
    .catch(() => undefined)
  // A refusal has no choice.
  if (answer?.stopped === undefined) outcome.value = 'notDone'
  else {
    stopped.value = answer.stopped
    outcome.value = answer.stopped ? 'stopped' : choice && 'started'
  }
}
if (token !== undefined) void send()

/** Where the reader of an e-mail stops them, or starts them again; nothing without a token. */
export function Emails() {
  const { messages } = locale.value
  if (token === undefined) return null
  const next = stopped.value ? 'start' : 'stop'
  return (
    <section class="card" aria-labelledby="letters">
      <h2 id="letters">{messages.emails}</h2>
      <p role="status">{outcome.value && messages[outcome.value]}</p>
      {stopped.value !== undefined && (
        <button type="button" class="button" id="emails" onClick={() => void send(next)}>
          {messages[next]}
        </button>
      )}
    </section>
  )
}
