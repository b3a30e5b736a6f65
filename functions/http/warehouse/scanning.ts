import * as z from 'zod'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import { Id } from '../../../shared/domain/kernel/fields.ts'
import { handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { scanEvent } from '../../../shared/domain/scans/record-scan.ts'
import { recordBatch, ScanBatch } from '../../../shared/domain/scans/scan-batch.ts'
import { ScanEvent, ScanEventResult } from '../../../shared/domain/scans/scan-events.ts'
import { partAnswer } from '../../../shared/http/error-responses.ts'
import { lambda } from '../../../shared/http/lambda.ts'
import { batchRoute } from '../../../shared/http/routing/batch-route.ts'
import { route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** Scans in warehouses. */
export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  quotas: ['UpdateItem'],
}
/** Each scan's own response, as scan-event would have it. */
const ScanBatchResult = lazySchema(() =>
  z
    .object({
      results: z.array(partAnswer(ScanEventResult).extend({ scan_id: Id }).meta({ id: 'ScanAnswer' })),
    })
    .meta({ id: 'ScanBatchResult' }),
)

export const routes = [
  route('POST /api/v1/scan-event', {
    operationId: 'recordScanEvent',
    summary: 'Record what was scanned in a warehouse',
    roles: [...handlingRoles, 'courier'],
    body: ScanEvent,
    reply: ScanEventResult,
    refuses: ['bad_request', 'not_found'],
    decide: ({ ctx, body }) => scanEvent(ctx, body),
  }),
  batchRoute('POST /api/v1/scan-events/batch', {
    operationId: 'recordScanEvents',
    summary: 'Record what was scanned without a connection',
    roles: [...handlingRoles, 'courier'],
    body: ScanBatch,
    reply: ScanBatchResult,
    act: ({ ctx, body, answerPart }) => recordBatch(ctx, body, answerPart),
  }),
]

export const handler = lambda(routes)
