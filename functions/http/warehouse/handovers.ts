import type { TableRights } from '../../../shared/db/rights.ts'
import { Handover, NewHandover } from '../../../shared/domain/handovers/record.ts'
import { handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { handOver } from '../../../shared/domain/operations/handovers/hand-over.ts'
import { sendHandoverCode, SentCode } from '../../../shared/domain/operations/handovers/send-code.ts'
import { lambda } from '../../../shared/http/lambda.ts'
import { route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** How recipients get their packages, with the proofs that their company requires. */
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
]

export const handler = lambda(routes)
