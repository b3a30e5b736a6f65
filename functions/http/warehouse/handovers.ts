import type { TableRights } from '../../../shared/db/rights.ts'
import { Handover, NewHandover } from '../../../shared/domain/handovers/record.ts'
import { handlingRoles, staffRoles } from '../../../shared/domain/kernel/roles.ts'
import { Notice } from '../../../shared/domain/notices/record.ts'
import { handOver } from '../../../shared/domain/handovers/hand-over.ts'
import { CodeRequest, sendHandoverCode, SentCode } from '../../../shared/domain/handovers/send-code.ts'
import { listNotices, resendNotices, ResentNotices } from '../../../shared/domain/notices/resend.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { listRoute, route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** How recipients get their packages, with the proofs that their company requires, and what they are written about them. */
export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi1', 'PutItem', 'UpdateItem', 'DeleteItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
  outbox: ['PutItem'],
}

export const routes = [
  route('POST /api/v1/shipments/{id}/handovers', {
    operationId: 'handOver',
    summary: 'Hand packages over to their recipient',
    description:
      'Needs the proofs that the company’s settings require; the packages become DELIVERED, and the shipment with its last one. Scanners name packages by their labels (`qr_codes`); if one may be forged, nothing is handed over (400). Sent again with the same `handover_id`, it gets the same response. A wrong code is a 400, and counts: after five guesses a new code has to be sent (429). A phone without a connection sends `offline` later, with signature and photo in place of a code; a code that turns out wrong, or was not given, opens a CLAIM case then.',
    example: { code_check: 'CONFIRMED', shipment_status: 'DELIVERED', photos: [] },
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
    description:
      'Sends an e-mail with a code of six digits in the shipment’s language. It works for 24 hours, once, for five guesses, and replaces the one before. Once a minute and ten times a day. 409 if the address was changed within 24 hours after receipt, unless a manager gives a `reason`.',
    roles: handlingRoles,
    body: CodeRequest,
    reply: SentCode,
    status: 202,
    refuses: ['too_many_requests'],
    decide: ({ ctx, params, body }) => sendHandoverCode(ctx, params.id, body),
  }),
  listRoute('GET /api/v1/shipments/{id}/notices', {
    operationId: 'listNotices',
    summary: 'List the notices of a shipment, newest first',
    description:
      'The e-mails to recipient and sender about its status, with what became of each, for 90 days. A notice is sent within seconds; `state` is PENDING until then.',
    roles: staffRoles,
    reply: Notice,
    list: ({ ctx, params, page }) => listNotices(ctx, params.id, page),
  }),
  route('POST /api/v1/shipments/{id}/notices', {
    operationId: 'resendNotices',
    summary: 'Send the notices of a shipment’s status again',
    description:
      'Sends those of the current status, to each party with an address. Three times a day for a shipment; beyond, it is a 429. 409 if the status has no notice, if there is no address, or if the address gets none: it was stopped, rejected, bounced or complained.',
    roles: handlingRoles,
    reply: ResentNotices,
    status: 202,
    decide: ({ ctx, params }) => resendNotices(ctx, params.id),
  }),
]

export const handler = lambda(routes)
