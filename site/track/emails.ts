import { element } from '../shared/element.ts'
import type { Locale } from './choose-language.ts'

type Choice = 'stop' | 'start'

/** The token of the e-mail that led here. It is removed from the address, so that a copied one does not pass it on. */
function takeToken(): string | undefined {
  const [, token] = /^#stop=([\w.-]+)$/.exec(location.hash) ?? []
  if (token !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** Whether the service has carried out the choice. */
const choose = (token: string, choice: Choice): Promise<boolean> =>
  fetch(`/api/v1/notices/${token}/${choice}`, { method: 'POST', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * The part of the page on which the reader of an e-mail stops them, or starts them again; nothing without a token.
 * `onChange` is called when it has to be shown again.
 */
export function emailChoice(onChange: () => void): (locale: Locale) => HTMLElement[] {
  const token = takeToken()
  let next: Choice = 'stop'
  let outcome: 'stopped' | 'started' | 'notDone' | undefined
  let isSending = false
  async function send(choice: Choice, to: string) {
    if (isSending) return
    isSending = true
    const done = await choose(to, choice)
    isSending = false
    outcome = done ? (choice === 'stop' ? 'stopped' : 'started') : 'notDone'
    if (done) next = choice === 'stop' ? 'start' : 'stop'
    onChange()
  }
  return ({ words }) => {
    if (token === undefined) return []
    const button = element('button', { type: 'button', id: 'emails' }, words[next])
    button.addEventListener('click', () => void send(next, token))
    const status = element('p', { role: 'status' }, outcome && words[outcome])
    return [element('section', { class: 'card', 'aria-label': words.stop }, status, button)]
  }
}
