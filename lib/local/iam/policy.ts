import { StartupError } from '../runtime/startup-error.ts'

/** An authorization request in IAM's terms. */
export interface Asked {
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

const listed = (value: string | string[]) => [value].flat().map(String)

/** Throws StartupError for a condition with an unsupported operator. */
export function statementOf({ Effect, Action, Resource, Condition = {} }: RawStatement): Statement {
  const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => [operator, key, listed(values)] as const),
  )
  const strange = conditions.find(([operator]) => !(operator in operators))
  if (strange) throw new StartupError(`The local cloud does not support the condition operator ${strange[0]}.`)
  return { effect: Effect, actions: listed(Action), resources: listed(Resource), conditions }
}

/**
 * Evaluates the policies (IAM user guide, "Policy evaluation logic"): a call is allowed if a statement allows it and none
 * denies it. `by` contains the allowing statements.
 */
export function judge(statements: readonly Statement[], asked: Asked): { allowed: boolean; by: Statement[] } {
  const fitting = statements.filter((statement) => fits(statement, asked))
  const allowed = fitting.length > 0 && fitting.every(({ effect }) => effect === 'Allow')
  return { allowed, by: allowed ? fitting : [] }
}

const fits = ({ actions, resources, conditions }: Statement, { action, resource, context = {} }: Asked) =>
  // Only actions are case-insensitive.
  actions.some((pattern) => like(pattern.toLowerCase(), action.toLowerCase())) &&
  resources.some((pattern) => like(pattern, resource)) &&
  conditions.every(([operator, key, values]) => operators[operator]?.(context[key], values))

/** Matches a pattern, in which `*` is any text and `?` any character. */
export const like = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
    's',
  ).test(text)

type Operator = (given: readonly string[] | undefined, values: readonly string[]) => boolean
const any =
  (is: (value: string, text: string) => boolean): Operator =>
  (given, values) =>
    given?.some((text) => values.some((value) => is(value, text))) ?? false
/** True for a call without the key, so an allowing statement also needs a `Null` condition. */
const all =
  (is: (value: string, text: string) => boolean): Operator =>
  (given, values) =>
    (given ?? []).every((text) => values.some((value) => is(value, text)))
const same = (value: string, text: string) => value === text

/** IAM user guide, "IAM JSON policy elements: Condition operators". */
const operators: Record<string, Operator> = {
  StringEquals: any(same),
  StringLike: any(like),
  ArnEquals: any(like),
  ArnLike: any(like),
  Bool: any(same),
  'ForAllValues:StringEquals': all(same),
  'ForAllValues:StringLike': all(like),
  Null: (given, [value]) => (given === undefined) === (value === 'true'),
}
