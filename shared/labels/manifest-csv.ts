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

/** A cell that begins like a formula is executed by spreadsheets (OWASP, "CSV Injection"). */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
