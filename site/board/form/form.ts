import { element } from '../../shared/element.ts'
import { fieldOf, enteredValue, type Name } from './field.ts'
import type { Rule } from './rules.built.ts'
import { RequestError, type Options } from '../api/request.ts'
import { words } from '../ui/words.ts'

export interface Form<T> {
  /** Distinguishes the fields of one form from another's. */
  id: string
  rules: Record<string, Rule>
  /** Attributes of fields in this form. */
  fieldAttributes?: Partial<Record<Name, Record<string, string>>>
  /** Groups of fields, in order. */
  groups: { title?: string; names: Name[] }[]
  submitLabel: string
  /** Sends the request. Throws RequestError. */
  request: (options: Options) => Promise<T>
}
/**
 * A form for a request, with the rules of its schema. The service's messages about fields are shown below them. On
 * success, the form is reset and `onSuccess` called with the response.
 */
export function requestForm<T>(
  { id, rules, fieldAttributes = {}, groups, submitLabel, request }: Form<T>,
  onSuccess: (response: T) => void,
) {
  const fields = new Map<string, ReturnType<typeof fieldOf>>()
  const group = ({ title, names }: Form<T>['groups'][number]) => {
    const rows = names.map((name) => {
      const field = fieldOf(`${id}-${name}`, name, rules[name], fieldAttributes[name])
      fields.set(name, field)
      return field.row
    })
    return element('fieldset', {}, title !== undefined && element('legend', {}, title), ...rows)
  }
  const button = element('button', { type: 'submit' }, submitLabel)
  const note = element('p', { class: 'error', role: 'alert' })
  // POST, so that a submit without the page's script does not put a password in the URL.
  const form = element('form', { class: 'request', method: 'post' }, ...groups.map(group), note, button)

  // The same body gets the same key, so that a retry after a lost response is carried out once.
  let [sent, idempotencyKey] = ['', '']
  const currentInput = () => [...fields.values()].map(({ input }) => input.value).join('\0')
  async function submit(): Promise<void> {
    const body = Object.fromEntries([...fields].flatMap(([name, { input }]) => enteredValue(name, input)))
    const text = JSON.stringify(body)
    if (text !== sent) [sent, idempotencyKey] = [text, crypto.randomUUID()]
    showErrors('')
    button.textContent = words.submitting
    const before = currentInput()
    const response = await request({ body, headers: { 'Idempotency-Key': idempotencyKey } })
    sent = ''
    // Text that was entered meanwhile belongs to the next request.
    if (currentInput() === before) form.reset()
    onSuccess(response)
  }
  function showErrors(text: string, fieldErrors: Record<string, string> = {}): void {
    note.textContent = text
    for (const [name, { showError }] of fields) showError(fieldErrors[name] ?? '')
  }
  function handleError(error: unknown): void {
    const fieldErrors = error instanceof RequestError ? error.fields : {}
    const first = [...fields].find(([name]) => name in fieldErrors)
    const hasOtherErrors = Object.keys(fieldErrors).some((name) => !fields.has(name))
    // Unknown outcome, except for a 503, which means that nothing was written.
    const isUnknownOutcome =
      !(error instanceof RequestError) || error.status === 0 || (error.status > 499 && error.status !== 503)
    showErrors(
      isUnknownOutcome ? words.unknownOutcome : first && !hasOtherErrors ? words.correctFields : error.message,
      fieldErrors,
    )
    first?.[1].input.focus()
    // A wrong password is selected, so that typing replaces it.
    const password = fields.get('password')?.input
    if (error instanceof RequestError && error.status === 401 && password instanceof HTMLInputElement)
      password.select()
  }
  form.addEventListener('input', ({ target }) => {
    for (const { input, showError } of fields.values()) if (input === target) showError('')
  })
  let sending = false
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    if (sending) return
    sending = true
    button.setAttribute('aria-disabled', 'true')
    void submit()
      .catch(handleError)
      .finally(() => {
        sending = false
        button.textContent = submitLabel
        button.removeAttribute('aria-disabled')
      })
  })
  return { form, input: (name: Name) => fields.get(name)?.input }
}
