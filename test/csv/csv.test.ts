import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { delimiters, type Delimiter } from '../../shared/csv/delimiters.ts'
import { neutralised, withoutApostrophes } from '../../shared/csv/formulas.ts'
import { readCsv } from '../../shared/csv/read.ts'
import { byteOrderMark, csvRows } from '../../shared/csv/write.ts'
import { encode, encodingNames, type EncodingName } from '../support/csv/encode.ts'

const read = (text: string, maxRows = 100) => readCsv(Buffer.from(text), maxRows)

test.each(encodingNames.flatMap((encoding) => delimiters.map((delimiter) => [encoding, delimiter] as const)))(
  'a table in %s with the delimiter %j is read',
  (encoding, delimiter) => {
    const cells = [
      ['Получатель', 'Вес', 'Описание'],
      ['Анна «Ёж» Петрова', '2,5', 'две\r\nстроки; с "кавычками"\tи запятыми, тоже'],
    ]
    const sheet = readCsv(encode(encoding, csvRows(cells, delimiter)), 1)
    expect([sheet.header, ...sheet.rows]).toEqual(cells)
    expect(sheet).toMatchObject({ delimiter, encoding: encoding.replace(/ .*/, '') })
  },
)

/** Texts that every encoding has, with what has a meaning in a table or a spreadsheet. */
const text = fc
  .array(fc.constantFrom(...Array.from(',;|\t\n\r"\'=+-@ abЖёЯ7№'), '\r\n', '＝'), { maxLength: 12 })
  .map((all) => all.join(''))
const inWindows1251 = text.map((cell) => cell.replaceAll('＝', '='))
const tableOf = (cell: fc.Arbitrary<string>) =>
  fc.tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 0, max: 6 })).chain(([columns, rows]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  )
const headerOf = (width: number) => Array.from({ length: width }, (_, n) => `Столбец ${n}`)
/** Rows without text are skipped. */
const expectRead = (encoding: EncodingName, delimiter: Delimiter, csv: string, table: string[][]) => {
  // Random letters are no words, by which an encoding is found.
  const given = encoding === 'windows-1251' ? encoding : undefined
  const { header, rows } = readCsv(encode(encoding, csv), 10, given)
  expect([header, ...rows]).toEqual(table.filter((row) => row.some((cell) => cell.trim() !== '')))
}

test('what is written is read again, with any delimiter and in any encoding', () => {
  const any = fc
    .constantFrom(...encodingNames)
    .chain((encoding) =>
      fc.tuple(
        fc.constant(encoding),
        fc.constantFrom(...delimiters),
        tableOf(encoding === 'windows-1251' ? inWindows1251 : text),
      ),
    )
  fc.assert(
    fc.property(any, ([encoding, delimiter, rows]) => {
      const table = [headerOf(rows[0]?.length ?? 2), ...rows]
      expectRead(encoding, delimiter, csvRows(table, delimiter), table)
    }),
    { numRuns: 1500 },
  )
})

test('what other programs write is read, with any quoting and line breaks', () => {
  const quotings = fc.infiniteStream(fc.boolean())
  const breaks = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(
      tableOf(inWindows1251),
      fc.constantFrom(...delimiters),
      breaks,
      quotings,
      (rows, delimiter, end, quotes) => {
        const table = [headerOf(rows[0]?.length ?? 2), ...rows]
        const cell = (given: string) => {
          const written = neutralised(given)
          const isPlain = !/["\r\n]/.test(written) && !written.includes(delimiter)
          return isPlain && quotes.next().value ? written : `"${written.replaceAll('"', '""')}"`
        }
        const csv = table.map((cells) => cells.map(cell).join(delimiter) + end).join('')
        expectRead('utf-8', delimiter, csv, table)
      },
    ),
    { numRuns: 1500 },
  )
})

describe('formulas', () => {
  test('are neutralised, and read again as they were', () => {
    expect(neutralised('+995599123456')).toBe("'+995599123456")
    expect(neutralised('Nino')).toBe('Nino')
    fc.assert(
      fc.property(text, (given) => {
        expect(neutralised(given)).not.toMatch(/^["\s]*[=+\-@＝]/)
        expect(withoutApostrophes(neutralised(given))).toBe(given)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('a first line', () => {
  test.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\r', 'sep=;;;;\n'])('%j names the delimiter', (line) => {
    for (const mark of ['', byteOrderMark])
      expect(read(`${mark}${line}a,b;c\r\n1,5;2\r\n`)).toMatchObject({
        delimiter: ';',
        header: ['a,b', 'c'],
        rows: [['1,5', '2']],
      })
  })

  test('that names another delimiter is refused, and counts as a line', () => {
    expect(() => read('sep=|\na|b\n')).toThrow(/names the delimiter \|; save the file with commas/)
    expect(() => read('sep=;\na;b\n1;"2')).toThrow(/not CSV at line 3/)
  })
})

describe('a file', () => {
  test('may have rows without text, which do not count', () => {
    const blank = ';;;;\n  ; ;\u00a0;\n"";"";\n'
    expect(read(`${blank}a;b\n${blank}1;2\n${blank}3;4\n${blank}`, 2)).toMatchObject({
      header: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    })
  })

  test('may have empty lines, quotes within cells, and rows of other lengths than the header', () => {
    expect(read('\n\na;b\r\n\r\n5" box;2\n1\n1;2;3\n')).toMatchObject({
      header: ['a', 'b'],
      rows: [['5" box', '2'], ['1'], ['1', '2', '3']],
    })
  })

  test('may have delimiters of another kind within quotes, and one column', () => {
    expect(read('"a;b;c;d",e\n1,2').header).toEqual(['a;b;c;d', 'e'])
    expect(read('phone\n7\n8')).toMatchObject({ header: ['phone'], rows: [['7'], ['8']] })
  })

  test.each([
    ['', /is empty/],
    [byteOrderMark, /is empty/],
    ['a,b\n1,2\n3,"4\n5,6', /not CSV at line \d+: a quoted value has no closing quote/],
    [`a,b\n1,${'x'.repeat(70_000)}`, /more than 65536 characters/],
    ['a\n1\n2\n3\n4', /more than 3 rows/],
  ])('that is no table is refused: %j', (text, reason) => {
    expect(() => read(text, 3)).toThrow(reason)
  })

  test('without a byte order mark in UTF-16 is recognised by its zero bytes', () => {
    const csv = 'ЀЁ,Ђ\nЀ,Ё\n'
    expect(readCsv(Buffer.from(csv, 'utf16le'), 5)).toMatchObject({ encoding: 'utf-16le', rows: [['Ѐ', 'Ё']] })
    expect(readCsv(Buffer.from(csv, 'utf16le').swap16(), 5)).toMatchObject({ encoding: 'utf-16be' })
  })
})
