import type { Json } from '../routing/json-schema.ts'

/**
 * An example of a schema's values, from the examples of its fields. An optional field without an example is omitted.
 * Returns undefined where there is nothing to show.
 */
export function exampleOf(schema: Json, components: Record<string, Json>): unknown {
  const { examples, const: constant, enum: values, $ref, anyOf, oneOf, items, properties } = schema
  if (Array.isArray(examples)) return examples[0]
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return values[0]
  if (typeof $ref === 'string') return exampleOf(components[$ref.split('/').at(-1) ?? ''] ?? {}, components)
  const [choice] = (anyOf ?? oneOf ?? []) as Json[]
  if (choice) return exampleOf(choice, components)
  if (items) {
    const item = exampleOf(items as Json, components)
    return item === undefined ? [] : [item]
  }
  if (properties)
    return Object.fromEntries(
      Object.entries(properties as Record<string, Json>).flatMap(([name, property]) => {
        const value = exampleOf(property, components)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  return schema.default
}
