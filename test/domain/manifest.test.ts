import fc from 'fast-check'
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

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
  'a text that starts with %j is escaped, so that it is not a formula',
  (sign) => {
    expect(cellOf(`${sign}1`)).toBe(`'${sign}1`)
  },
)

test.each([
  ['Ivan;=1+1', `"Ivan;'=1+1"`],
  ['Ivan\t=1+1', `"Ivan\t'=1+1"`],
  ['Ivan; =1+1', `"Ivan;' =1+1"`],
  ['Ivan|@SUM(A1)', `"Ivan|'@SUM(A1)"`],
  ['\t1', `"'\t1"`],
  ['a;"=1+1"', `"a;'""=1+1"""`],
  ['T-shirts; size 38-40', '"T-shirts; size 38-40"'],
])('a formula after a separator is escaped: %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell)
})

test('no part of a cell starts like a formula, whichever separator a spreadsheet splits on', () => {
  const text = fc
    .array(fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '|', '\t', '\n', '\r', ' ', '"', "'", 'a'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.constantFrom(',', ';', '|', '\t'), (given, separator) => {
      const parts = `PKG-1,${cellOf(given)},1.5`.split(/[\r\n]/).flatMap((line) => line.split(separator))
      for (const part of parts) expect(part).not.toMatch(/^[\s"]*[=+\-@＝]/)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['plain text', 'plain text'],
  ['a "gift"', '"a ""gift"""'],
  ['small, blue', '"small, blue"'],
  ['two\nlines', '"two\nlines"'],
  ['=A1,"', `"'=A1,"""`],
])('%j is written as one cell', (text, cell) => {
  expect(cellOf(text)).toBe(cell)
})
