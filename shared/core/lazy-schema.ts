import * as z from 'zod'

// zod would compile a parser for each object on first use, which takes as long as a thousand uses and slows the cold
// start.
z.config({ jitless: true })

/** Builds the schema on first use: cold starts skip unused schemas. */
export function lazySchema<S extends z.ZodType>(make: () => S): z.ZodLazy<S> {
  let made: S | undefined
  return z.lazy(() => (made ??= make()))
}

/** An object schema of some fields of another, such as those of a record's reference. */
export function pick<S extends z.core.$ZodShape, K extends keyof S & string>(
  from: z.ZodLazy<z.ZodObject<S>>,
  ...fields: K[]
) {
  return lazySchema(() => {
    const { shape } = from.unwrap()
    return z.object(Object.fromEntries(fields.map((field) => [field, shape[field]])) as unknown as Pick<S, K>)
  })
}
