import type { TableRights } from '../../shared/db/rights.ts'
import { AuditFilter, listAudit } from '../../shared/domain/audit/list.ts'
import { listHeads, listSegments, SegmentFilter } from '../../shared/domain/audit/segments.ts'
import { AuditHead, AuditSegment } from '../../shared/domain/audit/segment-record.ts'
import { AuditEntry } from '../../shared/domain/audit/record.ts'
import { managerRoles } from '../../shared/domain/kernel/roles.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

/** Who did what in a company. */
export const secrets: readonly SecretName[] = ['sealing', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'Query'],
  quotas: ['UpdateItem'],
}

export const routes = [
  listRoute('GET /api/v1/audit', {
    operationId: 'listAuditEntries',
    summary: 'List who changed what and who read files, newest first',
    description:
      'One entry for each change: who made it, from where, and the fields before and after. Personal data and secrets are masked. Sign-ins have entries, also refused ones, and reads of files: photos, labels, proofs of delivery, exports. Entries are written with the change itself, and kept for 400 days.',
    roles: managerRoles,
    query: AuditFilter,
    reply: AuditEntry,
    pageSize: 50,
    list: ({ ctx, query, page }) => listAudit(ctx, query, page),
  }),
  listRoute('GET /api/v1/audit/heads', {
    operationId: 'listAuditHeads',
    summary: 'List the heads of closed segments of the audit log, newest first',
    description:
      'Seconds after they were written, entries are in a closed segment. Its head commits to all of its entries, and to the segments before. Keep a head outside of the service: `courier audit verify --since <number>:<hash>` then proves that no entry up to it was changed or removed since.',
    roles: managerRoles,
    reply: AuditHead,
    pageSize: 50,
    list: ({ ctx, page }) => listHeads(ctx, page),
  }),
  listRoute('GET /api/v1/audit/segments', {
    operationId: 'listAuditSegments',
    summary: 'List closed segments of the audit log with their hashes, oldest first',
    roles: managerRoles,
    query: SegmentFilter,
    reply: AuditSegment,
    pageSize: 20,
    list: ({ ctx, query, page }) => listSegments(ctx, query, page),
  }),
]

export const handler = lambda(routes)
