import { element } from '../../shared/element.ts'
import { knownId, withKnownIds } from './ids.ts'
import type { TryRequest } from './request.ts'
import { labelled } from './sign-in.ts'

type Input = HTMLInputElement | HTMLSelectElement

/** The inputs of a request: its path and query, its body, and its headers, which few requests need. */
export function inputsOf(request: TryRequest) {
  const made = request.parameters.map((parameter) => ({ ...parameter, input: inputOf(request, parameter) }))
  const labels = (isHeader: boolean) =>
    made
      .filter(({ place }) => (place === 'header') === isHeader)
      .map(({ name, place, input }) => {
        const label = labelled(name, input)
        if (place === 'path' && input.value === '') label.append(element('small', {}, unknownId))
        return label
      })
  const body = request.body === undefined ? undefined : bodyInput(request.body)
  const headers = labels(true)
  return {
    elements: [
      ...labels(false),
      ...(body ? [labelled('Body', body)] : []),
      ...(headers.length > 0 ? [element('details', {}, element('summary', {}, 'Headers'), ...headers)] : []),
    ],
    values: () => ({
      parameters: new Map(made.map(({ name, input }) => [name, input.value])),
      ...(body && { body: body.value }),
    }),
  }
}

const unknownId = 'Create a record, or list some: its id will be here.'

function inputOf(
  { path }: TryRequest,
  { name, place, required, example, values }: TryRequest['parameters'][number],
): Input {
  if (values) {
    const options = values.map((value) => element('option', { value }, value))
    return element('select', { name }, element('option', { value: '' }, '–'), ...options)
  }
  const value = place === 'path' ? (knownId(name, path) ?? '') : ''
  return element('input', { name, value, placeholder: example, ...(required && { required: '' }) })
}

/** As high as its text, up to a screen's half. */
function bodyInput(example: string): HTMLTextAreaElement {
  const text = withKnownIds(example)
  const rows = String(Math.min(text.split('\n').length, 20))
  const input = element('textarea', { name: 'body', spellcheck: 'false', rows })
  input.value = text
  return input
}
