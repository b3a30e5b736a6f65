import { withoutGlyphs } from './glyphs.ts'

const codesOf = (grapheme: string) =>
  Array.from(
    grapheme,
    (character) => `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ')

/**
 * What documents cannot print of these fields, in ASCII so that a header can have it: `recipient_name: U+1F381 has no glyph and
 * is printed as a box`.
 */
export const printWarnings = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).flatMap(([field, text]) => {
    const missing = withoutGlyphs(text)
    if (missing.length === 0) return []
    const [have, are] = missing.length === 1 ? ['has', 'is printed as a box'] : ['have', 'are printed as boxes']
    return [`${field}: ${missing.map(codesOf).join(', ')} ${have} no glyph and ${are}`]
  })

/** The warnings for fields whose texts are among those that are cut. */
export const cutWarnings = (fields: Readonly<Record<string, string>>, cut: readonly string[]): string[] =>
  Object.entries(fields).flatMap(([field, text]) =>
    cut.includes(text) ? [`${field}: has no room and is cut`] : [],
  )

/** The fields of a shipment that its documents have. */
export interface Printed {
  recipient_name: string
  recipient_address: string
  recipient_phone: string
  sender_name: string
  reference: string | null
  origin: string
  destination: string
}
export const printedFields = ({
  recipient_name,
  recipient_address,
  recipient_phone,
  sender_name,
  reference,
  origin,
  destination,
}: Printed) => ({
  recipient_name,
  recipient_address,
  recipient_phone,
  sender_name,
  reference: reference ?? '',
  origin,
  destination,
})

/** A record as a response has it: `warnings` name what its documents cannot print; there is none without any. */
export function withPrintWarnings<R extends Printed>(record: R): R & { warnings?: string[] } {
  const warnings = printWarnings(printedFields(record))
  return warnings.length > 0 ? { ...record, warnings } : record
}
