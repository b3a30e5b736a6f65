import { readFileSync } from 'node:fs'

// Runs when the pages are built: a screen's `rules.data.ts` names operations, and the page contains their rules alone.

/** The rules of a form's field by the API's schema. */
export interface Rule {
  kind: 'text' | 'texts' | 'number' | 'yes-no' | 'choice' | 'choices' | 'time' | 'other'
  required: boolean
  /** For a choice, in the schema's order. */
  choices?: string[]
  /** A text of many lines. */
  long?: boolean
  /** Capital letters only, as in airport codes. */
  upper?: boolean
  /** For a number. */
  min?: number
  /** Whether it has no decimals. */
  whole?: boolean
  max?: number
  /** In which a number is, and which may be typed after it. */
  unit?: 'kg'
  /** For a text, or for each of several. */
  pattern?: string
}
export type Rules<Name extends string = string> = Record<Name, Rule>

interface Schema {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  enum?: unknown[]
  items?: Schema
  format?: string
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}
const document = JSON.parse(
  readFileSync(new URL('../../../functions/openapi.json', import.meta.url), 'utf8'),
) as Document

/** In characters; a text that may be longer has many lines. */
const longLine = 500

/** The rules of an operation's body, such as `POST /api/v1/bags`. Throws an Error if it has none. */
export function rulesOf(operation: string): Rules {
  const [method = '', path = ''] = operation.split(' ')
  const schema = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
  if (!schema) throw new Error(`${operation} has no body in functions/openapi.json`)
  const { properties = {}, required = [] } = resolved(schema)
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      {
        ...rule(resolved(property), required.includes(name)),
        // Weights of the API are in kilograms.
        ...(/(^weight|_kg)$/.test(name) && { unit: 'kg' }),
      },
    ]),
  )
}

function rule(
  { type, format, enum: values, items, maxLength = 0, pattern, minimum, maximum }: Schema,
  required: boolean,
): Rule {
  if (values) return { kind: 'choice', required, choices: choicesOf(values) }
  const types = [type].flat()
  const element = items && resolved(items)
  if (element?.enum) return { kind: 'choices', required, choices: choicesOf(element.enum) }
  if (element?.type === 'string') return { kind: 'texts', required, ...formOf(element.pattern) }
  if (types.includes('boolean')) return { kind: 'yes-no', required }
  if (types.includes('number') || types.includes('integer'))
    return { ...numberRule(required, minimum, maximum), ...(types.includes('integer') && { whole: true }) }
  if (format === 'date-time') return { kind: 'time', required }
  if (!types.includes('string')) return { kind: 'other', required }
  return {
    kind: 'text',
    required,
    ...(maxLength > longLine && { long: true }),
    ...formOf(pattern),
  }
}
const numberRule = (required: boolean, min?: number, max?: number): Rule => ({
  kind: 'number',
  required,
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
})
/** The pattern of a text; that of any text with a letter says no more than `required`. */
const formOf = (pattern = '\\S'): Partial<Rule> =>
  pattern === '\\S' ? {} : { pattern, ...(pattern.startsWith('^[A-Z]') && { upper: true }) }
const choicesOf = (values: readonly unknown[]) => values.filter((value) => value !== null).map(String)

/** The schema that a reference means; of a nullable one, the other part. */
function resolved(schema: Schema): Schema {
  if (schema.$ref) return resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const part = schema.anyOf?.find(({ type }) => type !== 'null')
  return part ? resolved(part) : schema
}
