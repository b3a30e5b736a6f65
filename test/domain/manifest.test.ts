import { expect, test } from 'vitest'
import type { Manifest } from '../../shared/domain/labels/manifest.ts'
import { manifestCsv } from '../../shared/labels/manifest-csv.ts'

/** The cell that a description gets in the CSV file. */
function cellOf(description: string): string {
  const row = {
    qr_code: 'PKG-1',
    tracking_id: 'TRK-1',
    recipient_name: 'Nino',
    destination: 'TBS',
    description,
  }
  const rows = [{ ...row, category: 'general', status: 'ARRIVED', weight_kg: 1.5 }]
  const line = manifestCsv({ rows } as unknown as Manifest)
    .toString()
    .slice(1)
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n')
  return line.slice('PKG-1,TRK-1,Nino,TBS,'.length, -',general,ARRIVED,1.5'.length)
}

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t'])(
  'a text that starts with %j is escaped, so that it is not a formula',
  (sign) => {
    expect(cellOf(`${sign}1`)).toBe(`'${sign}1`)
  },
)

test.each([
  ['plain text', 'plain text'],
  ['a "gift"', '"a ""gift"""'],
  ['small, blue', '"small, blue"'],
  ['two\nlines', '"two\nlines"'],
  ['=A1,"', `"'=A1,"""`],
])('%j is written as one cell', (text, cell) => {
  expect(cellOf(text)).toBe(cell)
})
