import * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity } from '../../db/entity.ts'
import { defaulted, Timestamp } from '../kernel/fields.ts'
import { ShipmentFilter } from '../shipments/filter.ts'
import { storedFields, transferFields, TransferKind } from './record.ts'

export const exportFormats = ['csv', 'jsonl'] as const
const ExportFormat = z.enum(exportFormats)

/** Those of all kinds: contacts have some of those of shipments. An unknown one is refused: it would export everything. */
const NewFilters = lazySchema(() => z.strictObject(ShipmentFilter.unwrap().shape).meta({ id: 'ExportFilter' }))
/** Those that were given, as text. */
const Filters = lazySchema(() => z.record(z.string(), z.string()))

export const NewExport = /* @__PURE__ */ lazySchema(() =>
  z
    .object({ kind: TransferKind, filters: defaulted(NewFilters, {}), format: defaulted(ExportFormat, 'csv') })
    .meta({
      id: 'NewExport',
      examples: [{ kind: 'shipments', filters: { status: 'IN_TRANSIT' }, format: 'csv' }],
    }),
)

export const Export = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      ...transferFields(),
      filters: Filters,
      format: ExportFormat,
      rows: z.int().min(0),
      bytes: z.int().min(0).nullable(),
      /** Where the file can be read; null until it is DONE. */
      url: z.string().nullable(),
      url_expires_at: Timestamp.nullable(),
    })
    .meta({ id: 'Export' }),
)

/** An export in a list has no address. */
export const ListedExport = /* @__PURE__ */ lazySchema(() =>
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
  key: ({ id }) => ({ pk: `EXPORT#${id}`, sk: exportKey }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'EXPORT', sk: `${created_at}#${id}` } }),
  expires: ({ expires_at }) => expires_at,
})
