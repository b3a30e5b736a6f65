import { codeOf } from '../../staff/scan/code.ts'

/** A scanned label, read without a connection: a QR code has the id, the code printed below it has not. */
export type Label =
  | { type: 'package'; id: string; text: string; shown: string }
  | { type: 'bag'; id: string; text: string; shown: string }
  | { type: 'code'; text: string; shown: string }
  | { type: 'shipment' | 'other'; text: string; shown: string }

/** The end of an id, which people can compare. */
const shortId = (id: string) => `…${id.slice(-6)}`

/**
 * The ten characters of a package's code (Crockford's base 32), even without their prefix, if one is a letter:
 * an airline's tag has ten digits.
 */
const packageCode = /^(?:PKG[-_]|(?!\d+$))([\dA-HJKMNP-TV-Z]{10})$/
const trackingId = /^TRK[-_]?[\dA-Z]+$/

/** The maximum length of a scanned text in a request; a longer text is not a label. */
const maxLength = 2000

export function readLabel(text: string): Label {
  const upper = codeOf(text)
  const [, letters] = packageCode.exec(upper) ?? []
  if (letters !== undefined) return { type: 'code', text: `PKG-${letters}`, shown: `PKG-${letters}` }
  if (trackingId.test(upper)) return { type: 'shipment', text: upper, shown: upper }
  const { t, i } = contentOf(text)
  if (typeof i === 'string' && (t === 'pkg' || t === 'bag'))
    return { type: t === 'bag' ? 'bag' : 'package', id: i, text, shown: shortId(i) }
  return { type: 'other', text, shown: text.slice(0, 40) }
}
/** The reference to a package or bag in requests: the id in its QR code, or the code that is printed below it. */
export function nameOf(text: string): string {
  const label = readLabel(text)
  return 'id' in label ? label.id : label.text
}
export type BagLabel = Extract<Label, { type: 'bag' }>
/** A package by its QR code, which has its id, or by the code that is printed below it. */
export type PackageLabel = Extract<Label, { type: 'package' | 'code' }>
export const isPackage = (label: Label): label is PackageLabel =>
  label.type === 'package' || label.type === 'code'

function contentOf(text: string): { t?: unknown; i?: unknown } {
  if (text.length > maxLength) return {}
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null ? content : {}
  } catch {
    return {}
  }
}
