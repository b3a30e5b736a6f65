import type * as z from 'zod'
import { byteOrderMark, csvRows } from '../csv/write.ts'
import type { Page, PageRequest } from '../db/page.ts'
import { AuditFilter, listAudit } from '../domain/audit/list.ts'
import { ContactFilter, listContacts } from '../domain/contacts/contacts.ts'
import type { TenantWork } from '../domain/kernel/context.ts'
import { listShipments } from '../domain/shipments/list.ts'
import { ShipmentFilter } from '../domain/shipments/filter.ts'
import type { ExportRecord } from '../domain/transfers/export-record.ts'
import { exportable } from '../domain/transfers/kinds.ts'
import type { ExportKind } from '../domain/transfers/record.ts'

/** The lists whose records are exported. */
const lists: Record<
  ExportKind,
  (work: TenantWork, filters: ExportRecord['filters'], page: PageRequest) => Promise<Page<object>>
> = {
  shipments: (work, filters, page) => listShipments(work, ShipmentFilter.parse(filters), page),
  contacts: (work, filters, page) => listContacts(work, ContactFilter.parse(filters), page),
  audit: (work, filters, page) => listAudit(work, AuditFilter.parse(filters), page),
}

/** The number of records that are read at once. */
const pageSize = 200

/** A page of the records of an export, as rows of its file, and their number. */
export async function exportPage(
  work: TenantWork,
  { kind, filters, format }: Pick<ExportRecord, 'kind' | 'filters' | 'format'>,
  after: ExportRecord['after'],
): Promise<{ text: string; count: number; next: ExportRecord['after'] }> {
  const page = await lists[kind](work, filters, { limit: pageSize, after, skipUnreadable: true })
  const { schema }: { schema: z.ZodType } = exportable[kind]
  const records = page.records.map((record) => schema.parse(record) as Record<string, unknown>)
  return {
    text: format === 'csv' ? toCsv(kind, records) : toLines(records),
    count: records.length,
    next: page.next,
  }
}

/** The lines before the rows. */
export const headOf = ({ kind, format }: Pick<ExportRecord, 'kind' | 'format'>) =>
  format === 'csv' ? byteOrderMark + csvRows([columnsOf(kind)]) : ''

const columnsOf = (kind: ExportKind) => Object.keys(exportable[kind].schema.unwrap().shape)

const toLines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
const toCsv = (kind: ExportKind, records: readonly Record<string, unknown>[]) =>
  csvRows(records.map((record) => columnsOf(kind).map((column) => toCell(record[column]))))

function toCell(value: unknown): string | number {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
