import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { text, verbatim } from '../kernel/fields.ts'

/** The company's own name for a shipment, such as an order number; an empty text is null, which is none. */
export const Reference = lazySchema(() =>
  text(100)
    .nullish()
    .transform((given) => (given === '' ? null : given)),
)

const maxEntries = 20
const keyLength = 40
const valueLength = 500
function isMetadata(given: Record<string, unknown>): boolean {
  const [key, value] = [verbatim(keyLength).min(1), verbatim(valueLength)]
  const entries = Object.entries(given)
  return (
    entries.length <= maxEntries &&
    entries.every(([name, content]) => key.safeParse(name).success && value.safeParse(content).success)
  )
}

/**
 * Texts by names that the company chooses, for its other systems. They are checked as one, because the issues of an entry
 * would name its key, and issues are logged.
 */
export const Metadata = lazySchema(
  () =>
    z
      .record(z.string(), z.unknown())
      .refine(
        isMetadata,
        `At most ${maxEntries} texts of ${valueLength} characters, by names of ${keyLength} characters`,
      )
      .meta({
        additionalProperties: { type: 'string', maxLength: valueLength },
        maxProperties: maxEntries,
      }) as unknown as z.ZodType<Record<string, string>, Record<string, string>>,
)
