import { element } from '../../shared/element.ts'
import { announce, button } from '../tools.ts'
import { answerOf } from './answer.ts'
import { inputsOf } from './inputs.ts'
import { sendRequest, type TryRequest } from './request.ts'
import { isLocal, isSignedIn } from './session.ts'
import { ensureSignedIn } from './sign-in.ts'

const beforeSignIn = isLocal
  ? 'You are not signed in: sending this creates a demo company, and signs you in as its manager.'
  : 'You are not signed in: sending this asks for your account first.'

/** A button that shows and hides the form which sends an operation's request, before its samples. */
export function tryButton(operation: HTMLElement): HTMLButtonElement {
  const request = JSON.parse(operation.dataset['request'] ?? '{}') as TryRequest
  let form: HTMLElement | undefined
  const made = button(
    'Try it',
    () => {
      if (form) form.remove()
      else operation.querySelector('.samples')?.prepend((form = formOf(request)))
      if (!form?.isConnected) form = undefined
      made.setAttribute('aria-expanded', `${form !== undefined}`)
      form?.scrollIntoView({ block: 'nearest' })
      form?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true })
    },
    'try-it',
  )
  made.setAttribute('aria-expanded', 'false')
  return made
}

function formOf(request: TryRequest): HTMLFormElement {
  const { elements, values } = inputsOf(request)
  const send = element('button', { type: 'submit', class: 'primary' }, 'Send')
  const note = element('p', { class: 'small' }, request.needsToken && !isSignedIn() && beforeSignIn)
  const result = element('div', { role: 'status' })
  const form = element('form', { class: 'try' }, ...elements, send, note, result)
  const sendForm = async () => {
    const session = request.needsToken ? await ensureSignedIn() : 'ready'
    if (session === 'none') return
    if (session === 'demo')
      note.textContent = 'You are signed in as the manager of a new demo company, Demo Couriers.'
    const answer = await sendRequest(request, values())
    result.replaceChildren(...answerOf(answer))
    result.scrollIntoView({ block: 'nearest' })
    announce(`Answered ${answer.status}`)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send.disabled = true
    result.replaceChildren()
    sendForm()
      .catch((error: unknown) => result.replaceChildren(element('p', { class: 'error' }, String(error))))
      .finally(() => (send.disabled = false))
  })
  return form
}
