import { element } from '../../shared/element.ts'
import { fieldOf, given, type Name } from './field.ts'
import type { Rule } from './rules.built.ts'
import { Refused, type Options } from '../api/request.ts'
import { words } from '../ui/words.ts'

export interface Form<T> {
  /** Distinguishes the fields of one form from another's. */
  id: string
  rules: Record<string, Rule>
  /** Attributes of fields in this form. */
  here?: Partial<Record<Name, Record<string, string>>>
  /** Groups of fields, in order. */
  groups: { title?: string; names: Name[] }[]
  go: string
  /** Sends the request. Throws Refused. */
  ask: (options: Options) => Promise<T>
}
/**
 * A form for a request, with the rules of its schema. The service's messages about fields are shown below them. On
 * success, the form is reset and `done` called with the response.
 */
export function requestForm<T>({ id, rules, here = {}, groups, go, ask }: Form<T>, done: (answer: T) => void) {
  const fields = new Map<string, ReturnType<typeof fieldOf>>()
  const group = ({ title, names }: Form<T>['groups'][number]) => {
    const rows = names.map((name) => {
      const field = fieldOf(`${id}-${name}`, name, rules[name], here[name])
      fields.set(name, field)
      return field.row
    })
    return element('fieldset', {}, title !== undefined && element('legend', {}, title), ...rows)
  }
  const button = element('button', { type: 'submit' }, go)
  const note = element('p', { class: 'error', role: 'alert' })
  // POST, so that a submit without the page's script does not put a password in the URL.
  const form = element('form', { class: 'request', method: 'post' }, ...groups.map(group), note, button)

  // The same body gets the same key, so that a retry after a lost response is carried out once.
  let [sent, repeat] = ['', '']
  const written = () => [...fields.values()].map(({ input }) => input.value).join('\0')
  async function submit(): Promise<void> {
    const body = Object.fromEntries([...fields].flatMap(([name, { input }]) => given(name, input)))
    const text = JSON.stringify(body)
    if (text !== sent) [sent, repeat] = [text, crypto.randomUUID()]
    showErrors('')
    button.textContent = words.sends
    const before = written()
    const answer = await ask({ body, headers: { 'Idempotency-Key': repeat } })
    sent = ''
    // Text that was entered meanwhile belongs to the next request.
    if (written() === before) form.reset()
    done(answer)
  }
  function showErrors(text: string, wrong: Record<string, string> = {}): void {
    note.textContent = text
    for (const [name, { say }] of fields) say(wrong[name] ?? '')
  }
  function refused(error: unknown): void {
    const wrong = error instanceof Refused ? error.fields : {}
    const first = [...fields].find(([name]) => name in wrong)
    const elsewhere = Object.keys(wrong).some((name) => !fields.has(name))
    // Unknown outcome, except for a 503, which means that nothing was written.
    const unanswered =
      !(error instanceof Refused) || error.status === 0 || (error.status > 499 && error.status !== 503)
    showErrors(unanswered ? words.unanswered : first && !elsewhere ? words.lookAgain : error.message, wrong)
    first?.[1].input.focus()
    // A wrong password is selected, so that typing replaces it.
    const password = fields.get('password')?.input
    if (error instanceof Refused && error.status === 401 && password instanceof HTMLInputElement)
      password.select()
  }
  form.addEventListener('input', ({ target }) => {
    for (const { input, say } of fields.values()) if (input === target) say('')
  })
  let sending = false
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    if (sending) return
    sending = true
    button.setAttribute('aria-disabled', 'true')
    void submit()
      .catch(refused)
      .finally(() => {
        sending = false
        button.textContent = go
        button.removeAttribute('aria-disabled')
      })
  })
  return { form, input: (name: Name) => fields.get(name)?.input }
}
