import { describe, expect, test } from 'vitest'
import { readCsv } from '../../shared/csv/read.ts'
import type { AcceptedForm } from '../../shared/domain/kernel/accepted-forms.ts'
import { columnsOf } from '../../shared/domain/transfers/columns.ts'
import { columnFields } from '../../shared/domain/transfers/kinds.ts'
import { numberOf } from '../../shared/domain/transfers/numbers.ts'
import { cellForms, numberForms, rowForms } from '../../shared/domain/transfers/table-forms.ts'
import { readRow, tableOf } from '../../shared/domain/transfers/rows.ts'

// The rows of docs/reference/accepted-input.md.
const fields = {
  ...columnFields('shipments'),
  required: ['recipient_name', 'weight'],
  instead: {},
}
/** The only row of a file. */
function rowOf(header: string, row: string) {
  const sheet = readCsv(Buffer.from(`${header}\n${row}\n`), 10)
  const columns = columnsOf(sheet.header, {}, fields)
  if ('reason' in columns) throw new Error(columns.reason)
  return readRow(0, tableOf(sheet, columns, fields))
}
const cases = (forms: readonly AcceptedForm[]) => forms.map((form) => [form.given, form] as const)

describe('accepted input', () => {
  test.each(cases(cellForms.forms))('cell %j', (given, { stored, refused }) => {
    const read = rowOf('recipient_name;weight', `${given};1`)
    if (stored === undefined) expect(read).toEqual({ issues: [expect.objectContaining({ message: refused })] })
    else expect(read).toEqual({ input: { recipient_name: stored, weight: 1 } })
  })

  test.each(cases(rowForms.forms))('row %j', (given, { stored, refused }) => {
    const read = rowOf('recipient_name;weight;description', given)
    if (stored === undefined) expect(read).toEqual({ issues: [{ column: '', message: refused }] })
    else expect(read).toEqual({ input: JSON.parse(stored) })
  })

  test.each(cases(numberForms.forms))('number %j', (given, { stored, refused }) => {
    const number = numberOf(given)
    if (stored !== undefined) expect(number).toBe(Number(stored))
    else expect(number).toBe(refused === 'Must be a number' ? undefined : 'ambiguous')
  })
})
