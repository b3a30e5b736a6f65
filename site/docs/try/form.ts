import { element } from '../../shared/element.ts'
import { announce, button, copyButton } from '../tools.ts'
import { knownId, withKnownIds } from './ids.ts'
import { sendRequest, type Answer, type TryRequest } from './request.ts'
import { ensureSignedIn, labelled } from './sign-in.ts'

/** A button that shows and hides the form which sends an operation's request. */
export function tryButton(operation: HTMLElement): HTMLButtonElement {
  const request = JSON.parse(operation.dataset['request'] ?? '{}') as TryRequest
  let form: HTMLElement | undefined
  const made = button(
    'Try it',
    () => {
      if (form) form.remove()
      else made.parentElement?.after((form = formOf(request)))
      if (!form?.isConnected) form = undefined
      made.setAttribute('aria-expanded', `${form !== undefined}`)
      form?.querySelector<HTMLElement>('input, textarea, button')?.focus()
    },
    'end',
  )
  made.setAttribute('aria-expanded', 'false')
  return made
}

function formOf(request: TryRequest): HTMLFormElement {
  const inputs = request.parameters
    // Browsers set the conditions of reads, and nobody types a key.
    .filter(({ place, name }) => place !== 'header' || (name === 'If-Match' && request.method !== 'GET'))
    .map(({ name, place, required, example }) => {
      const value = place === 'path' ? (knownId(name, request.path) ?? example ?? '') : ''
      return element('input', { name, value, placeholder: example, ...(required && { required: '' }) })
    })
  const body =
    request.body === undefined ? undefined : element('textarea', { name: 'body', spellcheck: 'false' })
  if (body && request.body !== undefined) body.value = withKnownIds(request.body)
  const send = element('button', { type: 'submit' }, 'Send')
  const result = element('div', { role: 'status' })
  const form = element(
    'form',
    { class: 'try' },
    ...inputs.map((input) => labelled(input.name, input)),
    body && labelled('Body', body),
    send,
    result,
  )
  const sendForm = async () => {
    if (request.needsToken && !(await ensureSignedIn())) return
    const parameters = new Map(inputs.map(({ name, value }) => [name, value]))
    const answer = await sendRequest(request, { parameters, ...(body && { body: body.value }) })
    result.replaceChildren(...shown(answer))
    announce(`Answered ${answer.status}`)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send.disabled = true
    result.replaceChildren()
    sendForm()
      .catch((error: unknown) => result.replaceChildren(element('p', {}, String(error))))
      .finally(() => (send.disabled = false))
  })
  return form
}

function shown({ status, requestId, milliseconds, content }: Answer): Node[] {
  const line = element(
    'p',
    { class: 'status' },
    element('strong', {}, status),
    ` in ${milliseconds} ms`,
    requestId !== undefined && ` · request ${requestId}`,
  )
  if (typeof content !== 'string') {
    const href = URL.createObjectURL(content)
    const file = content.type.startsWith('image/')
      ? element('img', { src: href, alt: 'The response', class: 'answer' })
      : element('a', { href, target: '_blank' }, `Open the ${content.type} (${content.size} bytes)`)
    return [line, file]
  }
  if (content === '') return [line]
  const text = element('pre', { tabindex: '0' }, element('code', {}, content))
  return [
    line,
    element(
      'div',
      { class: 'copyable' },
      text,
      copyButton(() => content),
    ),
  ]
}
