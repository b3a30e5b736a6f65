import { labelTextOf, packageCodeOf } from '../../../shared/domain/kernel/scanned-code.ts'
import { searchedTrackingId } from '../../../shared/domain/kernel/tracking-id.ts'

/** A scanned label, read without a connection: a QR code has the id, the code printed below it has not. */
export type Label =
  | { type: 'package'; id: string; text: string; shown: string }
  | { type: 'bag'; id: string; text: string; shown: string }
  | { type: 'code'; text: string; shown: string }
  | { type: 'shipment' | 'other'; text: string; shown: string }

/** The end of an id, which people can compare. */
const shortId = (id: string) => `…${id.slice(-6)}`

export function readLabel(text: string): Label {
  const other = { type: 'other', text, shown: text.slice(0, 40) } as const
  const code = packageCodeOf(text)
  // Ten letters may be a word: what was read is shown, unless it is named as a code.
  const isNamed = code !== undefined && /^PKG/i.test(text.trim())
  if (code !== undefined) return { type: 'code', text: code, shown: isNamed ? code : other.shown }
  const content = labelTextOf(text) ?? '{}'
  const { t, i } = JSON.parse(content) as { t?: unknown; i?: unknown }
  if (typeof i === 'string' && (t === 'pkg' || t === 'bag'))
    return { type: t === 'bag' ? 'bag' : 'package', id: i, text: content, shown: shortId(i) }
  const trackingId = searchedTrackingId(text)
  return trackingId === undefined ? other : { type: 'shipment', text: trackingId, shown: trackingId }
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
