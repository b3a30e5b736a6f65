import { element } from '../../shared/element.ts'
import type { Rule } from './rules.built.ts'
import { Refused } from '../api/request.ts'
import { words } from '../ui/words.ts'

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Name = keyof typeof words.fields

/** The entered value; empty fields are omitted. Throws Refused for an ambiguous number. */
export function given(name: string, input: Input): [string, string | number][] {
  const text = input.type === 'password' ? input.value : input.value.trim()
  if (text === '') return []
  return [[name, input.inputMode === 'decimal' ? numberOf(name, text) : text]]
}
/** Accepts a decimal comma, unless it may be a thousands separator. */
function numberOf(name: string, text: string): number {
  if (!/^\d+(\.\d*|,\d{1,2})?$/.test(text)) throw new Refused(422, '', 0, { [name]: words.number })
  return Number(text.replace(',', '.'))
}

/** HTML attributes of fields. Autocomplete is off for all others, since most are about other people. */
const kinds: Partial<Record<Name, Record<string, string>>> = {
  email: { type: 'email', autocomplete: 'username' },
  password: { type: 'password', autocomplete: 'new-password' },
  new_password: { type: 'password', autocomplete: 'new-password' },
  code: { autocomplete: 'one-time-code' },
  tenant_name: { autocomplete: 'organization' },
  sender_phone: { type: 'tel' },
  recipient_phone: { type: 'tel' },
}

/** A form field with its label and error message. `say` shows an error. */
export function fieldOf(
  id: string,
  name: Name,
  rule: Rule = { attributes: {} },
  here: Record<string, string> = {},
) {
  const { attributes, choices, long = false } = rule
  const wrong = element('span', { id: `${id}-wrong`, class: 'error small' })
  const all = {
    ...{ id, name, autocomplete: 'off', 'aria-describedby': wrong.id },
    ...attributes,
    ...kinds[name],
    ...here,
  }
  const input: Input = choices
    ? element('select', all, ...choices.map((choice) => element('option', { value: choice }, chosen(choice))))
    : long && !kinds[name]
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
