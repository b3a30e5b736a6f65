import { element } from '../../shared/element.ts'
import { fieldOf, given, type Name } from './field.ts'
import type { Rule } from './rules.built.ts'
import { Refused, type Options } from '../api/request.ts'
import { words } from '../ui/words.ts'

export interface Form<T> {
  /** Distinguishes the fields of one form from another's. */
  id: string
  rules: Record<string, Rule>
  /** What a field is here, and not in every form. */
  here?: Partial<Record<Name, Record<string, string>>>
  /** Its fields in their order, in groups by what they are of. */
  groups: { title?: string; names: Name[] }[]
  go: string
  /** Sends it. Throws Refused. */
  ask: (options: Options) => Promise<T>
}
/**
 * A form of one request, whose fields are held to the rules of its schema; the service's own words on a field stand below
 * it. `done` gets the answer, and the form is empty again.
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
  // By POST, so that no password stands in an address, should the page's script ever not be there.
  const form = element('form', { class: 'request', method: 'post' }, ...groups.map(group), note, button)

  // Sent again as it was, because its answer was lost, it is done once.
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
    // What was written since is of the next one.
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
    // Only of a 503 is it known that nothing was done.
    const unanswered =
      !(error instanceof Refused) || error.status === 0 || (error.status > 499 && error.status !== 503)
    showErrors(unanswered ? words.unanswered : first && !elsewhere ? words.lookAgain : error.message, wrong)
    first?.[1].input.focus()
    // A password that is not the right one is written anew.
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
