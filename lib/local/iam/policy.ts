import { StartupError } from '../runtime/startup-error.ts'

/** An authorization request in IAM's terms. */
export interface AccessRequest {
  /** `s3:GetObject` */
  action: string
  /** ARN */
  resource: string
  /** Values of condition keys. A key that the call does not have is absent. */
  context?: Readonly<Record<string, readonly string[]>>
}

/** A policy statement with lists in place of single values. */
export interface Statement {
  effect: 'Allow' | 'Deny'
  actions: readonly string[]
  resources: readonly string[]
  /** Operator, key, values. */
  conditions: readonly (readonly [string, string, readonly string[]])[]
}

/** A policy statement as in a template, with intrinsic functions resolved. */
export interface RawStatement {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource: string | string[]
  Condition?: Record<string, Record<string, string | string[]>>
}

const toList = (value: string | string[]) => [value].flat().map(String)

/** Throws StartupError for a condition with an unsupported operator. */
export function statementOf({ Effect, Action, Resource, Condition = {} }: RawStatement): Statement {
  const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => [operator, key, toList(values)] as const),
  )
  const unsupported = conditions.find(([operator]) => !(operator in operators))
  if (unsupported)
    throw new StartupError(`The local cloud does not support the condition operator ${unsupported[0]}.`)
  return { effect: Effect, actions: toList(Action), resources: toList(Resource), conditions }
}

/**
 * Evaluates the policies (IAM user guide, "Policy evaluation logic"): a call is allowed if a statement allows it and none
 * denies it. `allowedBy` contains the allowing statements.
 */
export function evaluate(
  statements: readonly Statement[],
  request: AccessRequest,
): { allowed: boolean; allowedBy: Statement[] } {
  const matching = statements.filter((statement) => matches(statement, request))
  const allowed = matching.length > 0 && matching.every(({ effect }) => effect === 'Allow')
  return { allowed, allowedBy: allowed ? matching : [] }
}

const matches = (
  { actions, resources, conditions }: Statement,
  { action, resource, context = {} }: AccessRequest,
) =>
  // Only actions are case-insensitive.
  actions.some((pattern) => matchesWildcard(pattern.toLowerCase(), action.toLowerCase())) &&
  resources.some((pattern) => matchesWildcard(pattern, resource)) &&
  conditions.every(([operator, key, values]) => operators[operator]?.(context[key], values))

const compiled = new Map<string, RegExp>()
/** Matches a pattern, in which `*` is any text and `?` any character. Patterns are those of policies, so they are few. */
function matchesWildcard(pattern: string, text: string): boolean {
  const expression = compiled.get(pattern) ?? expressionOf(pattern)
  compiled.set(pattern, expression)
  return expression.test(text)
}
function expressionOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\*/g, '.*').replace(/\?/g, '.')}$`, 's')
}

type Operator = (actual: readonly string[] | undefined, values: readonly string[]) => boolean
const anyValue =
  (test: (value: string, text: string) => boolean): Operator =>
  (actual, values) =>
    actual?.some((text) => values.some((value) => test(value, text))) ?? false
/** True for a call without the key, so an allowing statement also needs a `Null` condition. */
const allValues =
  (test: (value: string, text: string) => boolean): Operator =>
  (actual, values) =>
    (actual ?? []).every((text) => values.some((value) => test(value, text)))
const equals = (value: string, text: string) => value === text

/** IAM user guide, "IAM JSON policy elements: Condition operators". */
const operators: Record<string, Operator> = {
  StringEquals: anyValue(equals),
  StringLike: anyValue(matchesWildcard),
  ArnEquals: anyValue(matchesWildcard),
  ArnLike: anyValue(matchesWildcard),
  Bool: anyValue(equals),
  'ForAnyValue:StringEquals': anyValue(equals),
  'ForAllValues:StringEquals': allValues(equals),
  'ForAllValues:StringLike': allValues(matchesWildcard),
  Null: (actual, [value]) => (actual === undefined) === (value === 'true'),
}
