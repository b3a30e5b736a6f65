import { CsvError, parse } from 'csv-parse/sync'
import { isBlank, textOf } from './cell.ts'
import { decode, type Decoded } from './decode.ts'
import type { Encoding } from './encodings.ts'
import { delimiters, isDelimiter, type Delimiter } from './delimiters.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A table as read from a file: the cells of each row, as many as the header has or fewer, or more. */
export interface Sheet {
  encoding: Encoding
  /** Whether the letters of the file have decided its encoding: it may be another one. */
  isGuessed: boolean
  delimiter: Delimiter
  header: string[]
  rows: string[][]
  /** The rows, from 0, that cannot be divided into cells with certainty, and why. */
  unclear: ReadonlyMap<number, string>
}

/** The longest row, in characters: more than the texts of a record together may have. */
const maxRowLength = 65_536

/**
 * Reads a CSV file (RFC 4180) of at most `maxRows` rows after its header, in the encoding that is given, or that `decode` finds.
 * The delimiter is the one that a first line `sep=` names, otherwise the one that the header has most of. Rows without any text are skipped. Throws
 * UnreadableFile.
 */
export function readCsv(bytes: Uint8Array, maxRows: number, given?: Encoding): Sheet {
  const decoded = decode(bytes, given)
  const { encoding, isGuessed, text } = decoded
  const { delimiter, table, linesBefore } = delimited(text)
  const [header, ...rows] = records(table, { delimiter, maxRows, linesBefore })
  refuseDamage(decoded, [header, ...rows])
  if (!header) throw new UnreadableFile('The file is empty: it needs a header with the names of its columns')
  const unclear = rows.flatMap(({ record, raw }, row) => {
    const problem = quotesProblem(record, raw)
    return problem === undefined ? [] : [[row, problem] as const]
  })
  const textsOf = ({ record }: RawRecord) => record.map(textOf)
  return {
    encoding,
    isGuessed,
    delimiter,
    header: textsOf(header),
    rows: rows.map(textsOf),
    unclear: new Map(unclear),
  }
}

/** Throws UnreadableFile if bytes of the file are not of its encoding; they could be any letters. */
function refuseDamage({ encoding, text, damagedAt }: Decoded, rows: readonly (RawRecord | undefined)[]): void {
  if (damagedAt === undefined) return
  const line = text.slice(0, damagedAt).split(/\r\n|\n|\r/).length
  const sign = text[damagedAt] ?? ''
  const row = rows.findIndex((one) => one?.raw.includes(sign))
  const where = row < 0 ? '' : row === 0 ? ', the header,' : `, row ${row},`
  throw new UnreadableFile(
    `The file is damaged, or not in ${encoding}: line ${line}${where} has bytes that are no letter. Save it as UTF-8, or name its encoding`,
  )
}

/** A row as it is parsed (csv-parse, option `raw`), and its characters in the file. */
interface RawRecord {
  record: string[]
  raw: string
}

function records(
  text: string,
  { delimiter, maxRows, linesBefore }: { delimiter: Delimiter; maxRows: number; linesBefore: number },
): RawRecord[] {
  const read: RawRecord[] = []
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote within an unquoted cell is a quote: 5" box.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
      raw: true,
      on_record: (given) => {
        // The types of csv-parse do not have the option `raw`.
        const row = given as unknown as RawRecord
        if (row.record.every((cell) => isBlank(textOf(cell)))) return null
        if (read.length > maxRows)
          throw new UnreadableFile(`The file has more than ${maxRows} rows; divide it into several files`)
        read.push(row)
        return null
      },
    })
    return read
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? ` at line ${error['lines'] + linesBefore}` : ''
    throw new UnreadableFile(`The file is not CSV${line}: ${reasons[error.code] ?? 'a row cannot be read'}`)
  }
}

const reasons: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted value has no closing quote',
  CSV_MAX_RECORD_SIZE: `a row has more than ${maxRowLength} characters; perhaps a quote is not closed`,
}

/**
 * What is wrong with the quotes of a row. A cell whose text begins with a quote is written as `"""a"" b"`; `"a" b` may be that
 * text without its quotes, or a cell whose inner quotes are not doubled.
 */
function quotesProblem(cells: readonly string[], raw: string): string | undefined {
  const cell = cells.findIndex(
    (text) => text.startsWith('"') && !raw.includes(`"${text.replaceAll('"', '""')}"`),
  )
  if (cell < 0) return undefined
  return `Cell ${cell + 1} has text after its closing quote: write a quote within a quoted value twice`
}

/** `sep=;`, by which Excel knows the delimiter; a program that saves the file again adds delimiters to the line. */
const separatorLine = /^"?sep=(.)"?\1*[ \t]*(?:\r\n|\n|\r|$)/i

/** The delimiter of a table, and the table without the line that names it. Throws UnreadableFile. */
function delimited(text: string): { delimiter: Delimiter; table: string; linesBefore: number } {
  const [line, sign] = separatorLine.exec(text) ?? []
  if (line === undefined || sign === undefined)
    return { delimiter: delimiterOf(text), table: text, linesBefore: 0 }
  if (!isDelimiter(sign))
    throw new UnreadableFile(
      `The first line names the delimiter ${sign}; save the file with commas, semicolons or tabs`,
    )
  return { delimiter: sign, table: text.slice(line.length), linesBefore: 1 }
}

/** The delimiter of which the header has most outside of quotes; a comma if it has none. */
function delimiterOf(text: string): Delimiter {
  const count = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (/[\r\n]/.test(sign)) {
      if (delimiters.some((delimiter) => count[delimiter] > 0)) break
    } else if (isDelimiter(sign)) count[sign]++
  }
  return delimiters.reduce((most, delimiter) => (count[delimiter] > count[most] ? delimiter : most))
}
