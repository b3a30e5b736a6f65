import { useSignal } from '@preact/signals'
import { TriangleAlert } from 'lucide-preact'
import { useEffect, useMemo } from 'preact/hooks'
import { encodings, type Encoding } from '../../../../shared/csv/encodings.ts'
import type { Sheet } from '../../../../shared/csv/read.ts'
import {
  columnsOf,
  fieldNamed,
  missingFields,
  type ColumnFields,
  type FieldPath,
} from '../../../../shared/domain/transfers/columns.ts'
import type { TransferKind } from '../../../../shared/domain/transfers/record.ts'
import type { RowIssue } from '../../../../shared/domain/transfers/import-record.ts'
import { maxRows, readRow, tableOf } from '../../../../shared/domain/transfers/rows.ts'
import { joined } from '../../../staff/messages/language.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import type { rowCheck } from './check-row.ts'
import { fieldName, fieldsByName, valueName } from './field-names.ts'
import { messages } from './messages.ts'
import { tableRefusalOf } from './refusals.ts'

/** How many rows are shown, and of how many rows the problems. */
const shownRows = 3
const shownProblems = 10

interface ReadFile {
  sheet: Sheet
  rowCheck: typeof rowCheck
}

/** A chosen file as the service will read it, and what the user has chosen for it. */
export interface ChosenTable {
  file: ReadFile | undefined
  /** Why the file cannot be read. */
  failure: string | undefined
  mapping: Record<string, string>
  setField: (column: string, field: string) => void
  encoding: Encoding | undefined
  setEncoding: (encoding: Encoding | undefined) => void
  /** Whether the service will import it. */
  isReady: boolean
}

/** Reads a chosen file with the module that the service reads it with, which is loaded for the first file. */
export function useTable(file: File | undefined, kind: TransferKind, fields: ColumnFields): ChosenTable {
  const read = useSignal<{ file?: ReadFile; failure?: string }>({})
  /** The field of each column that the user has chosen; '' for none. */
  const chosenFields = useSignal<Record<string, string>>({})
  const encoding = useSignal<Encoding | undefined>(undefined)
  useEffect(() => {
    chosenFields.value = {}
    encoding.value = undefined
  }, [file, fields])
  const chosen = encoding.value
  useEffect(() => {
    let isLatest = true
    read.value = {}
    if (file)
      void open(file, chosen).then((result) => {
        if (isLatest) read.value = result
      })
    return () => {
      isLatest = false
    }
  }, [file, chosen])
  const { file: readFile, failure } = read.value
  const sheet = readFile?.sheet
  const mapping = Object.fromEntries(
    Object.entries({
      ...(sheet && fieldsByName(kind, sheet.header, fields)),
      ...chosenFields.value,
    }).filter(([, field]) => field !== ''),
  )
  return {
    file: readFile,
    failure,
    mapping,
    setField: (column, field) => {
      chosenFields.value = { ...chosenFields.value, [column]: field }
    },
    encoding: chosen,
    setEncoding: (given) => {
      encoding.value = given
    },
    isReady: sheet !== undefined && !('reason' in columnsOf(sheet.header, mapping, fields)),
  }
}

