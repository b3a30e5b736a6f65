import type { Json } from '../routing/json-schema.ts'
import { referenceEnumeration } from './enumerations.ts'

/** A schema with references to enumerations. A field that may be null keeps its description and examples outside. */
export function annotate(schema: Json, components: Record<string, Json>): Json {
  const inner = (value: Json) => annotate(value, components)
  const { properties, items, additionalProperties, discriminator, ...rest } = schema
  const choices = Object.fromEntries(
    ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      Array.isArray(rest[key]) ? [[key, (rest[key] as Json[]).map(inner)]] : [],
    ),
  )
  return referenceEnumeration(
    withTextsOutside({
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
          Object.entries(properties as Record<string, Json>).map(([name, property]) => [name, inner(property)]),
        ),
      }),
    }),
    components,
  )
}

/** The description and examples of what a value is if it is not null are those of the value. */
function withTextsOutside(schema: Json): Json {
  const choices = schema.anyOf as Json[] | undefined
  const [value, nothing] = choices ?? []
  if (choices?.length !== 2 || !value || nothing?.type !== 'null') return schema
  const { description, examples, ...plain } = value
  // As zod writes it where the value has no texts.
  const isPlainType = Object.keys(plain).length === 1 && typeof plain.type === 'string'
  const { anyOf: _anyOf, ...rest } = schema
  return {
    ...rest,
    ...(isPlainType ? { type: [plain.type, 'null'] } : { anyOf: [plain, nothing] }),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
    ...(schema.description !== undefined && { description: schema.description, examples: schema.examples }),
  }
}

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null
