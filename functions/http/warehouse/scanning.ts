import * as z from 'zod'
import { exampleIds } from '../../../shared/domain/kernel/example-ids.ts'
import { commonTexts } from '../../../shared/domain/kernel/field-texts.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import { Id } from '../../../shared/domain/kernel/fields.ts'
import { handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { scanEvent } from '../../../shared/domain/scans/record-scan.ts'
import { recordBatch, ScanBatch } from '../../../shared/domain/scans/scan-batch.ts'
import { ScanEvent, ScanEventResult } from '../../../shared/domain/scans/scan-events.ts'
import { itemReply } from '../../../shared/http/error-responses.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { batchRoute } from '../../../shared/http/routing/batch-route.ts'
import { route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** Scans in warehouses. */
export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  quotas: ['UpdateItem'],
}
/** Each scan's own response, as scan-event would have it. */
const ScanBatchResult = lazySchema(() =>
  z
    .object({
      results: z
        .array(
          itemReply(ScanEventResult)
            .extend({
              scan_id: Id.meta({
                description: 'The id that the phone chose for the scan',
                examples: [exampleIds.scan],
              }),
            })
            .meta({ id: 'ScanAnswer' }),
        )
        .meta(commonTexts.results),
    })
    .meta({ id: 'ScanBatchResult' }),
)

export const routes = [
  route('POST /api/v1/scan-event', {
    operationId: 'recordScanEvent',
    summary: 'Record a scan in a warehouse',
    description:
      'Adds an event to the package’s timeline, and moves its status if the event means a move that is allowed; `status_applied` says whether it did. An unexpected scan is recorded, and never a 409. `qr_code` may be the printed code or all that the QR code holds, including those of a bag’s label: that takes BAG_LOADED, ARRIVED_AT_WAREHOUSE, BAG_TAKEN_OVER and BAG_HANDED_OVER (422 for other types), and the event is in the timeline of each package in the bag. Publishes `package.event_created`. The page Event types lists what each type does.',
    roles: [...handlingRoles, 'courier'],
    body: ScanEvent,
    reply: ScanEventResult,
    refuses: ['bad_request', 'not_found'],
    decide: ({ ctx, body }) => scanEvent(ctx, body),
  }),
  batchRoute('POST /api/v1/scan-events/batch', {
    operationId: 'recordScanEvents',
    summary: 'Record scans that were made without a connection',
    description:
      'For phones that were without a connection: `status` and `body` of each scan are what scan-event would have answered, in the order sent. Each scan stands alone; those of one package are recorded in the order sent, with `occurred_at` as their time, at most 30 days back. A `scan_id` takes effect once: the answer is kept for 30 days, so send the batch again if there was no response, and the scans with `retry_after` after that many seconds.',
    roles: [...handlingRoles, 'courier'],
    body: ScanBatch,
    reply: ScanBatchResult,
    act: ({ ctx, body, replyToItem }) => recordBatch(ctx, body, replyToItem),
  }),
]

export const handler = lambda(routes)
