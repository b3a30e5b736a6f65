import { nameOf, resolve, type Parameter, type Schema } from './document.ts'
import { html, type Html } from './html.ts'
import { inline } from './markdown.ts'

const requiredMark = html`<span class="required">required</span>`

/** The fields of a request's schema, each with those below it; the required ones are marked. */
export const requestFields = (schema: Schema): Html | undefined => fields(schema, [], requiredMark)

/**
 * The fields of a schema, each with those below it. `above` are the schemas around it, which may refer to themselves.
 * `mark` is shown with required ones.
 */
export function fields(
  schema: Schema,
  above: readonly string[] = [],
  mark: Html | false = false,
): Html | undefined {
  const { ref, alternatives } = contentOf(schema)
  const known = ref === undefined ? above : [...above, ref]
  if (ref !== undefined && above.includes(ref)) return undefined
  if (alternatives.length > 1 && alternatives.every((one) => !resolve(one).properties)) return undefined
  if (alternatives.length > 1)
    return html`<ul class="fields">
      ${alternatives.map(
        (one) =>
          html`<li>
            <p><strong>${nameOf(one.$ref ?? 'object')}</strong></p>
            ${fields(one, known, mark)}
          </li>`,
      )}
    </ul>`
  const { properties = {}, required = [] } = resolve(alternatives[0] ?? {})
  const rows = Object.entries(properties)
  if (rows.length === 0) return undefined
  return html`<ul class="fields">
    ${rows.map(([name, property]) => field(name, property, required.includes(name) && mark, known, mark))}
  </ul>`
}

/** The parameters of a request in one place: its path, query or headers. */
export const parameters = (list: readonly Parameter[]): Html =>
  html`<ul class="fields">
    ${list.map(({ name, schema, description, required = false }) =>
      field(name, { ...schema, description }, required && requiredMark, []),
    )}
  </ul>`

function field(
  name: string,
  schema: Schema,
  required: Html | false,
  above: readonly string[],
  mark: Html | false = false,
): Html {
  const inner = fields(schema, above, mark)
  const values = enumOf(schema)
  return html`<li>
    <p class="member">
      <code>${name}</code> <span class="type">${typeOf(schema)}</span>
      ${required}
    </p>
    <p>${inline(schema.description ?? '')}${limits(resolve(schema))}</p>
    ${values.length > 0 && html`<p class="values">${values.map((value) => html`<code>${String(value)}</code> `)}</p>`}
    ${
      inner &&
      html`<details>
        <summary>Fields of ${name}</summary>
        ${inner}
      </details>`
    }
  </li>`
}

/** The schema inside arrays and alternatives with null: its name, and the alternatives with fields. */
function contentOf(schema: Schema): { ref?: string; alternatives: Schema[] } {
  const known = resolve(schema)
  if (known.items) return contentOf(known.items)
  const ref = schema.$ref
  const options = (known.anyOf ?? known.oneOf)?.filter((one) => one.type !== 'null')
  if (options?.length === 1 && options[0]) return contentOf(options[0])
  return { ...(ref !== undefined && { ref: nameOf(ref) }), alternatives: options ?? [schema] }
}

/** The values of an enumeration; none for another schema. */
export const enumOf = (schema: Schema): unknown[] => {
  const [only] = contentOf(schema).alternatives
  return (only && resolve(only).enum) ?? []
}

/** A type as readers say it, such as "array of Package" or "string or null". */
export function typeOf(schema: Schema): string {
  const known = resolve(schema)
  if (known.items) return `array of ${typeOf(known.items)}`
  if (schema.$ref !== undefined && (known.properties || known.oneOf || known.anyOf)) return nameOf(schema.$ref)
  const options = known.anyOf ?? known.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' or ')
  if (known.const !== undefined) return JSON.stringify(known.const)
  const type = [known.type ?? 'any'].flat().join(' or ')
  return known.format === undefined ? type : `${type} (${known.format})`
}

/** The limits of a value, as a sentence. */
function limits(schema: Schema): string {
  const inside = schema.anyOf?.find((one) => one.type !== 'null') ?? schema
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: value } = inside
  const safe = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const low = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const parts = [
    between(low, safe, ''),
    between(minLength || undefined, maxLength, ' characters'),
    between(minItems, maxItems, ' items'),
    value === undefined ? '' : `default ${JSON.stringify(value)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '.' : `. ${parts.join(', ').replace(/^./, (first) => first.toUpperCase())}.`
}

function between(low: number | undefined, high: number | undefined, unit: string): string {
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`
  if (high !== undefined) return `at most ${high}${unit}`
  return low === undefined ? '' : `at least ${low}${unit}`
}
