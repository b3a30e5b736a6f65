import { v5 } from 'uuid'
import { type Refusal, ValidationError } from '../core/errors.ts'
import { refused } from '../domain/transfers/refusals.ts'
import type { Plan } from '../db/commit.ts'
import { createContact } from '../domain/contacts/contacts.ts'
import type { NewContact } from '../domain/contacts/record.ts'
import type { TenantWork, UserWork } from '../domain/kernel/context.ts'
import { bookShipment } from '../domain/shipments/shipments.ts'
import type { NewShipment } from '../domain/shipments/record.ts'
import {
  importRows,
  type ImportRecord,
  type ImportRow,
  type RowIssue,
} from '../domain/transfers/import-record.ts'
import { importable } from '../domain/transfers/kinds.ts'
import type { TransferKind } from '../domain/transfers/record.ts'
import { rowIssues, type readRow } from '../domain/transfers/rows.ts'
import { decideOnOneState } from '../http/decide-on-one-state.ts'
import { errorReply } from '../http/error-reply.ts'
import { parse } from '../http/routing/validation.ts'
import { userJobContext } from '../runtime/tenant-job.ts'
import type * as z from 'zod'

/** The decision of the request that adds one record. */
const decisions: Record<TransferKind, (ctx: UserWork, body: unknown) => Promise<Plan<unknown>>> = {
  shipments: (ctx, body) => bookShipment(ctx, body as z.output<typeof NewShipment>),
  contacts: (ctx, body) => createContact(ctx, body as z.output<typeof NewContact>),
}

/** Thrown by the transaction of a row that is done already. */
const alreadyDone = refused.import_row_done()

/**
 * Imports a row, once however often it is called, and returns its issues, none if it is imported. Of a dry run, only the
 * row's own item is written. Throws transient errors: the row is tried again later.
 */
export async function importRow(
  work: TenantWork,
  { id, kind, dry_run, creator, expires_at }: ImportRecord,
  row: number,
  read: ReturnType<typeof readRow>,
): Promise<readonly RowIssue[]> {
  const ctx = userJobContext(work, creator, v5(`${id}/${row}`, rowNamespace), 'importRow')
  const { table } = ctx
  const done = (issues: RowIssue[]) => ({
    ...table.create(importRows, { import_id: id, row, issues, expires_at }),
    onConditionFailed: alreadyDone,
  })
  try {
    return await work.transact(async () => {
      if ('issues' in read) return { writes: [done(read.issues)], result: read.issues }
      try {
        const body = parse('body', importable[kind].schema, read.input)
        const plan = await decideOnOneState(table, () => decisions[kind](ctx, body))
        if ('refusal' in plan) throw plan.refusal
        return { writes: [...(dry_run ? [] : plan.writes), done([])], result: [] }
      } catch (error) {
        const issues = issuesOf(error)
        return { writes: [done(issues)], result: issues }
      }
    }, ctx.audited)
  } catch (error) {
    if (error !== alreadyDone) throw error
    return (await table.get(importRows, { import_id: id, row })).issues satisfies ImportRow['issues']
  }
}
const rowNamespace = '0b0c7f0e-7c55-4a6b-9d55-3c1f6b1d8a47'

/** The problems of a row. Throws transient errors, which say nothing about the row. */
function issuesOf(error: unknown): RowIssue[] {
  if (error instanceof ValidationError) return rowIssues(error)
  const { status } = errorReply(error, () => undefined)
  if (status >= 500 || status === 429) throw error
  return [{ column: '', message: (error as Refusal).message }]
}
