import * as z from 'zod'

// zod would compile a parser for each object at its first use: as long as a thousand uses, and a start waits for it.
z.config({ jitless: true })

/**
 * A schema that is made when it is first used. A function carries many, and one request needs a few: what is not used
 * costs no start, and what a function never uses is no part of its bundle.
 */
export function lazySchema<S extends z.ZodType>(make: () => S): z.ZodLazy<S> {
  let made: S | undefined
  return z.lazy(() => (made ??= make()))
}

/** An object of some of another's fields, as a record is found by. */
export function pick<S extends z.core.$ZodShape, K extends keyof S & string>(
  from: z.ZodLazy<z.ZodObject<S>>,
  ...fields: K[]
) {
  return lazySchema(() => {
    const { shape } = from.unwrap()
    return z.object(Object.fromEntries(fields.map((field) => [field, shape[field]])) as unknown as Pick<S, K>)
  })
}
