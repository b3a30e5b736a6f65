import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { delimiters, type Delimiter } from '../../shared/csv/delimiters.ts'
import { byteEncodings, type ByteEncoding, type Encoding } from '../../shared/csv/encodings.ts'
import { readCsv } from '../../shared/csv/read.ts'
import { UnreadableFile } from '../../shared/csv/unreadable-file.ts'
import { canEncode, encode, encodingNames, type EncodingName } from '../support/csv/encode.ts'

/** Names of people and places in eight scripts, and what has a meaning in a table. */
const names: Record<string, readonly string[]> = {
  latin: [
    'François Müller',
    'Élodie Lefèvre',
    'Ayşe Yılmaz',
    'Łukasz Wójcik',
    'Jiří Dvořák',
    'Åsa Öberg',
    'José Núñez',
  ],
  cyrillic: [
    'Анна Орлова',
    'Пётр Щукин',
    'Їжакевич Галина',
    'ООО «Ромашка» № 5',
    'Санкт-Петербург',
    'Јован Ђорђевић',
  ],
  georgian: ['გიორგი ბერიძე', 'ნინო', 'თბილისი'],
  armenian: ['Անի Պետրոսյան', 'Երևան'],
  greek: ['Γιώργος Παπαδόπουλος', 'Αθήνα', 'Ελένη'],
  hebrew: ['דוד לוי', 'תל אביב', 'שרה כהן'],
  arabic: ['محمد علي', 'القاهرة', 'فاطمة'],
  han: ['王小明', '北京'],
  ascii: ['Anna', '5" box', 'a, b; c\td', 'line\nbreak', '00123', 'x "y" z', '+79161234567', ''],
}
const inAllScripts = Object.values(names).flat()

/** How a program writes tables. */
interface Dialect {
  delimiter: Delimiter
  quotes: 'needed' | 'all' | 'formulas'
  end: string
  hasBlankRows: boolean
  hasSeparatorLine: boolean
  isEnded: boolean
}
const dialects: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(...delimiters),
  quotes: fc.constantFrom('needed', 'all', 'formulas'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  hasBlankRows: fc.boolean(),
  hasSeparatorLine: fc.boolean(),
  isEnded: fc.boolean(),
})

function written(table: readonly (readonly string[])[], dialect: Dialect): string {
  const { delimiter, quotes, end, hasBlankRows, hasSeparatorLine, isEnded } = dialect
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const cell = (text: string) => {
    if (quotes === 'formulas') return text === '' ? '' : quoted(`=${quoted(text)}`)
    return quotes === 'all' || /[",;\t\r\n]/.test(text) ? quoted(text) : text
  }
  const blank = delimiter.repeat((table[0]?.length ?? 1) - 1)
  const lines = table.flatMap((row) => [row.map(cell).join(delimiter), ...(hasBlankRows ? ['', blank] : [])])
  return [...(hasSeparatorLine ? [`sep=${delimiter}`] : []), ...lines].join(end) + (isEnded ? end : '')
}

const header = ['recipient_name', 'destination', 'description']
const tables = (cells: readonly string[]) =>
  fc
    .array(fc.array(fc.constantFrom(...cells), { minLength: 3, maxLength: 3 }), { maxLength: 8 })
    .map((rows) => [header, ...rows])
const withText = (table: readonly string[][]) => table.filter((row) => row.some((cell) => cell !== ''))

function read(bytes: Buffer, given?: Encoding) {
  const sheet = readCsv(bytes, 100, given)
  expect(sheet.unclear.size).toBe(0)
  return [sheet.header, ...sheet.rows]
}

describe('a table of any program', () => {
  const unicode = encodingNames.filter((name) => name.startsWith('utf'))
  test('in Unicode is read as it was written', () => {
    fc.assert(
      fc.property(tables(inAllScripts), dialects, fc.constantFrom(...unicode), (table, dialect, encoding) => {
        expect(read(encode(encoding, written(table, dialect)))).toEqual(withText(table))
      }),
      { numRuns: 1000 },
    )
  })

  test('in its own encoding is read as it was written if the encoding is given', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...byteEncodings),
        dialects,
        fc.infiniteStream(fc.nat()),
        (encoding, dialect, picks) => {
          const known = inAllScripts.filter((name) => canEncode(encoding, name))
          const cell = () => known[(picks.next().value ?? 0) % known.length] ?? ''
          const table = [header, ...Array.from({ length: 5 }, () => header.map(cell))]
          expect(read(encode(encoding, written(table, dialect)), encoding)).toEqual(withText(table))
        },
      ),
      { numRuns: 500 },
    )
  })

  // The seed is fixed, since what the letters of a few names look like is a matter of frequencies.
  test('in an encoding that nobody names is read as it was written, or refused', () => {
    const outcomes = { equal: 0, refused: 0 }
    const scripts = Object.keys(names)
    fc.assert(
      fc.property(
        fc.constantFrom(...byteEncodings),
        fc.constantFrom(...scripts),
        dialects,
        fc.infiniteStream(fc.nat()),
        (encoding, script, dialect, picks) => {
          const known = [...(names[script] ?? []), ...(names['ascii'] ?? [])].filter((name) =>
            canEncode(encoding, name),
          )
          const cell = () => known[(picks.next().value ?? 0) % known.length] ?? ''
          const table = [header, ...Array.from({ length: 8 }, () => header.map(cell))]
          const rows = readOrRefused(encode(encoding, written(table, dialect)))
          outcomes[rows ? 'equal' : 'refused']++
          if (rows) expect(rows).toEqual(withText(table))
        },
      ),
      { numRuns: 2000, seed: 20261128 },
    )
    expect(outcomes.equal).toBeGreaterThan(outcomes.refused)
  })
})

