import * as z from 'zod'
import { freeText } from './fields.ts'

/** Stands for a value that cannot be used as it was sent, until `droppingUnusable` puts what is kept of it in its place. */
class Unusable {
  readonly reason: string
  readonly kept: unknown
  constructor(reason: string, kept?: unknown) {
    this.reason = reason
    this.kept = kept
  }
}

/** A field of an object of `droppingUnusable` whose value may be unusable. `kept`: in place of it; by default nothing is. */
export const ifUsable = <S extends z.ZodType>(schema: S, kept?: z.output<S>) =>
  // The OpenAPI document asks for the value without a context.
  schema.catch((context: { error: { issues: { message: string }[] } } | undefined) => {
    const reason = context?.error.issues[0]?.message ?? ''
    return (context && new Unusable(reason, kept)) as never
  })

/** Free text with these checks in a field of an object of `droppingUnusable`: a longer one is cut to `max` code points. */
export const cutTo = (max: number, ...checks: z.core.$ZodCheck<string>[]) =>
  freeText()
    .check(...checks)
    .transform((given) => {
      const characters = Array.from(given)
      if (characters.length <= max) return given
      const beginning = characters.slice(0, max).join('').trimEnd()
      return new Unusable(`At most ${max} characters; the rest is left out`, beginning) as never
    })
    .meta({ maxLength: max })

/**
 * Reads an object without those fields of `ifUsable` whose values cannot be used, and with the beginnings of texts of `cutTo`, so
 * that the rest is kept; so too in the objects within it. `warnings` names each with the reason: `location_accuracy: At least
 * 0`, `evidence.actor_id: Invalid GUID`. Without one it is undefined.
 */
export const droppingUnusable = <S extends z.ZodObject>(schema: S) =>
  schema.transform((fields) => {
    const warnings: string[] = []
    const kept = usableOf(fields, '', warnings) as typeof fields
    return { ...kept, warnings: warnings.length > 0 ? warnings : undefined }
  })

function usableOf(fields: object, within: string, warnings: string[]): object {
  const kept = Object.entries(fields).flatMap(([field, value]: [string, unknown]) => {
    const name = `${within}${field}`
    if (!(value instanceof Unusable))
      return [[field, isObject(value) ? usableOf(value, `${name}.`, warnings) : value]]
    warnings.push(`${name}: ${value.reason}`)
    return value.kept === undefined ? [] : [[field, value.kept]]
  })
  return Object.fromEntries(kept) as object
}
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The warnings of `droppingUnusable` in a response. */
export const warningsAs = (example: string) =>
  z
    .array(z.string())
    .optional()
    .meta({
      description:
        'The fields that could not be used as they were sent, and so were left out or cut, each with the reason',
      examples: [[example]],
    })
