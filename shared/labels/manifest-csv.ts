import type { Manifest, ManifestRow } from '../domain/labels/manifest.ts'

const columns: (keyof ManifestRow)[] = [
  'qr_code',
  'tracking_id',
  'recipient_name',
  'destination',
  'description',
  'category',
  'status',
  'weight_kg',
]

/**
 * The rows as CSV (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets need to detect the encoding.
 */
export const manifestCsv = ({ rows }: Manifest): Buffer =>
  Buffer.from(
    `\uFEFF${[columns, ...rows.map((row) => columns.map((column) => row[column]))]
      .map((cells) => `${cells.map(cell).join(',')}\r\n`)
      .join('')}`,
  )

/**
 * Where a spreadsheet may see the beginning of a formula, which it would execute (OWASP, "CSV Injection"): at the
 * beginning of the text, and after each character that it may split on, whatever the quotes say. Excel splits on the
 * list separator of its locale, often a semicolon.
 */
const formula = /(?<=^|[,;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

/** A cell; an apostrophe makes a formula a text. */
function cell(value: string | number): string {
  const text = typeof value === 'string' ? value.replace(formula, "'") : String(value)
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
