import { StartupError, errorMessage } from '../runtime/startup-error.ts'

export type Matches = (event: unknown) => boolean

/**
 * Compiles an event pattern: a JSON object with the event's structure, and a list of accepted values at each leaf (AWS
 * Lambda developer guide, "Control which events Lambda sends to your function"; EventBridge user guide, "Event
 * patterns"). Throws StartupError for an unsupported operator.
 */
export function patternOf(text: string): Matches {
  try {
    return compile(JSON.parse(text))
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The filter ${text} is not an event pattern (${errorMessage(error)}).`)
  }
}

/** Every field in the pattern has to match. */
function compile(pattern: unknown): Matches {
  if (Array.isArray(pattern)) {
    const rules = pattern.map(compileRule)
    return (value) => rules.some((rule) => rule(value))
  }
  if (!isObject(pattern)) throw new TypeError(`${JSON.stringify(pattern)} is neither an object nor a list`)
  const fields = Object.entries(pattern).map(([name, part]) => [name, compile(part)] as const)
  return (value) => fields.every(([name, matches]) => matches(isObject(value) ? value[name] : undefined))
}

/** If the event's value is an array, one matching element suffices. */
const anyOf =
  (test: (value: unknown) => boolean): Matches =>
  (value) =>
    Array.isArray(value) ? value.some(test) : test(value)

function compileRule(rule: unknown): Matches {
  if (!isObject(rule)) return anyOf((value) => value === rule)
  const [[operator, operand] = [], ...others] = Object.entries(rule)
  if (others.length === 0) {
    if (operator === 'prefix' && typeof operand === 'string')
      return anyOf((value) => typeof value === 'string' && value.startsWith(operand))
    if (operator === 'exists' && typeof operand === 'boolean')
      return (value) => (value !== undefined && !isObject(value)) === operand
    if (operator === 'anything-but' && !isObject(operand)) {
      const excluded: unknown[] = [operand].flat()
      return anyOf((value) => value !== undefined && !excluded.includes(value))
    }
  }
  throw new StartupError(
    `A filter contains ${JSON.stringify(rule)}: the local cloud supports values, prefix, exists and anything-but.`,
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
