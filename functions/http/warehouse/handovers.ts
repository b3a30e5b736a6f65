import type { TableRights } from '../../../shared/db/rights.ts'
import { Handover, NewHandover } from '../../../shared/domain/handovers/record.ts'
import { handlingRoles, staffRoles } from '../../../shared/domain/kernel/roles.ts'
import { Notice } from '../../../shared/domain/notices/record.ts'
import { handOver } from '../../../shared/domain/handovers/hand-over.ts'
import { sendHandoverCode, SentCode } from '../../../shared/domain/handovers/send-code.ts'
import { listNotices, resendNotices, ResentNotices } from '../../../shared/domain/notices/resend.ts'
import { lambda } from '../../../shared/http/lambda.ts'
import { listRoute, route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** How recipients get their packages, with the proofs that their company requires, and what they are written about them. */
export const secrets: readonly SecretName[] = ['sealing', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
  outbox: ['PutItem'],
}

export const routes = [
  route('POST /api/v1/shipments/{id}/handovers', {
    operationId: 'handOver',
    summary: 'Hand packages over to their recipient',
    roles: handlingRoles,
    body: NewHandover,
    reply: Handover,
    status: 201,
    location: '/api/v1/shipments/{shipment_id}/proof',
    refuses: ['bad_request', 'too_many_requests'],
    decide: ({ ctx, params, body }) => handOver(ctx, params.id, body),
  }),
  route('POST /api/v1/shipments/{id}/handover-code', {
    operationId: 'sendHandoverCode',
    summary: 'Send the recipient a code for the hand-over',
    roles: handlingRoles,
    reply: SentCode,
    status: 202,
    refuses: ['too_many_requests'],
    decide: ({ ctx, params }) => sendHandoverCode(ctx, params.id),
  }),
  listRoute('GET /api/v1/shipments/{id}/notices', {
    operationId: 'listNotices',
    summary: 'List the notices of a shipment, newest first',
    roles: staffRoles,
    reply: Notice,
    list: ({ ctx, params, page }) => listNotices(ctx, params.id, page),
  }),
  route('POST /api/v1/shipments/{id}/notices', {
    operationId: 'resendNotices',
    summary: 'Send the notices of a shipment’s status again',
    roles: handlingRoles,
    reply: ResentNotices,
    status: 202,
    decide: ({ ctx, params }) => resendNotices(ctx, params.id),
  }),
]

export const handler = lambda(routes)
