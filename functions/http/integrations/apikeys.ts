import { exampleIds } from '../../../shared/domain/kernel/example-ids.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  NewApiKey,
  readApiKey,
  rotateApiKey,
  Rotation,
} from '../../../shared/domain/api-keys/api-keys.ts'
import { ApiKey, ApiKeyWithSecret } from '../../../shared/domain/api-keys/record.ts'
import { Deleted } from '../../../shared/domain/kernel/fields.ts'
import { managerRoles } from '../../../shared/domain/kernel/roles.ts'
import {
  activeSession,
  recentFactor,
  verifiedEmailAndRecentFactor,
} from '../../../shared/domain/users/active-user.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { listRoute, route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

/** API keys of a company, by which its own systems call the API. */
export const secrets: readonly SecretName[] = ['sealing', 'verification']
export const table: TableRights = {
  tenant: [
    ...(['GetItem', 'BatchGetItem', 'Query', 'Query gsi1'] as const),
    ...(['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const),
  ],
  client: ['PutItem', 'DeleteItem'],
  outbox: ['PutItem'],
  quotas: ['UpdateItem'],
}

export const routes = [
  listRoute('GET /api/v1/api-keys', {
    summary: 'List the API keys of the company, newest first',
    description: 'Without their secrets.',
    example: { expires_at: null, former_secret_until: null },
    roles: managerRoles,
    reply: ApiKey,
    list: ({ ctx, page }) => listApiKeys(ctx, page),
  }),
  route('POST /api/v1/api-keys', {
    summary: 'Create an API key, by which a system of the company calls the API',
    description:
      'The response shows the secret, once. Needs a verified e-mail address. A key may do what its scopes say, and never manages users or keys; what it does is recorded under its id. At most 100 keys.',
    example: { last_used_at: null, expires_at: null, former_secret_until: null },
    roles: managerRoles,
    requires: verifiedEmailAndRecentFactor,
    body: NewApiKey,
    reply: ApiKeyWithSecret,
    status: 201,
    decide: ({ ctx, body }) => createApiKey(ctx, body),
  }),
  route('GET /api/v1/api-keys/{id}', {
    summary: 'Read an API key',
    description: '`last_used_at` is the hour in which it last got a token.',
    example: { expires_at: null, former_secret_until: null },
    roles: managerRoles,
    reply: ApiKey,
    read: ({ ctx, params }) => readApiKey(ctx, params.id),
  }),
  route('DELETE /api/v1/api-keys/{id}', {
    summary: 'Delete an API key',
    description: 'It gets no more tokens. Those that it has end within 15 minutes, and with them its sockets.',
    example: { id: exampleIds.apiKey, message: 'The API key is deleted' },
    roles: managerRoles,
    requires: activeSession,
    reply: Deleted,
    decide: ({ ctx, params }) => deleteApiKey(ctx, params.id),
  }),
  route('POST /api/v1/api-keys/{id}/rotate', {
    operationId: 'rotateApiKey',
    summary: 'Replace the secret of an API key; the former one works for a while',
    description:
      'The response has the new secret, which is not shown again. Both secrets work for `overlap_seconds` (an hour unless given), so that the system can change over; with 0 all former ones end at once. 409 while a former secret works, or if the key is rotated at the same time.',
    example: { expires_at: null },
    roles: managerRoles,
    requires: recentFactor,
    refuses: ['stale'],
    body: Rotation,
    reply: ApiKeyWithSecret,
    decide: ({ ctx, params, body }) => rotateApiKey(ctx, params.id, body),
  }),
]

export const handler = lambda(routes)
