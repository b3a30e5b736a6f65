import { CsvError, parse } from 'csv-parse/sync'
import { decode, type Encoding } from './decode.ts'
import { delimiters, type Delimiter } from './delimiters.ts'
import { withoutApostrophes } from './formulas.ts'

/** A table as read from a file: the cells of each row, as many as the header has or fewer, or more. */
export interface Sheet {
  encoding: Encoding
  delimiter: Delimiter
  header: string[]
  rows: string[][]
}

/** A file that is not a table; the message is for its sender. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** The longest row, in characters: more than the texts of a record together may have. */
const maxRowLength = 65_536

/**
 * Reads a CSV file (RFC 4180) of at most `maxRows` rows after its header, in an encoding of `decode`. The delimiter is the one
 * that the header has most of. Empty lines are skipped. Throws UnreadableFile.
 */
export function readCsv(bytes: Uint8Array, maxRows: number): Sheet {
  const { encoding, text } = decode(bytes)
  const delimiter = delimiterOf(text)
  const [header, ...rows] = records(text, delimiter, maxRows + 2)
  if (!header) throw new UnreadableFile('The file is empty: it needs a header with the names of its columns')
  if (rows.length > maxRows)
    throw new UnreadableFile(`The file has more than ${maxRows} rows; divide it into several files`)
  return { encoding, delimiter, header, rows }
}

function records(text: string, delimiter: Delimiter, to: number): string[][] {
  try {
    return parse(text, {
      delimiter,
      to,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote within an unquoted cell is a quote: 5" box.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
      on_record: (record: string[]) => record.map(withoutApostrophes),
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? ` at line ${error['lines']}` : ''
    throw new UnreadableFile(`The file is not CSV${line}: ${reasons[error.code] ?? 'a row cannot be read'}`)
  }
}

const reasons: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted value has no closing quote',
  CSV_MAX_RECORD_SIZE: `a row has more than ${maxRowLength} characters; perhaps a quote is not closed`,
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
    } else if (sign in count) count[sign as Delimiter]++
  }
  return delimiters.reduce((most, delimiter) => (count[delimiter] > count[most] ? delimiter : most))
}
