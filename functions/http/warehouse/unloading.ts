import * as z from 'zod'
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
import { partAnswer } from '../../../shared/http/error-responses.ts'
import { lambda } from '../../../shared/http/lambda.ts'
import { batchRoute } from '../../../shared/http/routing/batch-route.ts'
import { listRoute, route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** What bags that arrive contain, compared with what they should. */
export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi2', 'PutItem', 'UpdateItem', 'DeleteItem'],
  quotas: ['UpdateItem'],
}

/** The response to each find. */
const FindBatchResult = lazySchema(() =>
  z
    .object({ results: z.array(partAnswer(FindResult).extend({ find_id: Id }).meta({ id: 'FindAnswer' })) })
    .meta({ id: 'FindBatchResult' }),
)

export const routes = [
  listRoute('GET /api/v1/warehouse/{id}/unloadings', {
    summary: 'List a warehouse’s unloadings, newest first',
    roles: staffRoles,
    reply: UnloadingSummary,
    list: ({ ctx, params, page }) => listUnloadings(ctx, params.id, page),
  }),
  route('POST /api/v1/warehouse/{id}/unloadings', {
    operationId: 'openUnloading',
    summary: 'Open the unloading of a bag that has arrived',
    roles: handlingRoles,
    body: NewUnloading,
    reply: Unloading,
    status: 201,
    location: '/api/v1/unloadings/{id}',
    act: ({ ctx, params, body }) => openUnloading(ctx, params.id, body),
  }),
  route('GET /api/v1/unloadings/{id}', {
    summary: 'Read an unloading: what was found, and what is missing',
    roles: staffRoles,
    reply: Unloading,
    read: ({ ctx, params }) => readUnloading(ctx, params.id),
  }),
  batchRoute('POST /api/v1/unloadings/{id}/finds', {
    operationId: 'recordFinds',
    summary: 'Record packages that were found in a bag',
    roles: handlingRoles,
    body: FindBatch,
    reply: FindBatchResult,
    act: ({ ctx, params, body, answerPart }) => recordFinds(ctx, params.id, body, answerPart),
  }),
  route('POST /api/v1/unloadings/{id}/close', {
    operationId: 'closeUnloading',
    summary: 'End an unloading: what is missing gets a case',
    roles: handlingRoles,
    reply: Unloading,
    refuses: ['stale'],
    act: ({ ctx, params }) => closeUnloading(ctx, params.id),
  }),
]

export const handler = lambda(routes)