async function open(
  file: File,
  encoding: Encoding | undefined,
): Promise<{ file: ReadFile } | { failure: string }> {
  const [{ readCsv }, { rowCheck }] = await Promise.all([
    import('../../../../shared/csv/read.ts'),
    import('./check-row.ts'),
  ])
  try {
    return { file: { sheet: readCsv(new Uint8Array(await file.arrayBuffer()), maxRows, encoding), rowCheck } }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

interface PreviewProps {
  kind: TransferKind
  table: ChosenTable
  fields: ColumnFields
}

/** The columns of a file, with the field that each becomes and the first values as they will be booked. */
export function Preview({ kind, table, fields }: PreviewProps) {
  const { file, failure, encoding, setEncoding } = table
  const sheet = file?.sheet
  return (
    <section class="field" aria-label={messages.preview}>
      <h3>{messages.preview}</h3>
      <p class="field">
        <label for="import-encoding">{messages.encoding}</label>
        <select
          id="import-encoding"
          value={encoding ?? ''}
          onChange={({ currentTarget }) => setEncoding(encodings.find((one) => one === currentTarget.value))}
        >
          <option value="">{messages.byItself}</option>
          {encodings.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </p>
      {failure !== undefined && (
        <p class="error" role="alert">
          {messages.unreadable} {tableRefusalOf(failure).text}
        </p>
      )}
      {!sheet && failure === undefined && <p class="hint">{messages.reading}</p>}
      {sheet?.isGuessed && <p class="hint">{messages.guessed(sheet.encoding)}</p>}
      {file && <Fields kind={kind} table={table} file={file} fields={fields} />}
    </section>
  )
}

function Fields({ kind, table, file: { sheet, rowCheck }, fields }: PreviewProps & { file: ReadFile }) {
  const { mapping, setField } = table
  const columns = columnsOf(sheet.header, mapping, fields)
  const missing = missingFields(sheet.header, mapping, fields)
  const rows = useMemo(
    () => ('reason' in columns ? [] : readRows(sheet, columns, fields, rowCheck(kind, fields))),
    [sheet, kind, JSON.stringify(mapping)],
  )
  const wrong = rows.flatMap(({ issues }, row) => (issues.length > 0 ? [{ issues, row }] : []))
  return (
    <>
      {missing.length > 0 && (
        <p class="error" role="alert">
          {messages.missingColumns} <bdi>{missing.map((field) => fieldName(kind, field)).join('; ')}</bdi>
        </p>
      )}
      {missing.length === 0 && 'reason' in columns && (
        <p class="error" role="alert">
          {messages.unreadable} {tableRefusalOf(columns.reason).text}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label={messages.firstRows}>
        <table class="sheet">
          <thead>
            <tr>
              <th scope="col">{messages.columnOfFile}</th>
              <th scope="col">{messages.field}</th>
              {sheet.rows.slice(0, shownRows).map((_, row) => (
                <th key={row} scope="col">
                  {messages.rowNumber(formatNumber(row + 1))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.header.map((column, n) => {
              const own = fieldNamed(column, fields)
              return (
                <tr key={n}>
                  <th scope="row">
                    <bdi>{column}</bdi>
                  </th>
                  <td>
                    <select
                      aria-label={messages.fieldOf(column)}
                      value={mapping[column] ?? own?.join('.') ?? ''}
                      disabled={column.trim() === ''}
                      onChange={({ currentTarget }) => setField(column, currentTarget.value)}
                    >
                      {!own && <option value="">{messages.notImported}</option>}
                      {[...new Set([...(own ? [own.join('.')] : []), ...fields.names])].map((name) => (
                        <option key={name} value={name}>
                          {fieldName(kind, name)}
                        </option>
                      ))}
                    </select>
                  </td>
                  {sheet.rows.slice(0, shownRows).map((cells, row) => (
                    <Cell
                      key={row}
                      text={cells[n] ?? ''}
                      path={'fields' in columns ? columns.fields[n] : undefined}
                      row={rows[row]}
                      fields={fields}
                    />
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {wrong.length > 0 && (
        <p class="error">{messages.willFail(formatNumber(wrong.length), formatNumber(rows.length))}</p>
      )}
      {wrong.slice(0, shownProblems).map(({ issues, row }) => (
        <p key={row} class="error">
          {messages.rowNumber(formatNumber(row + 1))}:{' '}
          <bdi>
            {issues
              .map(({ column, message }) =>
                joined([column && fieldName(kind, column), tableRefusalOf(message).text], ': '),
              )
              .join('; ')}
          </bdi>
        </p>
      ))}
    </>
  )
}

interface CellProps {
  /** As it stands in the file. */
  text: string
  path: FieldPath | undefined
  row: CheckedRow | undefined
  fields: ColumnFields
}

/** A cell of the file: its value as it will be booked, or as it stands there, marked if it will not be imported. */
function Cell({ text, path, row, fields }: CellProps) {
  const isWrong = row?.issues.some(({ column }) => column === path?.join('.')) ?? false
  return (
    <td class={isWrong ? 'wraps error' : 'wraps'}>
      {isWrong && <TriangleAlert size={16} role="img" aria-label={messages.wrongCell} />}{' '}
      <bdi>{row?.input && path && !isWrong ? textOf(row.input, path, fields) : text}</bdi>
    </td>
  )
}

/** The value of a field as it is shown. */
function textOf(input: Record<string, unknown>, [field, key]: FieldPath, { choices }: ColumnFields): string {
  const value = key === undefined ? input[field] : (input[field] as Record<string, unknown> | undefined)?.[key]
  if (typeof value === 'string') return choices[field] ? valueName(value) : value
  return value === undefined ? '' : JSON.stringify(value)
}

interface CheckedRow {
  input?: Record<string, unknown>
  issues: RowIssue[]
}
const readRows = (
  sheet: Sheet,
  columns: Exclude<ReturnType<typeof columnsOf>, { reason: string }>,
  fields: ColumnFields,
  check: ReturnType<typeof rowCheck>,
): CheckedRow[] => {
  const table = tableOf(sheet, columns, fields)
  return sheet.rows.map((_, row) => {
    const read = readRow(row, table)
    return 'issues' in read ? read : { input: read.input, issues: check(read.input) }
  })
}
