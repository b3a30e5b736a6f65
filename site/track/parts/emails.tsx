import { signal } from '@preact/signals'
import { Mail } from 'lucide-preact'
import { locale } from '../state.ts'

type Choice = 'stop' | 'start'

/** The token of the e-mail that led here. It is removed from the address, so that a copied one does not pass it on. */
function takeToken(): string | undefined {
  const [, token] = /^#stop=([\w.-]+)$/.exec(location.hash) ?? []
  if (token !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
const token = takeToken()
const next = signal<Choice>('stop')
const outcome = signal<'stopped' | 'started' | 'notDone' | undefined>(undefined)
let isSending = false

async function send(to: string): Promise<void> {
  if (isSending) return
  isSending = true
  const choice = next.value
  const done = await fetch(`/api/v1/notices/${to}/${choice}`, { method: 'POST', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )
  isSending = false
  outcome.value = done ? (choice === 'stop' ? 'stopped' : 'started') : 'notDone'
  if (done) next.value = choice === 'stop' ? 'start' : 'stop'
}

/** Where the reader of an e-mail stops them, or starts them again; nothing without a token. */
export function Emails() {
  const { messages } = locale.value
  if (token === undefined) return null
  return (
    <section class="card" aria-labelledby="letters">
      <h2 id="letters">{messages.emails}</h2>
      <p role="status">{outcome.value && messages[outcome.value]}</p>
      <button type="button" class="button" id="emails" onClick={() => void send(token)}>
        <Mail size="1.25em" />
        {messages[next.value]}
      </button>
    </section>
  )
}
