import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
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
import { maxRows, readRow, tableOf } from '../../../../shared/domain/transfers/rows.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import { fieldName, fieldsByName } from './field-names.ts'
import { messages } from './messages.ts'
import { tableRefusalOf } from './refusals.ts'

/** How many rows are shown. */
const shownRows = 3

/** A chosen file as the service will read it, and what the user has chosen for it. */
export interface ChosenTable {
  sheet: Sheet | undefined
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
  const read = useSignal<{ sheet?: Sheet; failure?: string }>({})
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
      void readFile(file, chosen).then((result) => {
        if (isLatest) read.value = result
      })
    return () => {
      isLatest = false
    }
  }, [file, chosen])
  const { sheet, failure } = read.value
  const mapping = Object.fromEntries(
    Object.entries({
      ...(sheet && fieldsByName(kind, sheet.header, fields)),
      ...chosenFields.value,
    }).filter(([, field]) => field !== ''),
  )
  return {
    sheet,
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

async function readFile(
  file: File,
  encoding: Encoding | undefined,
): Promise<{ sheet: Sheet } | { failure: string }> {
  const { readCsv } = await import('../../../../shared/csv/read.ts')
  try {
    return { sheet: readCsv(new Uint8Array(await file.arrayBuffer()), maxRows, encoding) }
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
  const { sheet, failure, encoding, setEncoding } = table
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
      {sheet && <Fields kind={kind} table={table} sheet={sheet} fields={fields} />}
    </section>
  )
}

function Fields({ kind, table, sheet, fields }: PreviewProps & { sheet: Sheet }) {
  const { mapping, setField } = table
  const columns = columnsOf(sheet.header, mapping, fields)
  const missing = missingFields(sheet.header, mapping, fields)
  const rows = 'reason' in columns ? [] : firstRows(sheet, columns, fields)
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
              {Array.from({ length: Math.min(shownRows, sheet.rows.length) }, (_, row) => (
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
                  {rows.length > 0
                    ? rows.map((read, row) => (
                        <td key={row} class="wraps">
                          <bdi>
                            {'input' in read && 'fields' in columns
                              ? textOf(read.input, columns.fields[n])
                              : '—'}
                          </bdi>
                        </td>
                      ))
                    : sheet.rows.slice(0, shownRows).map((cells, row) => (
                        <td key={row} class="wraps">
                          <bdi>{cells[n] ?? ''}</bdi>
                        </td>
                      ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {rows.map((read, row) =>
        'issues' in read ? (
          <p key={row} class="error">
            {messages.rowNumber(formatNumber(row + 1))}:{' '}
            <bdi>
              {read.issues
                .map(({ column, message }) =>
                  [column && fieldName(kind, column), tableRefusalOf(message).text].filter(Boolean).join(': '),
                )
                .join('; ')}
            </bdi>
          </p>
        ) : null,
      )}
    </>
  )
}

/** The value of a field as it is shown. */
function textOf(input: Record<string, unknown>, path: FieldPath | undefined): string {
  if (!path) return ''
  const [field, key] = path
  const value = key === undefined ? input[field] : (input[field] as Record<string, unknown> | undefined)?.[key]
  return typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^""$/, '')
}

function firstRows(
  sheet: Sheet,
  columns: Exclude<ReturnType<typeof columnsOf>, { reason: string }>,
  fields: ColumnFields,
) {
  const table = tableOf(sheet, columns, fields)
  return sheet.rows.slice(0, shownRows).map((_, row) => readRow(row, table))
}
