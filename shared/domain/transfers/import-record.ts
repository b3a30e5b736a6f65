import * as z from 'zod'
import { exportTexts } from './export-record.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { delimiters } from '../../csv/delimiters.ts'
import { encodings } from '../../csv/encodings.ts'
import { entity } from '../../db/entity.ts'
import { defaulted, Id, optional } from '../kernel/fields.ts'
import { storedFields, transferFields, TransferKind } from './record.ts'

/** Descriptions of fields that several schemas share. */
const importTexts = {
  mapping: {
    description:
      'Columns of the file by the field that they are, where their names differ; letter case, spaces, `_` and `-` do not matter',
    examples: [{ Получатель: 'recipient_name' }],
  },
  encoding: {
    description: 'The encoding of the file, where its letters do not tell it, or were guessed wrongly',
    examples: ['windows-1252'],
  },
  dryRun: {
    description: 'Whether only the counts and errors are made, and nothing is added',
    examples: [false],
  },
}

/** The maximum number of columns that can be renamed. */
const maxColumns = 100
const Mapping = lazySchema(() =>
  z
    .record(z.string().min(1).max(200), z.string().min(1).max(200))
    .refine((given) => Object.keys(given).length <= maxColumns, `At most ${maxColumns} columns`),
)

export const NewImport = lazySchema(() =>
  z
    .object({
      kind: TransferKind.meta({
        description: 'The kind of records that the rows become',
        examples: ['shipments'],
      }),
      mapping: defaulted(Mapping, {}).meta(importTexts.mapping),
      encoding: optional(z.enum(encodings)).meta(importTexts.encoding),
      dry_run: defaulted(z.boolean(), false).meta(importTexts.dryRun),
    })
    .meta({ id: 'NewImport', examples: [{ kind: 'shipments', mapping: { Получатель: 'recipient_name' } }] }),
)

export const Import = lazySchema(() =>
  z
    .object({
      ...transferFields('import', TransferKind),
      dry_run: z.boolean().meta(importTexts.dryRun),
      mapping: z.record(z.string(), z.string()).meta(importTexts.mapping),
      rows: z.int().min(0).meta(exportTexts.rows),
      imported: z
        .int()
        .min(0)
        .meta({ description: 'The number of rows that were added', examples: [4963] }),
      failed: z
        .int()
        .min(0)
        .meta({ description: 'The number of rows that are wrong', examples: [37] }),
      encoding: z
        .enum(encodings)
        .nullable()
        .meta({
          description: 'The encoding of the file: as requested, or as found; null until it is read',
          examples: ['utf-8'],
        }),
      delimiter: z
        .enum(delimiters)
        .nullable()
        .meta({ description: 'The delimiter of its cells; null until it is read', examples: [';'] }),
      ignored_columns: z
        .array(z.string())
        .meta({ description: 'Columns that are not fields, and were ignored', examples: [['Comment']] }),
      warnings: z
        .array(z.string())
        .optional()
        .meta({
          description:
            'What to look at, in words, such as an encoding that was guessed; missing if there is nothing',
          examples: [['The encoding of the file was guessed: windows-1251']],
        }),
    })
    .meta({ id: 'Import' }),
)

/** A new import, with the form of its upload. */
export const WaitingImport = lazySchema(() =>
  Import.unwrap()
    .extend({
      upload: z
        .object({
          url: z.string().meta({
            description: 'Where the form is posted',
            examples: ['https://files.s3.eu-west-1.amazonaws.com/'],
          }),
          fields: z.record(z.string(), z.string()).meta(commonTexts.fields),
          max_bytes: z
            .int()
            .meta({ description: 'The largest file that it accepts, in bytes', examples: [20971520] }),
          expires_in: z.int().meta({ description: 'How long the form is valid, in seconds', examples: [3600] }),
        })
        .meta({ id: 'ImportUpload' })
        .meta({ description: 'The form of the upload' }),
    })
    .meta({ id: 'WaitingImport' }),
)

/** `position`: the rows before it are done. */
const ImportRecord = lazySchema(() =>
  z.object({ ...Import.unwrap().shape, ...storedFields(), position: z.int() }),
)
export type ImportRecord = z.output<typeof ImportRecord>

export const imports = entity({
  noun: 'Import',
  schema: ImportRecord,
  ref: pick(ImportRecord, 'id'),
  fields: {
    personal: ['creator'],
    internal: [
      'created_at',
      'version',
      'position',
      'expires_at',
      'encoding',
      'delimiter',
      'ignored_columns',
      'warnings',
    ],
    plain: [
      'id',
      'kind',
      'status',
      'reason',
      'created_by',
      'finished_at',
      'dry_run',
      'mapping',
      'rows',
      'imported',
      'failed',
    ],
  },
  audited: 'import',
  place: { index: 'gsi1', partition: 'IMPORT' },
  key: ({ id }) => ({ pk: `IMPORT#${id}`, sk: 'IMPORT' }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'IMPORT', sk: `${created_at}#${id}` } }),
  expires: ({ expires_at }) => expires_at,
})

/** A problem of a row: in which column, "" for the whole row. */
const RowIssue = lazySchema(() => z.object({ column: z.string(), message: z.string() }))
export type RowIssue = z.output<typeof RowIssue>

/** A row that is done. It is imported if it has no issues. */
const ImportRow = lazySchema(() =>
  z.object({ import_id: Id, row: z.int(), issues: z.array(RowIssue), expires_at: z.int() }),
)
export type ImportRow = z.output<typeof ImportRow>

const rowKey = (row: number) => `ROW#${String(row).padStart(6, '0')}`

/** Written in the transaction that imports the row, if there is none yet, so that no row is imported twice. */
export const importRows = entity({
  noun: 'Row',
  schema: ImportRow,
  ref: pick(ImportRow, 'import_id', 'row'),
  fields: {
    plain: ['import_id', 'row', 'issues', 'expires_at'],
  },
  key: ({ import_id, row }) => ({ pk: `IMPORT#${import_id}`, sk: rowKey(row) }),
  expires: ({ expires_at }) => expires_at,
})

/** The query for the rows of an import from one on, in order. */
export const rowsFrom = (import_id: string, row: number) => ({
  partition: `IMPORT#${import_id}`,
  from: rowKey(row),
  to: 'ROW#~',
})
