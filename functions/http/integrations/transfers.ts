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
import { lambda } from '../../../shared/http/lambda.ts'
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

/** Where a file can be read, for an hour. */
const FileAddress = lazySchema(() => z.object({ url: z.string() }).meta({ id: 'FileAddress' }))

export const routes = [
  listRoute('GET /api/v1/imports', {
    summary: 'List the imports of the last week, newest first',
    roles: bookingRoles,
    reply: Import,
    list: ({ ctx, page }) => listImports(ctx, page),
  }),
  route('POST /api/v1/imports', {
    summary: 'Request a form to upload a table whose rows are imported',
    roles: bookingRoles,
    refuses: ['too_many_requests'],
    body: NewImport,
    reply: WaitingImport,
    status: 202,
    decide: ({ ctx, body }) => createImport(ctx, transferBucket(ctx), body),
  }),
  route('GET /api/v1/imports/{id}', {
    summary: 'Read an import, with the number of rows that are done',
    roles: bookingRoles,
    reply: Import,
    read: ({ ctx, params }) => readImport(ctx, params.id),
  }),
  route('GET /api/v1/imports/{id}/errors.csv', {
    operationId: 'readImportErrors',
    summary: 'The rows that were not imported, as they were sent, with what is wrong',
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
    roles: staffRoles,
    refuses: ['too_many_requests'],
    body: NewExport,
    reply: Export,
    status: 202,
    decide: ({ ctx, body }) => createExport(ctx, body),
  }),
  route('GET /api/v1/exports/{id}', {
    summary: 'Read an export, with an address of its file',
    roles: staffRoles,
    reply: Export,
    read: ({ ctx, params }) => readExport(ctx, transferBucket(ctx), params.id),
  }),
]

export const handler = lambda(routes)
