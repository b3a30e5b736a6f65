import { config, fromJSONSchema } from 'zod'
import { ValidationError } from '../../../../shared/core/errors.ts'
import type { ColumnFields } from '../../../../shared/domain/transfers/columns.ts'
import type { RowIssue } from '../../../../shared/domain/transfers/import-record.ts'
import type { TransferKind } from '../../../../shared/domain/transfers/record.ts'
import { rowIssues } from '../../../../shared/domain/transfers/rows.ts'
import { parse } from '../../../../shared/http/routing/validation.ts'
import schemas from './schemas.data.ts'

// The page's Content-Security-Policy forbids what zod would compile.
config({ jitless: true })

/** What the service will say of a row's input, by its schema: the first problem of each column. */
export function rowCheck(
  kind: TransferKind,
  { instead }: Pick<ColumnFields, 'instead'>,
): (input: Readonly<Record<string, unknown>>) => RowIssue[] {
  const schema = fromJSONSchema(schemas[kind] as Parameters<typeof fromJSONSchema>[0])
  return (input) => {
    // JSON Schema does not have the rule of two fields.
    const missing = Object.entries(instead)
      .filter((fields) => fields.every((field) => input[field] === undefined))
      .map(([column]) => ({ column, message: 'Field required' }))
    const issues = [...missing, ...issuesOf(() => parse('body', schema, input))]
    return issues.filter(
      ({ column, message }, n) =>
        issues.findIndex((one) => one.column === column) === n &&
        // The service converts international domains before it checks them.
        !(message === 'Invalid email address' && isInternational(String(input[column]))),
    )
  }
}

const isInternational = (address: string) => /[^\x20-\x7e]|\.xn--/i.test(address.split('@').at(-1) ?? '')

function issuesOf(check: () => unknown): RowIssue[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof ValidationError) return rowIssues(error)
    throw error
  }
}
