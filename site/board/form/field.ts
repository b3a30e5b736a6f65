import { element } from '../../shared/element.ts'
import type { Rule } from './rules.built.ts'
import { RequestError } from '../api/request.ts'
import { words } from '../ui/words.ts'

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Name = keyof typeof words.fields

/** The entered value; empty fields are omitted. Throws RequestError for an ambiguous number. */
export function enteredValue(name: string, input: Input): [string, string | number][] {
  const text = input.type === 'password' ? input.value : input.value.trim()
  if (text === '') return []
  return [[name, input.inputMode === 'decimal' ? numberOf(name, text) : text]]
}
/** Accepts a decimal comma, unless it may be a thousands separator. */
function numberOf(name: string, text: string): number {
  if (!/^\d+(\.\d*|,\d{1,2})?$/.test(text)) throw new RequestError(422, '', 0, { [name]: words.number })
  return Number(text.replace(',', '.'))
}

/** HTML attributes of fields. Autocomplete is off for all others, since most are about other people. */
const attributesByName: Partial<Record<Name, Record<string, string>>> = {
  email: { type: 'email', autocomplete: 'username' },
  password: { type: 'password', autocomplete: 'new-password' },
  new_password: { type: 'password', autocomplete: 'new-password' },
  code: { autocomplete: 'one-time-code' },
  tenant_name: { autocomplete: 'organization' },
  sender_phone: { type: 'tel' },
  recipient_phone: { type: 'tel' },
}

/** A form field with its label and error message. `showError` shows an error. */
export function fieldOf(
  id: string,
  name: Name,
  rule: Rule = { attributes: {} },
  formAttributes: Record<string, string> = {},
) {
  const { attributes, choices, long = false } = rule
  const error = element('span', { id: `${id}-wrong`, class: 'error small' })
  const allAttributes = {
    ...{ id, name, autocomplete: 'off', 'aria-describedby': error.id },
    ...attributes,
    ...attributesByName[name],
    ...formAttributes,
  }
  const input: Input = choices
    ? element(
        'select',
        allAttributes,
        ...choices.map((choice) => element('option', { value: choice }, choiceLabel(choice))),
      )
    : long && !attributesByName[name]
      ? element('textarea', { ...allAttributes, rows: '2' })
      : element('input', { type: 'text', ...allAttributes })
  const label = 'required' in attributes || choices ? words.fields[name] : words.optional(words.fields[name])
  const showError = (text: string) => {
    error.textContent = text
    if (text === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  return { input, showError, row: element('p', {}, element('label', { for: id }, label), input, error) }
}
const choiceLabel = (choice: string) =>
  (({ ...words.payments, ...words.roles }) as Record<string, string>)[choice] ?? choice
