import { feedTypeNames, schemaName } from '../../../domain/events/record.ts'
import { maxAttempts } from '../../../domain/webhooks/record.ts'
import { field, type Fields } from './field.ts'
import { ids } from '../example-ids.ts'

const webhookStatus = field(
  'PENDING until the URL answers a ping with 2xx: then the events since the creation follow. A new URL needs another ping',
)

/** Events, webhooks, messages and errors. */
export const responses: Fields = {
  id: field('The id', ids.event),
  'Deleted.id': field('The id of the deleted record', ids.shipment),
  deleted: field('Always true', true),
  message: field('What was done, in words', 'Done'),
  detail: field('What was wrong and what to do, in words', 'Shipment not found'),
  'ApiError.code': field('The kind of error, for programs'),
  'ValidationError.detail': field('Every fault of the request'),
  error: field('The kind of error, for programs', 'not_found'),
  loc: field('Where: `body` or `query`, then the field', ['body', 'weight']),
  msg: field('What is wrong, in words', 'Field required'),
  'ValidationIssue.type': field('The kind of fault, for programs', 'missing'),
  'GatewayError.message': field('What was wrong, in words', 'Too Many Requests'),
  'TrackingError.message': field('What was wrong and what to do, in words', 'No parcel has this tracking id'),
  'Health.status': field('Always `healthy`', 'healthy'),
  'Health.timestamp': field('The service’s time in UTC, without a zone designator', '2026-11-23T09:30:00.123'),
  version: field('The version of the service', '1.0.0'),
  openapi: field('The version of OpenAPI', '3.1.0'),
  asyncapi: field('The version of AsyncAPI', '3.0.0'),
  'Subscribe.type': field('Requests the events of more channels'),
  'Unsubscribe.type': field('Requests no more events of channels'),
  'Ping.type': field('Asks whether the connection works'),
  'Pong.type': field('The answer to a ping'),
  'Subscribed.type': field('The answer to subscribe and unsubscribe'),
  'SocketError.type': field('The answer to a message that could not be carried out'),
  'SocketError.message': field('What was wrong, in words', 'Not the name of a channel'),
  type: field('What happened'),
  number: field('Its place in the feed of the company', 1),
  data: field('What it is about: ids and statuses, no personal data'),
  'WebhookControlEvent.id': field('The id of the event', ids.event),
  'WebhookControlEvent.timestamp': field('When it was sent', '2026-11-23T09:30:00.000Z'),
  'WebhookControlEvent.type': field('A ping, or a test event', 'webhook.test'),
  'Problem.type': field('The kind of problem, as an address of the reference', '/docs/errors#not_found'),
  'Problem.title': field('The status in words', 'Not Found'),
  'Problem.status': field('The HTTP status', 404),
  'Problem.code': field('The kind of error, for programs', 'not_found'),
  errors: field('Of a 422: every fault of the request', undefined),
  delivery_id: field('The delivery’s id, which is that of its event', ids.event),
  webhook_id: field('The webhook’s id', ids.webhook),
  'Webhook.id': field('The webhook’s id', ids.webhook),
  'WebhookWithSecret.id': field('The webhook’s id', ids.webhook),
  url: field('Where events are sent, by POST: https, at a public address', 'https://hooks.example/courier'),
  secret: field(
    'Verifies what is delivered (Standard Webhooks); it is not shown again',
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  ),
  types: field('The types of event that are sent; all if empty', ['shipment.status_changed']),
  created_by: field('The user who created it; null if it was not recorded', ids.user),
  disabled_reason: field('Why the service disabled it, or null', null),
  former_secret_until: field('Until when former secrets sign too, or null', null),
  attempts: field(`The newest ${maxAttempts} attempts, oldest first`),
  at: field('When it was sent', '2026-11-23T09:30:00.000Z'),
  fault: field('Why there was no answer, or null', null),
  duration_ms: field('How long the receiver took, in milliseconds', 84),
  'WebhookAttempt.status': field('The HTTP status of the answer, or null', 204),
  next_attempt_at: field('When it is sent again, or null', null),
  event: field('What is sent'),
  ...Object.fromEntries(
    ['Webhook', 'NewWebhook', 'WebhookWithSecret', 'WebhookChange'].map((schema) => [
      `${schema}.description`,
      field('A remark for your colleagues; may be empty', 'Our warehouse system'),
    ]),
  ),
  limit: field('How many', 50),
  cursor: field('Where the last page ended: its `X-Next-Cursor`, with the same filters', '1.tUtuwx9tnJuaoH7G'),
  'query.type': field('Returns only events of this type'),
  'query.after': field(
    'The id of the last event that you have; without it the feed begins with its oldest',
    ids.event,
  ),
  'WebhookDelivery.id': field('The event’s id, which the header `webhook-id` has too', ids.event),
  'Webhook.status': webhookStatus,
  'WebhookWithSecret.status': webhookStatus,
  'WebhookChange.status': field(
    'Enabled again, a webhook is PENDING until its URL answers a ping. It then continues where it stopped, as far as the feed goes back',
  ),
  ...Object.fromEntries(
    feedTypeNames.map(schemaName).flatMap((schema) => [
      [`${schema}.id`, field('The same for each delivery, so that duplicates are recognised', ids.event)],
      [`${schema}.timestamp`, field('When it was recorded', '2026-11-23T09:20:01.000Z')],
    ]),
  ),
}
