import type { Json } from '../routing/json-schema.ts'
import { referenceEnumeration } from './enumerations.ts'
import { fields } from './fields/index.ts'

/**
 * A schema with the descriptions and examples of its fields, and references to enumerations. `owner` is the name of the
 * component it is in.
 */
export function annotate(schema: Json, owner: string, components: Record<string, Json>): Json {
  const inner = (value: Json) => annotate(value, owner, components)
  const { properties, items, additionalProperties, discriminator, ...rest } = schema
  const choices = Object.fromEntries(
    ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      Array.isArray(rest[key]) ? [[key, (rest[key] as Json[]).map(inner)]] : [],
    ),
  )
  return referenceEnumeration(
    {
      ...rest,
      ...choices,
      ...(discriminator !== undefined && { discriminator }),
      ...(isSchema(items) && { items: inner(items) }),
      ...(additionalProperties !== undefined && {
        additionalProperties: isSchema(additionalProperties)
          ? inner(additionalProperties)
          : additionalProperties,
      }),
      ...(isSchema(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties as Record<string, Json>).map(([name, property]) => [
            name,
            { ...inner(property), ...noteOf(name, owner) },
          ]),
        ),
      }),
    },
    components,
  )
}

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** What the table says of a field: the most specific row of one of the owners and this name. */
export function noteOf(name: string, ...owners: string[]): { description?: string; examples?: unknown[] } {
  const found = owners.map((owner) => fields[`${owner}.${name}`]).find(Boolean) ?? fields[name]
  if (!found) return {}
  const { description, example } = found
  return { description, ...(example !== undefined && { examples: [example] }) }
}
