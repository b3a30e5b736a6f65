/**
 * Conditions on items, as values. Guards of writes and filters of queries share them; only this file compiles them
 * to DynamoDB's expressions.
 */
export type Condition =
  | { test: 'equals' | 'below' | 'atLeast' | 'contains' | 'sizeBelow'; attribute: string; value: unknown }
  | { test: 'oneOf'; attribute: string; values: readonly unknown[] }
  | { test: 'exists' | 'absent'; attribute: string }
  | { test: 'all' | 'any'; of: readonly Condition[] }

export const equals = (attribute: string, value: unknown): Condition => ({ test: 'equals', attribute, value })
export const below = (attribute: string, value: number | string): Condition => ({
  test: 'below',
  attribute,
  value,
})
export const atLeast = (attribute: string, value: number | string): Condition => ({
  test: 'atLeast',
  attribute,
  value,
})
/** A string contains a substring, or a set or list contains a member. */
export const contains = (attribute: string, value: string): Condition => ({
  test: 'contains',
  attribute,
  value,
})
/** A set has fewer members than this. */
export const sizeBelow = (attribute: string, value: number): Condition => ({
  test: 'sizeBelow',
  attribute,
  value,
})
/** DynamoDB takes 1 to 100 operands of IN. */
export const oneOf = (attribute: string, values: readonly unknown[]): Condition => ({
  test: 'oneOf',
  attribute,
  values,
})
export const exists = (attribute: string): Condition => ({ test: 'exists', attribute })
export const absent = (attribute: string): Condition => ({ test: 'absent', attribute })
export const all = (...of: readonly Condition[]): Condition => ({ test: 'all', of })
export const any = (...of: readonly Condition[]): Condition => ({ test: 'any', of })

/** The names and values of one request's expressions. All are aliased, so reserved words cannot clash. */
export class Aliases {
  readonly #names = new Map<string, string>()
  readonly #values: unknown[] = []

  name(attribute: string): string {
    const alias = this.#names.get(attribute) ?? `#${this.#names.size}`
    this.#names.set(attribute, alias)
    return alias
  }
  value(value: unknown): string {
    return `:${this.#values.push(value) - 1}`
  }
  /** DynamoDB refuses empty maps, so a map without entries is left out. */
  attributes() {
    return {
      ...(this.#names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries([...this.#names].map(([name, alias]) => [alias, name])),
      }),
      ...(this.#values.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(this.#values.map((value, i) => [`:${i}`, value])),
      }),
    }
  }
}

/** The expression for a condition, its names and values added to `aliases`. */
export function compile(condition: Condition, aliases: Aliases): string {
  switch (condition.test) {
    case 'all':
    case 'any':
      if (condition.of.length === 1) return condition.of.map((part) => compile(part, aliases)).join('')
      return condition.of.map((part) => member(part, aliases)).join(condition.test === 'all' ? ' AND ' : ' OR ')
    case 'exists':
      return `attribute_exists(${aliases.name(condition.attribute)})`
    case 'absent':
      return `attribute_not_exists(${aliases.name(condition.attribute)})`
    case 'oneOf':
      return `${aliases.name(condition.attribute)} IN (${condition.values.map((v) => aliases.value(v)).join(', ')})`
    case 'contains':
      return `contains(${aliases.name(condition.attribute)}, ${aliases.value(condition.value)})`
    case 'sizeBelow':
      return `size(${aliases.name(condition.attribute)}) < ${aliases.value(condition.value)}`
    default:
      return `${aliases.name(condition.attribute)} ${comparators[condition.test]} ${aliases.value(condition.value)}`
  }
}
/**
 * A part of a larger expression. DynamoDB rejects redundant parentheses, so only joined conditions get them.
 */
function member(condition: Condition, aliases: Aliases): string {
  if (!('of' in condition)) return compile(condition, aliases)
  const [only, ...others] = condition.of
  return only && others.length === 0 ? member(only, aliases) : `(${compile(condition, aliases)})`
}
const comparators = { equals: '=', below: '<', atLeast: '>=' } as const

/** The part of a condition that needs only these attributes: a record that fails it fails the condition. */
export function partOn(attributes: readonly string[], condition: Condition): Condition | undefined {
  if (condition.test === 'all') {
    const parts = condition.of.flatMap((part) => partOn(attributes, part) ?? [])
    return parts.length > 0 ? all(...parts) : undefined
  }
  return 'attribute' in condition && attributes.includes(condition.attribute) ? condition : undefined
}

/** Evaluates a condition on a record in memory by DynamoDB's rules; the tests compare both. */
export function holds(condition: Condition, item: Readonly<Record<string, unknown>> | undefined): boolean {
  if ('of' in condition)
    return condition.test === 'all'
      ? condition.of.every((part) => holds(part, item))
      : condition.of.some((part) => holds(part, item))
  const value = item?.[condition.attribute]
  if (condition.test === 'absent') return value === undefined
  if (value === undefined) return false
  switch (condition.test) {
    case 'exists':
      return true
    case 'oneOf':
      return condition.values.includes(value)
    case 'equals':
      return value === condition.value
    case 'contains':
      if (value instanceof Set) return value.has(condition.value)
      return (typeof value === 'string' || Array.isArray(value)) && value.includes(condition.value as string)
    case 'sizeBelow':
      return value instanceof Set && value.size < (condition.value as number)
    case 'below':
    case 'atLeast':
      if (typeof value !== typeof condition.value) return false
      return order(value, condition.value) < 0 === (condition.test === 'below')
  }
}

/** Numbers by value, strings by UTF-8 bytes, as DynamoDB orders them. */
const order = (a: unknown, b: unknown) =>
  typeof a === 'number' ? a - (b as number) : Buffer.compare(Buffer.from(a as string), Buffer.from(b as string))
