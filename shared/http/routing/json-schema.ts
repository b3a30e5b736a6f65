import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

export type Json = Record<string, unknown>
/** Writes a schema as clients send it (`input`) or read it (`output`). */
export type SchemaWriter = (schema: z.ZodType, io: 'input' | 'output') => Json

/** Adds to a schema what readers need. */
export type Annotate = (schema: Json, components: Record<string, Json>) => Json

/**
 * Writes zod schemas as JSON Schema for OpenAPI 3.1 (§4.8.24, draft 2020-12). A schema with an id (`.meta({ id
 * })`) is written once, among the components, and referenced. Throws an Error if one id has two shapes, and zod's
 * own for types that JSON Schema cannot express.
 */
export function schemaWriter(annotate: Annotate = (schema) => schema): {
  write: SchemaWriter
  components: Record<string, Json>
} {
  const components: Record<string, Json> = {}
  const write: SchemaWriter = (schema, io) => {
    const text = JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12', io, override: simplify }))
    const written = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
    const { $schema: _dialect, $defs = {}, ...rest } = written
    for (const [id, plain] of Object.entries($defs as Record<string, Json>)) {
      const { id: _id, ...shape } = annotate(plain, components)
      if (!isDeepStrictEqual((components[id] ??= shape), shape))
        throw new Error(
          `The schema "${id}" has two shapes, perhaps one for requests and one for answers; give each its own id`,
        )
    }
    return annotate(rest, components)
  }
  return { write, components }
}

interface Written {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}
function simplify({ zodSchema, jsonSchema }: Written) {
  // The named variants of an event: readers choose by its type (OpenAPI 3.1 §4.8.25).
  if (zodSchema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator, options } = zodSchema.def
    const valueOf = (option: z.core.$ZodType) =>
      ((option as z.ZodObject).shape[discriminator] as z.ZodLiteral).value
    const named = (jsonSchema.oneOf ?? []).map(({ $ref }, n) => [valueOf(options[n] as z.core.$ZodType), $ref])
    if (named.every(([, ref]) => ref !== undefined))
      jsonSchema.discriminator = { propertyName: discriminator, mapping: Object.fromEntries(named) as object }
  }
  // Other properties are allowed without saying so: later versions add some, and generators would make those of an
  // explicit schema `unknown` or `any`.
  if ([{}, false].some((other) => isDeepStrictEqual(jsonSchema.additionalProperties, other)))
    delete jsonSchema.additionalProperties
  // A pattern adds nothing for readers where a format is given, and applies to strings only.
  if (jsonSchema.format !== undefined || jsonSchema.type !== 'string') delete jsonSchema.pattern
  // zod takes examples as parsed values and drops them where parsing transforms; here they are input values.
  const { examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (examples) jsonSchema.examples = examples as unknown[]
}
