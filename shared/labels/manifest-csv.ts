import { byteOrderMark, csvRows } from '../csv/write.ts'
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
  Buffer.from(byteOrderMark + csvRows([columns, ...rows.map((row) => columns.map((column) => row[column]))]))