/** The rows of a file; undefined if it is refused. */
function readOrRefused(bytes: Buffer): string[][] | undefined {
  try {
    return read(bytes)
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
}

describe('an encoding', () => {
  const table = 'name;city\nАнна Орлова;Москва\nГиви;Тбилиси\n'
  const guesses: [ByteEncoding, string][] = [
    ['windows-1251', table],
    ['ibm866', table],
    ['koi8-r', table],
    ['x-mac-cyrillic', table],
    ['windows-1252', 'name\nJürgen Groß\nKäthe Böhm\nMünchen\nBücher\n'],
    ['windows-1250', 'name\nŁukasz Wójcik\nŻaneta Dąbrowska\nŁódź\n'],
    ['windows-1253', 'name\nΓιώργος Παπαδόπουλος\nΑθήνα\nΘεσσαλονίκη\n'],
    ['windows-1256', 'name\nمحمد علي\nفاطمة\nالقاهرة\n'],
  ]
  test.each(guesses)('%s is found by its letters, which is a guess', (encoding, text) => {
    const sheet = readCsv(encode(encoding, text), 10)
    expect(sheet).toMatchObject({ encoding, isGuessed: true })
    expect(sheet.rows.flat().join()).toBe(text.trim().split(/[;\n]/).slice(sheet.header.length).join())
  })

  test('that the letters do not decide is refused, with those that it may be', () => {
    const file = encode('windows-1254', 'name\nŞahin\n')
    expect(() => readCsv(file, 10)).toThrow(/not certain; it may be windows-12\d\d or .*name its encoding/)
    expect(readCsv(file, 10, 'windows-1254')).toMatchObject({ rows: [['Şahin']], isGuessed: false })
  })

  test('UTF-8 with one byte that is no letter is damaged, at a line and a row', () => {
    const bytes = Buffer.from(`\uFEFF${table}`)
    bytes[bytes.indexOf('Гиви') + 1] = 0x20
    expect(() => readCsv(bytes, 10)).toThrow(/damaged, or not in utf-8: line 3, row 2, has bytes/)
    const inHeader = Buffer.from(`имя;город\n${table}`)
    inHeader[1] = 0x20
    expect(() => readCsv(inHeader, 10)).toThrow(/line 1, the header,/)
    const short = Buffer.from(table.trim())
    expect(() => readCsv(short.subarray(0, -1), 10)).toThrow(/line 3, row 2,/)
  })

  test.each([
    ['utf-16le', 'utf-16le with a mark'],
    ['utf-16be', 'utf-16be'],
  ] as [string, EncodingName][])('%s with half a character is damaged', (encoding, name) => {
    const bytes = encode(name, table)
    expect(() => readCsv(bytes.subarray(0, -1), 10)).toThrow(`damaged, or not in ${encoding}: line`)
  })

  test.each([
    [
      'UTF-32',
      Buffer.concat(
        Array.from(table, (sign) => Buffer.from([sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8, 0, 0])),
      ),
    ],
    [
      'UTF-32',
      Buffer.from(
        Array.from(`\uFEFF${table}`).flatMap((sign) => [
          0,
          0,
          sign.charCodeAt(0) >> 8,
          sign.charCodeAt(0) & 255,
        ]),
      ),
    ],
    ['UTF-7', Buffer.from('name;city\n+BBAEPQQ9BDA-;+BBwEPgRBBDoEMgQw-\n')],
    ['a workbook', Buffer.from('PK\u0003\u0004\u0014\0')],
  ])('%s is refused', (name, bytes) => {
    expect(() => readCsv(bytes, 10)).toThrow(name)
  })

  test.each([['name;mail\nAnna;anna+Add@example.com\n'], ['phone;code\n+79161234567;A+BEd\n']])(
    'of %j is UTF-8',
    (text) => {
      expect(readCsv(Buffer.from(text), 10)).toMatchObject({ encoding: 'utf-8', isGuessed: false })
    },
  )

  test('that contradicts the mark of the file is refused', () => {
    expect(() => readCsv(encode('utf-8 with a mark', table), 10, 'windows-1251')).toThrow(
      /begins with the mark of utf-8, and encoding is windows-1251/,
    )
  })

  test('may end a text with the sign of DOS', () => {
    const bytes = Buffer.concat([encode('ibm866', table), Buffer.of(0x1a)])
    expect(readCsv(bytes, 10).rows).toHaveLength(2)
  })

  test('of zero bytes within a text of other encodings is none', () => {
    expect(() => readCsv(Buffer.from(`${table}A\0nna;Moscow and Tbilisi\n`), 10)).toThrow(/has zero bytes/)
  })
})

test('20,000 rows are the same in every encoding, with any delimiter', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => [
    `Анна Орлова ${n}`,
    n % 2 ? 'Москва' : 'Тбилиси',
    `№ ${n}; "хрупкое"`,
  ])
  const table = [header, ...rows]
  for (const encoding of ['utf-8', 'utf-16le with a mark', 'windows-1251'] as const)
    for (const delimiter of delimiters) {
      const dialect: Dialect = {
        delimiter,
        quotes: 'needed',
        end: '\r\n',
        hasBlankRows: false,
        hasSeparatorLine: false,
        isEnded: true,
      }
      const sheet = readCsv(encode(encoding, written(table, dialect)), 20_000)
      expect(sheet.rows).toEqual(rows)
      expect(sheet.delimiter).toBe(delimiter)
    }
})
