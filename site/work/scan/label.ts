import { codeOf } from '../../staff/scan/code.ts'

/** What a scanned text is, read without a connection: a QR code has the id, the code printed below it has not. */
export type Label =
  | { type: 'package'; id: string; text: string; shown: string }
  | { type: 'bag'; id: string; text: string; shown: string }
  | { type: 'code'; text: string; shown: string }
  | { type: 'other'; text: string; shown: string }

/** The end of an id, which people can compare. */
const shortId = (id: string) => `…${id.slice(-6)}`

export function readLabel(text: string): Label {
  const code = codeOf(text).replace(/^PKG_/, 'PKG-')
  if (/^PKG-[\dA-Z]+$/.test(code)) return { type: 'code', text: code, shown: code }
  const { t, i } = contentOf(text)
  if (typeof i === 'string' && (t === 'pkg' || t === 'bag'))
    return { type: t === 'bag' ? 'bag' : 'package', id: i, text, shown: shortId(i) }
  return { type: 'other', text, shown: text.slice(0, 40) }
}
/** A package by its QR code, which has its id: what needs a package that is known without a connection. */
export type PackageLabel = Extract<Label, { type: 'package' }>
export const isPackage = ({ type }: Label) => type === 'package' || type === 'code'

function contentOf(text: string): { t?: unknown; i?: unknown } {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null ? content : {}
  } catch {
    return {}
  }
}
