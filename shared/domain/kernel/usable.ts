import type * as z from 'zod'

/** Stands for a value that cannot be used, until `droppingUnusable` takes its field out. */
class Unusable {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** A field of an object of `droppingUnusable` whose value may be unusable. */
export const ifUsable = <S extends z.ZodType>(schema: S) =>
  // The OpenAPI document asks for the value without a context.
  schema.catch((context: { error: { issues: { message: string }[] } } | undefined) => {
    const reason = context?.error.issues[0]?.message ?? ''
    return (context && new Unusable(reason)) as never
  })

/**
 * Reads an object without those fields of `ifUsable` whose values cannot be used, so that the rest is kept. `warnings` names each
 * with the reason: `location_accuracy: At least 0`. Without one it is undefined.
 */
export const droppingUnusable = <S extends z.ZodObject>(schema: S) =>
  schema.transform((fields) => {
    const warnings: string[] = []
    const kept = Object.entries(fields).filter(([field, value]) => {
      if (value instanceof Unusable) warnings.push(`${field}: ${value.reason}`)
      return !(value instanceof Unusable)
    })
    return {
      ...(Object.fromEntries(kept) as typeof fields),
      warnings: warnings.length > 0 ? warnings : undefined,
    }
  })
