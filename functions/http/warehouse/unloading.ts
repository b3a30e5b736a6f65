import * as z from 'zod'
import { exampleIds } from '../../../shared/domain/kernel/example-ids.ts'
import { commonTexts } from '../../../shared/domain/kernel/field-texts.ts'
import { lazySchema } from '../../../shared/core/lazy-schema.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import { Id } from '../../../shared/domain/kernel/fields.ts'
import { handlingRoles, staffRoles } from '../../../shared/domain/kernel/roles.ts'
import { closeUnloading } from '../../../shared/domain/unloadings/close.ts'
import { FindBatch, recordFinds } from '../../../shared/domain/unloadings/find-batch.ts'
import { openUnloading } from '../../../shared/domain/unloadings/open.ts'
import { listUnloadings, readUnloading } from '../../../shared/domain/unloadings/read.ts'
import { FindResult } from '../../../shared/domain/unloadings/find-record.ts'
import { NewUnloading, Unloading, UnloadingSummary } from '../../../shared/domain/unloadings/record.ts'
import { itemReply } from '../../../shared/http/error-responses.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { batchRoute } from '../../../shared/http/routing/batch-route.ts'
import { listRoute, route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** The contents of arrived bags, compared with their lists. */
export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi2', 'PutItem', 'UpdateItem', 'DeleteItem'],
  quotas: ['UpdateItem'],
}

/** The response to each find. */
const FindBatchResult = lazySchema(() =>
  z
    .object({
      results: z
        .array(
          itemReply(FindResult)
            .extend({
              find_id: Id.meta({
                description: 'The id that the phone chose for the find',
                examples: [exampleIds.scan],
              }),
            })
            .meta({ id: 'FindAnswer' }),
        )
        .meta(commonTexts.results),
    })
    .meta({ id: 'FindBatchResult' }),
)

export const routes = [
  listRoute('GET /api/v1/warehouse/{id}/unloadings', {
    summary: 'List a warehouse’s unloadings, newest first',
    description: 'Without the packages; read an unloading for them.',
    roles: staffRoles,
    reply: UnloadingSummary,
    list: ({ ctx, params, page }) => listUnloadings(ctx, params.id, page),
  }),
  route('POST /api/v1/warehouse/{id}/unloadings', {
    operationId: 'openUnloading',
    summary: 'Open the unloading of a bag that has arrived',
    description:
      'A scanner names the bag by its label (`qr_code`); one that may be forged is a 400. Expected are the packages that the bag still holds: those that were scanned elsewhere have left it. The bag gets `arrived_at`, as by a scan of its label. A bag has one open unloading in a warehouse: a repetition, also by another user, returns that one. `seal_intact: false`, even if it is sent later, opens DAMAGE cases of all expected packages, 30 in each. An id that the company has not used yet becomes a warehouse of it.',
    example: { status: 'OPEN' },
    roles: handlingRoles,
    body: NewUnloading,
    reply: Unloading,
    status: 201,
    location: '/api/v1/unloadings/{id}',
    refuses: ['bad_request'],
    act: ({ ctx, params, body }) => openUnloading(ctx, params.id, body),
  }),
  route('GET /api/v1/unloadings/{id}', {
    summary: 'Read an unloading: its finds, and the missing packages',
    description:
      'As it is now: a package that is scanned later is not missing any more, neither here nor after a find in a closed unloading. The ETag follows the list.',
    example: { status: 'OPEN' },
    roles: staffRoles,
    reply: Unloading,
    read: ({ ctx, params }) => readUnloading(ctx, params.id),
  }),
  batchRoute('POST /api/v1/unloadings/{id}/finds', {
    operationId: 'recordFinds',
    summary: 'Record packages that were found in a bag',
    description:
      'Each find stands alone: `status` and `body` are its own. FOUND: was expected, and becomes ARRIVED here. EXCESS: was not, and becomes ARRIVED too if its state permits. MISROUTED: travels in another bag, so it is recorded and stays with that one. DAMAGED opens a DAMAGE case. A package counts once in an unloading, whoever finds it (`counted`). A `find_id` takes effect once: its answer is kept for 30 days, so send the finds again if there was no response, and those with `retry_after` after that many seconds. A find after the end is recorded too, and resolves the case of a missing package. Publishes `package.event_created`.',
    roles: handlingRoles,
    body: FindBatch,
    reply: FindBatchResult,
    act: ({ ctx, params, body, replyToItem }) => recordFinds(ctx, params.id, body, replyToItem),
  }),
  route('POST /api/v1/unloadings/{id}/close', {
    operationId: 'closeUnloading',
    summary: 'End an unloading: missing packages get cases',
    description:
      'Opens a SHORTAGE case of each missing package, with the code MISSING; its status stays. A find, or a scan or change to ARRIVED or beyond, resolves the case. If there was no response, close it again: no case is opened twice. A closed unloading is a 409.',
    example: { status: 'CLOSED' },
    roles: handlingRoles,
    reply: Unloading,
    refuses: ['stale'],
    act: ({ ctx, params }) => closeUnloading(ctx, params.id),
  }),
]

export const handler = lambda(routes)
