import * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity } from '../../db/entity.ts'
import { defaulted, Timestamp } from '../kernel/fields.ts'
import { AuditFilter } from '../audit/list.ts'
import { ContactFilter } from '../contacts/contacts.ts'
import { ShipmentFilter } from '../shipments/filter.ts'
import { ExportKind, storedFields, transferFields } from './record.ts'

/** Descriptions of fields that several schemas share. */
export const exportTexts = {
  filters: { description: 'Filters of the list, by name', examples: [{ status: 'IN_TRANSIT' }] },
  format: { description: 'The form of the file', examples: ['csv'] },
  rows: { description: 'The number of rows; 0 until they are read', examples: [5000] },
}

export const exportFormats = ['csv', 'jsonl'] as const
const ExportFormat = z.enum(exportFormats)

/** Those of all kinds. An unknown one is refused: it would export everything. */
const NewFilters = lazySchema(() =>
  z
    .strictObject({
      ...ContactFilter.unwrap().shape,
      ...AuditFilter.unwrap().shape,
      ...ShipmentFilter.unwrap().shape,
    })
    .meta({ id: 'ExportFilter' }),
)
/** Those that were given, as text. */
const Filters = lazySchema(() => z.record(z.string(), z.string()))

export const NewExport = lazySchema(() =>
  z
    .object({
      kind: ExportKind.meta({ description: 'The kind of the records', examples: ['shipments'] }),
      filters: defaulted(NewFilters, {}).meta(exportTexts.filters),
      format: defaulted(ExportFormat, 'csv').meta(exportTexts.format),
    })
    .meta({
      id: 'NewExport',
      examples: [{ kind: 'shipments', filters: { status: 'IN_TRANSIT' }, format: 'csv' }],
    }),
)

export const Export = lazySchema(() =>
  z
    .object({
      ...transferFields('export', ExportKind),
      filters: Filters.meta(exportTexts.filters),
      format: ExportFormat.meta(exportTexts.format),
      rows: z.int().min(0).meta(exportTexts.rows),
      bytes: z
        .int()
        .min(0)
        .nullable()
        .meta({ description: 'The size of the file; null until it is DONE', examples: [734003] }),
      /** Where the file can be read; null until it is DONE. */
      url: z
        .string()
        .nullable()
        .meta({
          description: 'Where anyone can read the file; null until it is DONE',
          examples: ['https://files.s3.eu-west-1.amazonaws.com/shipments.csv'],
        }),
      url_expires_at: Timestamp.nullable().meta({
        description: 'Until when that address is good, or null',
        examples: ['2026-11-23T09:20:00.000Z'],
      }),
    })
    .meta({ id: 'Export' }),
)

/** An export in a list has no address. */
export const ListedExport = lazySchema(() =>
  Export.unwrap().omit({ url: true, url_expires_at: true }).meta({ id: 'ListedExport' }),
)

/** `after`: the last record that is in one of the parts of the file. */
const ExportRecord = lazySchema(() =>
  z.object({
    ...ListedExport.unwrap().shape,
    ...storedFields(),
    parts: z.int(),
    after: z.object({ pk: z.string(), sk: z.string(), at: z.string().exactOptional() }).optional(),
  }),
)
export type ExportRecord = z.output<typeof ExportRecord>

/** The sort key of exports, by which the table's stream leads to them. */
export const exportKey = 'EXPORT'

export const exports = entity({
  noun: 'Export',
  schema: ExportRecord,
  ref: pick(ExportRecord, 'id'),
  fields: {
    personal: ['creator', 'filters'],
    internal: ['created_at', 'version', 'parts', 'after', 'expires_at'],
    plain: ['id', 'kind', 'status', 'reason', 'created_by', 'finished_at', 'format', 'rows', 'bytes'],
  },
  audited: 'export',
  place: { index: 'gsi1', partition: 'EXPORT' },
  key: ({ id }) => ({ pk: `EXPORT#${id}`, sk: exportKey }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'EXPORT', sk: `${created_at}#${id}` } }),
  expires: ({ expires_at }) => expires_at,
})
