import { crockfordOf, onlyMeaning } from './scanned-text.ts'

/** The length of a package's code behind `PKG-`. */
const length = 10

/**
 * A package's code as labels show it: with or without `PKG-`, with spaces, dashes or underscores, in any letter case, with O for 0
 * and I or L for 1. Ten digits without `PKG-` are an airline's tag. Undefined for another text.
 */
export const packageCodeOf = (text: string): string | undefined => onlyMeaning(text, codeIn)

function codeIn(reading: string): string | undefined {
  const text = reading.toUpperCase()
  const plain = text.replaceAll(/[\s\p{Cc}\p{Pd}_.:·]/gu, '')
  const isNamed = /^PKG[^\dA-Z]/.test(text) || plain.length === 3 + length
  const code = isNamed ? plain.replace(/^PKG/, '') : plain
  if (code.length !== length || (isNamed && code === plain) || (!isNamed && /^\d+$/.test(code)))
    return undefined
  const read = crockfordOf(code)
  return read === undefined ? undefined : `PKG-${read}`
}

/**
 * The content of a label's QR code, in lower case, as it is signed; its JSON is in no other. Undefined for a text that is no
 * object in JSON.
 */
export const labelTextOf = (text: string): string | undefined =>
  onlyMeaning(text, (reading) => {
    if (!reading.startsWith('{')) return undefined
    const content = reading.toLowerCase()
    try {
      JSON.parse(content)
      return content
    } catch {
      return undefined
    }
  })

/** A scanned text as labels have it: the content of a QR code, or a package's code. Undefined for another text. */
export const scannedTextOf = (text: string): string | undefined => labelTextOf(text) ?? packageCodeOf(text)

/** The fields of a label's content as they are signed: hexadecimal digits and kinds in lower case (RFC 9562, section 4). */
export function asSigned<T extends object>(content: T): T {
  const isOfLabel = /^(?:pkg|bag|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64})$/i
  return Object.fromEntries(
    Object.entries(content).map(([field, value]) => [
      field,
      ['t', 'i', 'c'].includes(field) && typeof value === 'string' && isOfLabel.test(value)
        ? value.toLowerCase()
        : value,
    ]),
  ) as T
}
