import type { TableRights } from '../../../shared/db/rights.ts'
import { staffRoles, managerRoles, roles } from '../../../shared/domain/kernel/roles.ts'
import { listScans, readScanned, ScanFilter, ScannedEntity } from '../../../shared/domain/scans/list.ts'
import { NewScan, Review, Scan, ScanAnswer } from '../../../shared/domain/scans/record.ts'
import { readScan, reviewScan, recordScan } from '../../../shared/domain/scans/scans.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { listRoute, route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** Scans of labels with phones, and their results. */
export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi1', 'Query gsi2', 'PutItem', 'UpdateItem'],
  package: ['GetItem'],
  bag: ['GetItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
}

export const routes = [
  route('POST /api/v1/scans', {
    operationId: 'recordScan',
    summary: 'Validate a scanned label, and read its package or bag',
    description:
      'Always a 201: `validation_result` says whether the label is genuine. A user has 100 scans in an hour; the ones above are recorded as rate_limited. Send a `scan_id` of your own to repeat a scan safely. An invalid scan publishes `scan.rejected`.',
    roles,
    body: NewScan,
    reply: ScanAnswer,
    status: 201,
    decide: ({ ctx, body }) => recordScan(ctx, body),
  }),
  listRoute('GET /api/v1/scans', {
    summary: 'List the user’s own scans, newest first; managers can list all',
    description: 'Managers may pass `user_id` for another user’s scans, or `all=true`.',
    roles,
    query: ScanFilter,
    reply: Scan,
    refuses: ['forbidden'],
    list: ({ ctx, query, page }) => listScans(ctx, query, page),
  }),
  route('GET /api/v1/scans/{id}', {
    summary: 'Read a scan',
    roles,
    reply: Scan,
    read: ({ ctx, params }) => readScan(ctx, params.id),
  }),
  route('PATCH /api/v1/scans/{id}/review', {
    operationId: 'reviewScan',
    summary: 'Record the review of a scan, and its verdict',
    description: 'For managers. The scan keeps who reviewed it, when, and the verdict.',
    example: { reviewed: true },
    roles: managerRoles,
    body: Review,
    reply: Scan,
    decide: ({ ctx, params, body }) => reviewScan(ctx, params.id, body),
  }),
  route('GET /api/v1/scans/entity/{entity_type}/{entity_id}', {
    operationId: 'getScannedEntity',
    summary: 'A package or a bag, and the scans of its label',
    description: 'With the ten newest valid scans: for managers those of all users, for others their own.',
    roles: staffRoles,
    reply: ScannedEntity,
    read: ({ ctx, params }) => readScanned(ctx, params.entity_type, params.entity_id),
  }),
]

export const handler = lambda(routes)
