import { exampleIds } from '../../shared/domain/kernel/example-ids.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { Deleted } from '../../shared/domain/kernel/fields.ts'
import { managerRoles } from '../../shared/domain/kernel/roles.ts'
import { activeSession, verifiedEmail } from '../../shared/domain/users/active-user.ts'
import {
  listDeliveries,
  readDelivery,
  replayDelivery,
  testWebhook,
} from '../../shared/domain/webhooks/deliveries.ts'
import {
  Delivery,
  DeliveryFilter,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookCode,
  WebhookWithSecret,
} from '../../shared/domain/webhooks/record.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateSecret,
  verifyWebhook,
} from '../../shared/domain/webhooks/webhooks.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

/** Webhooks of a company. */
export const secrets: readonly SecretName[] = ['sealing', 'verification', 'webhooks']
export const table: TableRights = {
  tenant: [
    'GetItem',
    'BatchGetItem',
    'Query',
    'Query gsi2',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'ConditionCheckItem',
  ],
  limits: ['UpdateItem'],
  outbox: ['PutItem'],
  quotas: ['UpdateItem'],
}

export const routes = [
  listRoute('GET /api/v1/webhooks', {
    summary: 'List the webhooks of the company, newest first',
    description: 'Without their secrets.',
    example: { status: 'ENABLED', disabled_reason: null },
    roles: managerRoles,
    reply: Webhook,
    list: ({ ctx, page }) => listWebhooks(ctx, page),
  }),
  route('POST /api/v1/webhooks', {
    summary: 'Create a webhook, to which events are sent',
    description:
      'Deliveries are signed as Standard Webhooks requires. The response shows the secret, once. Events are sent after the URL has confirmed a ping: it answers with the ping’s `data.challenge`, or with the header `WebHook-Allowed-Origin` (CloudEvents), or a manager sends that challenge to `/verify`. A URL has one webhook in a company. Needs a verified e-mail address. The events since its creation are included.',
    example: { status: 'PENDING', disabled_reason: null, description: '' },
    roles: managerRoles,
    requires: verifiedEmail,
    refuses: ['conflict', 'too_many_requests'],
    body: NewWebhook,
    reply: WebhookWithSecret,
    status: 201,
    decide: ({ ctx, body }) => createWebhook(ctx, body),
  }),
  route('GET /api/v1/webhooks/{id}', {
    summary: 'Read a webhook',
    description:
      '`disabled_reason` says why the service has disabled it: the receiver is gone (410), or failed for days.',
    example: { status: 'ENABLED', disabled_reason: null },
    roles: managerRoles,
    reply: Webhook,
    read: ({ ctx, params }) => readWebhook(ctx, params.id),
  }),
  route('PUT /api/v1/webhooks/{id}', {
    summary: 'Change, disable or enable a webhook',
    description: 'Another `url`, and `status` ENABLED for a disabled webhook, need another ping.',
    example: { disabled_reason: null },
    roles: managerRoles,
    requires: activeSession,
    refuses: ['conflict', 'too_many_requests'],
    body: WebhookChange,
    reply: Webhook,
    decide: ({ ctx, params, body }) => changeWebhook(ctx, params.id, body),
  }),
  route('POST /api/v1/webhooks/{id}/verify', {
    summary: 'Confirm a PENDING webhook by the code that its URL received',
    description:
      'For receivers that only answer with 2xx: the code is the `data.challenge` of the last ping. A test event and the events since the creation follow.',
    example: { status: 'ENABLED', disabled_reason: null },
    roles: managerRoles,
    requires: activeSession,
    refuses: ['bad_request', 'conflict', 'too_many_requests'],
    body: WebhookCode,
    reply: Webhook,
    decide: ({ ctx, params, body }) => verifyWebhook(ctx, params.id, body),
  }),
  route('DELETE /api/v1/webhooks/{id}', {
    summary: 'Delete a webhook',
    description: 'Nothing more is sent, not even deliveries that wait for another attempt.',
    example: { id: exampleIds.webhook, message: 'The webhook is deleted' },
    roles: managerRoles,
    requires: activeSession,
    reply: Deleted,
    decide: ({ ctx, params }) => deleteWebhook(ctx, params.id),
  }),
  route('POST /api/v1/webhooks/{id}/rotate-secret', {
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook; for 24 hours the former one signs too',
    description: 'The response has the new secret, which is not shown again.',
    example: { disabled_reason: null },
    roles: managerRoles,
    requires: activeSession,
    reply: WebhookWithSecret,
    decide: ({ ctx, params }) => rotateSecret(ctx, params.id),
  }),
  route('POST /api/v1/webhooks/{id}/test', {
    summary: 'Send a test event, or a ping to a PENDING webhook; its delivery has the result',
    description: 'Shows whether the receiver verifies the signature and answers in time, without a parcel.',
    roles: managerRoles,
    requires: activeSession,
    refuses: ['conflict', 'too_many_requests'],
    reply: Delivery,
    status: 201,
    location: '/api/v1/webhooks/{webhook_id}/deliveries/{id}',
    decide: ({ ctx, params }) => testWebhook(ctx, params.id),
  }),
  listRoute('GET /api/v1/webhooks/{id}/deliveries', {
    summary: 'List the deliveries of a webhook in the last 30 days, newest first',
    roles: managerRoles,
    query: DeliveryFilter,
    reply: Delivery,
    list: ({ ctx, params, query, page }) => listDeliveries(ctx, params.id, query, page),
  }),
  route('GET /api/v1/webhooks/{id}/deliveries/{delivery_id}', {
    summary: 'Read a delivery, with its attempts',
    roles: managerRoles,
    reply: Delivery,
    read: ({ ctx, params }) => readDelivery(ctx, params.id, params.delivery_id),
  }),
  route('POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay', {
    summary: 'Send an event again',
    description: 'Sent at once, with the same event id, even if it was delivered before.',
    roles: managerRoles,
    requires: activeSession,
    refuses: ['conflict', 'too_many_requests'],
    reply: Delivery,
    decide: ({ ctx, params }) => replayDelivery(ctx, params.id, params.delivery_id),
  }),
]

export const handler = lambda(routes)
