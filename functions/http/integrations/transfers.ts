import * as z from 'zod'
import type { BucketGrants } from '../../../shared/config/buckets.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import { bookingRoles, staffRoles } from '../../../shared/domain/kernel/roles.ts'
import { Export, ListedExport, NewExport } from '../../../shared/domain/transfers/export-record.ts'
import { createExport, listExports, readExport } from '../../../shared/domain/transfers/exports.ts'
import { Import, NewImport, WaitingImport } from '../../../shared/domain/transfers/import-record.ts'
import {
  createImport,
  importErrors,
  listImports,
  readImport,
} from '../../../shared/domain/transfers/imports.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { listRoute, route } from '../../../shared/http/routing/route.ts'
import { transferBucket } from '../../../shared/storage/transfer-bucket.ts'

/** Imports and exports of tables. */
export const secrets: readonly SecretName[] = ['sealing', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query gsi1', 'PutItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
}
export const buckets: BucketGrants = { files: ['GetObject', 'PutObject'] }

/** Where a file can be read, for a minute. */
const FileAddress = lazySchema(() =>
  z
    .object({
      url: z.string().meta({
        description: 'Where the file can be read, for a minute',
        examples: ['https://files.s3.eu-west-1.amazonaws.com/errors.csv'],
      }),
    })
    .meta({ id: 'FileAddress' }),
)

export const routes = [
  listRoute('GET /api/v1/imports', {
    summary: 'List the imports of the last week, newest first',
    roles: bookingRoles,
    reply: Import,
    list: ({ ctx, page }) => listImports(ctx, page),
  }),
  route('POST /api/v1/imports', {
    summary: 'Request a form to upload a table whose rows are imported',
    description:
      'Post a multipart/form-data form to `upload.url` within an hour, with all of the fields, and the file as the last field, `file`: CSV of up to 20 MiB and 20,000 rows after its header. Its arrival starts the import; without one, the import is gone after a day. A further upload with the form has no effect. A company has 60 imports and exports an hour, which run one after the other.',
    example: {
      status: 'WAITING',
      rows: 0,
      imported: 0,
      failed: 0,
      ignored_columns: [],
      reason: null,
      encoding: null,
      delimiter: null,
      finished_at: null,
    },
    roles: bookingRoles,
    refuses: ['too_many_requests'],
    body: NewImport,
    reply: WaitingImport,
    status: 202,
    decide: ({ ctx, body }) => createImport(ctx, transferBucket(ctx), body),
  }),
  route('GET /api/v1/imports/{id}', {
    summary: 'Read an import, with the number of rows that are done',
    description:
      'While it is RUNNING, the numbers grow; when it is DONE, `imported` and `failed` together are `rows`. FAILED means that the file cannot be read, or a required column is missing: `reason` says what to do.',
    roles: bookingRoles,
    reply: Import,
    read: ({ ctx, params }) => readImport(ctx, params.id),
  }),
  route('GET /api/v1/imports/{id}/errors.csv', {
    operationId: 'readImportErrors',
    summary: 'The rows that were not imported, as they were sent, with their problems',
    description:
      'Leads to a file with the header of the import and the rows that were not imported, as they were sent, and the columns `column` and `message`. Corrected, it can be imported as it is. 409 until the import is DONE.',
    roles: bookingRoles,
    refuses: ['conflict'],
    reply: FileAddress,
    status: 303,
    location: '{url}',
    read: ({ ctx, params }) => importErrors(ctx, transferBucket(ctx), params.id),
  }),
  listRoute('GET /api/v1/exports', {
    summary: 'List the exports of the last week, newest first',
    roles: staffRoles,
    reply: ListedExport,
    list: ({ ctx, page }) => listExports(ctx, page),
  }),
  route('POST /api/v1/exports', {
    summary: 'Write records of a list to a file',
    description:
      'Filters are those of the list. CSV has the fields of a record as columns, and an apostrophe before what a spreadsheet would execute as a formula; an import removes it. `jsonl` has a JSON object on each line. A file has up to 100,000 rows.',
    example: {
      status: 'WAITING',
      rows: 0,
      reason: null,
      bytes: null,
      url: null,
      url_expires_at: null,
      finished_at: null,
    },
    roles: staffRoles,
    refuses: ['too_many_requests'],
    body: NewExport,
    reply: Export,
    status: 202,
    decide: ({ ctx, body }) => createExport(ctx, body),
  }),
  route('GET /api/v1/exports/{id}', {
    hasFiles: true,
    summary: 'Read an export, with an address of its file',
    description: 'Each answer has a new `url`, which anyone can read the file at for a minute.',
    roles: staffRoles,
    reply: Export,
    read: ({ ctx, params }) => readExport(ctx, transferBucket(ctx), params.id),
  }),
]

export const handler = lambda(routes)
