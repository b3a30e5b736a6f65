/** A field's description, with its unit, and an example value. */
export interface Field {
  description: string
  example?: unknown
}

/**
 * Fields by name, for all schemas that have one of that name; `Schema.field` or, for what a list filters by,
 * `query.field` where the name means something else there.
 */
export type Fields = Record<string, Field>

/** A field. `example` is omitted where one would mislead or an enumeration shows the values. */
export const field = (description: string, example?: unknown): Field => ({
  description,
  ...(example !== undefined && { example }),
})
