import type * as z from 'zod'
import { ValidationError, type ValidationIssue } from '../../core/errors.ts'

/**
 * Parses input by its schema. Throws ValidationError with every issue, after the `others` of the same input; locations
 * start with `where` ("body", "query").
 */
export function parse(
  where: string,
  schema: z.ZodType,
  value: unknown,
  others: readonly ValidationIssue[] = [],
): unknown {
  const result = schema.safeParse(value, { reportInput: true, error: messageOf })
  if (result.success) return result.data
  throw new ValidationError(...others, ...result.error.issues.map((issue) => toFault(where, issue)))
}

/** Messages for people, where the schema's and zod's own are not clear. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Must not be empty'
      return `${issue.inclusive ? 'At least' : 'More than'} ${issue.minimum}${unitOf(issue)}`
    case 'too_big':
      return `${issue.inclusive ? 'At most' : 'Less than'} ${issue.maximum}${unitOf(issue)}`
    case 'invalid_value':
      return `One of ${issue.values.join(', ')}`
    case 'invalid_type':
      if (issue.expected === 'int' && typeof issue.input === 'number') return 'Must be a whole number'
      if (issue.expected !== 'number') return undefined
      if (typeof issue.input === 'number') return 'Must be a finite number'
      return typeof issue.input === 'string' ? 'Must be a number' : undefined
    default:
      return undefined
  }
}
const unitOf = ({ origin }: { origin: string }) =>
  origin === 'string' ? ' characters' : ['array', 'set'].includes(origin) ? ' items' : ''

/** A body, which may be missing if all of its fields are optional. */
export function parseBody(schema: z.ZodType, body: unknown): unknown {
  return parse('body', schema, body ?? (mayBeMissing(schema) ? {} : undefined))
}
export const mayBeMissing = (body: z.ZodType) => body.safeParse({}).success

function toFault(where: string, issue: z.core.$ZodIssue): ValidationIssue {
  const loc = [where, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))]
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return { loc, msg: 'Field required', type: 'missing' }
  return { loc, msg: issue.message, type: typeOf(issue) }
}

/** The issue types of FastAPI (Pydantic 2). */
function typeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number' && typeof issue.input === 'number') return 'finite_number'
      if (issue.expected === 'number' && typeof issue.input === 'string') return 'float_parsing'
      return wrongTypes[issue.expected] ?? 'value_error'
    case 'too_small':
      return issue.origin === 'string'
        ? 'string_too_short'
        : issue.inclusive
          ? 'greater_than_equal'
          : 'greater_than'
    case 'too_big':
      return issue.origin === 'string' ? 'string_too_long' : issue.inclusive ? 'less_than_equal' : 'less_than'
    case 'invalid_format':
      return formats[issue.format] ?? 'value_error'
    case 'invalid_value':
      return 'enum'
    default:
      return 'value_error'
  }
}

const wrongTypes: Record<string, string> = {
  string: 'string_type',
  number: 'float_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  object: 'dict_type',
}
const formats: Record<string, string> = {
  guid: 'uuid_parsing',
  uuid: 'uuid_parsing',
  datetime: 'datetime_parsing',
  date: 'date_parsing',
  regex: 'string_pattern_mismatch',
}
