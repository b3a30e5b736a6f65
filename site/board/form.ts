import { element } from '../shared/element.ts'
import type { Rule } from './rules.built.ts'
import { Refused, wordsOf, type Options } from './send.ts'
import { words } from './words.ts'

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Name = keyof typeof words.fields
export interface Form<T> {
  /** Tells its fields from another form's. */
  id: string
  rules: Record<string, Rule>
  /** Its fields in their order, in groups by what they are of. */
  groups: { title?: string; names: Name[] }[]
  go: string
  /** Sends it. Throws Refused. */
  ask: (options: Options) => Promise<T>
}
/** In letters; text that may be longer has more lines than one. */
const longLine = 500

/**
 * A form of one request, whose fields are held to the rules of its schema; the service's own words on a field stand below
 * it. `done` gets the answer, and the form is empty again.
 */
export function requestForm<T>({ id, rules, groups, go, ask }: Form<T>, done: (answer: T) => void) {
  const fields = new Map<string, ReturnType<typeof fieldOf>>()
  const group = ({ title, names }: Form<T>['groups'][number]) => {
    const rows = names.map((name) => {
      const field = fieldOf(`${id}-${name}`, name, rules[name])
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
  async function submit(): Promise<void> {
    const body = Object.fromEntries([...fields].flatMap(([name, { input }]) => given(name, input)))
    const text = JSON.stringify(body)
    if (text !== sent) [sent, repeat] = [text, crypto.randomUUID()]
    tell('')
    const answer = await ask({ body, headers: { 'Idempotency-Key': repeat } })
    sent = ''
    form.reset()
    done(answer)
  }
  function tell(text: string, wrong: Record<string, string> = {}): void {
    note.textContent = text
    for (const [name, { say }] of fields) say(wrong[name] ?? '')
  }
  function refused(error: unknown): void {
    const wrong = error instanceof Refused ? error.fields : {}
    const first = [...fields].find(([name]) => name in wrong)
    const elsewhere = Object.keys(wrong).some((name) => !fields.has(name))
    tell(first && !elsewhere ? words.lookAgain : wordsOf(error), wrong)
    first?.[1].input.focus()
    // A password that is not the right one is written anew.
    const password = fields.get('password')?.input
    if (error instanceof Refused && error.status === 401 && password instanceof HTMLInputElement)
      password.select()
  }
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
        button.removeAttribute('aria-disabled')
      })
  })
  return { form, input: (name: Name) => fields.get(name)?.input }
}

/** What somebody gave; what is empty is left to the service. */
function given(name: string, input: Input): [string, string | number][] {
  const text = input.type === 'password' ? input.value : input.value.trim()
  return text === '' ? [] : [[name, input.type === 'number' ? Number(text) : text]]
}

/** What a browser need know of a field beyond its rules: most are of other people. */
const kinds: Partial<Record<Name, Record<string, string>>> = {
  email: { type: 'email', autocomplete: 'username' },
  password: { type: 'password', autocomplete: 'new-password' },
  new_password: { type: 'password', autocomplete: 'new-password' },
  code: { autocomplete: 'one-time-code' },
  tenant_name: { autocomplete: 'organization' },
  sender_phone: { type: 'tel' },
  recipient_phone: { type: 'tel' },
}

function fieldOf(id: string, name: Name, { attributes, choices }: Rule = { attributes: {} }) {
  const wrong = element('span', { id: `${id}-wrong`, class: 'error small' })
  const all = {
    ...{ id, name, autocomplete: 'off', 'aria-describedby': wrong.id },
    ...attributes,
    ...kinds[name],
  }
  const input: Input = choices
    ? element('select', all, ...choices.map((choice) => element('option', { value: choice }, chosen(choice))))
    : Number(attributes.maxlength) > longLine && !kinds[name]
      ? element('textarea', { ...all, rows: '2' })
      : element('input', { type: 'text', ...all })
  const label = 'required' in attributes || choices ? words.fields[name] : words.optional(words.fields[name])
  const say = (text: string) => {
    wrong.textContent = text
    if (text === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  return { input, say, row: element('p', {}, element('label', { for: id }, label), input, wrong) }
}
const chosen = (choice: string) =>
  (({ ...words.payments, ...words.roles }) as Record<string, string>)[choice] ?? choice
