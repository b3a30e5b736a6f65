import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { equals } from '../../db/conditions.ts'
import { digest } from '../../db/keys.ts'
import { entity, expiryAfter } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { FeedEvent, feedTypeNames } from '../events/record.ts'
import {
  defaulted,
  Id,
  optional,
  text,
  verbatim,
  Timestamp,
  CreatedAt,
  TenantId,
  UpdatedAt,
  idOf,
} from '../kernel/fields.ts'

/** Descriptions of fields that several schemas share. */
const webhookTexts = {
  url: {
    description: 'Where events are sent, by POST: https, at a public address',
    examples: ['https://hooks.example/courier'],
  },
  description: {
    description: 'A remark for your colleagues; may be empty',
    examples: ['Our warehouse system'],
  },
  types: {
    description: 'The types of event that are sent; all if empty',
    examples: [['shipment.status_changed']],
  },
  at: { description: 'When it was sent', examples: ['2026-11-23T09:30:00.000Z'] },
}

/** The maximum number of webhooks of a company: each is woken by every event. */
export const maxWebhooks = 20

/** PENDING: the URL has not shown yet that it wants events, so it gets pings only. */
export const webhookStatuses = ['PENDING', 'ENABLED', 'DISABLED'] as const
/** Why the service disabled a webhook: its receiver responded 410 Gone, or failed for days. */
const reasons = ['gone', 'failing'] as const

/** Why a webhook is still PENDING: no ping was answered with 2xx, or the answer did not confirm it. */
const pendingReasons = ['unanswered', 'unconfirmed'] as const
const confirmation =
  'answer a ping with the text of its `data.challenge` (or JSON `{"challenge": "…"}`), answer with the header `WebHook-Allowed-Origin` of CloudEvents, or send the challenge that the URL received as `code` to POST /api/v1/webhooks/{id}/verify'
/** What is to be done for a PENDING webhook. */
const nextSteps: Record<(typeof pendingReasons)[number], string> = {
  unanswered: `The URL has not answered a ping with 2xx. To get events, ${confirmation}.`,
  unconfirmed: `The URL answers, but has not shown that it wants events. To confirm it, ${confirmation}. POST /api/v1/webhooks/{id}/test sends another ping.`,
}

const url = verbatim(2000).regex(/^\S+$/, 'An address without blanks').meta({ format: 'uri' })
const description = text(200)
const types = z
  .array(z.enum(feedTypeNames))
  .max(100)
  .transform((given) => [...new Set(given)])

const webhookFields = () => ({
  id: idOf('webhook'),
  tenant_id: TenantId,
  url: z.string().meta(webhookTexts.url),
  description: z.string().meta(webhookTexts.description),
  types: z.array(z.enum(feedTypeNames)).meta(webhookTexts.types),
  status: z.enum(webhookStatuses).meta({
    description:
      'PENDING until the URL confirms a ping: then the events since the creation follow. A new URL needs another ping',
  }),
  disabled_reason: z
    .enum(reasons)
    .nullable()
    .meta({ description: 'Why the service disabled it, or null', examples: [null] }),
  created_by: Id.nullable()
    .default(null)
    .meta({ description: 'The user who created it; null if it was not recorded', examples: [exampleIds.user] }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
})
/** A webhook as clients read it. Its secret is shown once, on creation. */
export const Webhook = lazySchema(() =>
  z
    .object({
      ...webhookFields(),
      former_secret_until: Timestamp.nullable().meta(commonTexts.formerSecretUntil),
      pending_reason: z
        .enum(pendingReasons)
        .nullable()
        .meta({
          description:
            'Why it is PENDING: the URL has answered no ping with 2xx, or has answered without confirming it; null otherwise',
          examples: [null],
        }),
      next_step: z
        .string()
        .nullable()
        .meta({ description: 'What confirms a PENDING webhook; null otherwise', examples: [null] }),
    })
    .meta({ id: 'Webhook' }),
)
export const WebhookWithSecret = lazySchema(() =>
  Webhook.unwrap()
    .extend({
      secret: z.string().meta({
        description: 'The key that verifies deliveries (Standard Webhooks); it is not shown again',
        examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
      }),
    })
    .meta({ id: 'WebhookWithSecret' }),
)

export const NewWebhook = lazySchema(() =>
  z
    .object({
      url: url.meta(webhookTexts.url),
      description: defaulted(description, '').meta(webhookTexts.description),
      types: defaulted(types, []).meta(webhookTexts.types),
    })
    .meta({
      id: 'NewWebhook',
      examples: [{ url: 'https://hooks.example/courier', types: ['shipment.status_changed'] }],
    }),
)
export const WebhookChange = lazySchema(() =>
  z
    .object({
      url: optional(url).meta(webhookTexts.url),
      description: optional(description).meta(webhookTexts.description),
      types: optional(types).meta(webhookTexts.types),
      status: optional(z.enum(['ENABLED', 'DISABLED'])).meta({
        description:
          'Enabled again, a webhook is PENDING until its URL confirms a ping. It then continues where it stopped, as far as the feed goes back',
      }),
    })
    .meta({ id: 'WebhookChange', examples: [{ status: 'ENABLED' }] }),
)

export const WebhookCode = lazySchema(() =>
  z
    .object({
      code: text(200).meta({
        description: 'The `data.challenge` of the last ping that the URL received',
        examples: ['q1JfGx0kT9mVw3yZb7dHcA'],
      }),
    })
    .meta({ id: 'WebhookCode', examples: [{ code: 'q1JfGx0kT9mVw3yZb7dHcA' }] }),
)

/** Secrets are sealed (shared/domain/webhooks/secrets.ts). */
const WebhookRecord = lazySchema(() =>
  z.object({
    ...webhookFields(),
    secret_sealed: z.string(),
    /** Former secrets that still sign, newest first. */
    former: z.array(z.object({ sealed: z.string(), until: Timestamp })).optional(),
    /** What its pings ask for; none in records from before (`challengeOf`). */
    challenge: z.string().optional(),
    /** Its URL has answered a ping with 2xx since it is PENDING, without the challenge. */
    unconfirmed: z.boolean().optional(),
    version: z.int(),
  }),
)
export type WebhookRecord = z.output<typeof WebhookRecord>

export const webhooks = entity({
  noun: 'Webhook',
  schema: WebhookRecord,
  ref: pick(WebhookRecord, 'id'),
  // All in one partition, where they are listed consistently: there are few.
  fields: {
    secret: ['url', 'secret_sealed', 'former', 'challenge'],
    internal: ['unconfirmed', 'version', 'created_at', 'updated_at', 'tenant_id'],
    plain: ['id', 'description', 'types', 'status', 'disabled_reason', 'created_by'],
  },
  audited: 'webhook',
  key: ({ id }) => ({ pk: 'WEBHOOK', sk: webhookPrefix + id }),
})
const webhookPrefix = 'WEBHOOK#'
export const allWebhooks = {
  partition: 'WEBHOOK',
  from: webhookPrefix,
  to: `${webhookPrefix}~`,
  newestFirst: true,
}

export const toWebhookResponse = ({
  secret_sealed,
  former,
  challenge,
  unconfirmed,
  ...record
}: WebhookRecord) => {
  const reason = record.status !== 'PENDING' ? null : unconfirmed ? 'unconfirmed' : 'unanswered'
  return {
    ...record,
    former_secret_until: former?.[0]?.until ?? null,
    pending_reason: reason,
    next_step: reason && nextSteps[reason],
  } as const
}
export type WebhookResponse = ReturnType<typeof toWebhookResponse>

/**
 * What the pings of a webhook ask its URL for. No manager can read it, so that it proves access to the URL. A record from
 * before derives it from the sealed secret, which clients do not see either.
 */
export const challengeOf = ({ challenge, secret_sealed }: Pick<WebhookRecord, 'challenge' | 'secret_sealed'>) =>
  challenge ?? digest(secret_sealed)

const HeldUrl = lazySchema(() => z.object({ url: z.string(), webhook_id: Id }))
/**
 * The webhook that has last taken a URL, by the digest of the URL. It only prevents that two requests take one URL at the
 * same time: webhooks from before have none, and the list of webhooks decides.
 */
export const heldUrls = entity({
  noun: 'URL',
  schema: HeldUrl,
  ref: pick(HeldUrl, 'url'),
  fields: {
    plain: ['url', 'webhook_id'],
  },
  key: ({ url }) => ({ pk: `WEBHOOK_URL#${url}`, sk: 'URL' }),
})

/** Seconds after a failed attempt until the next: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
export const retryAfter = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const
/** Why an attempt got no response: no public address, timeout, no connection. */
export const faults = ['address', 'timeout', 'connection'] as const

const Attempt = lazySchema(() =>
  z
    .object({
      at: Timestamp.meta(webhookTexts.at),
      status: z
        .int()
        .nullable()
        .meta({ description: 'The HTTP status of the answer, or null', examples: [204] }),
      fault: z
        .enum(faults)
        .nullable()
        .meta({ description: 'Why there was no answer, or null', examples: [null] }),
      duration_ms: z
        .int()
        .min(0)
        .meta({ description: 'How long the receiver took, in milliseconds', examples: [84] }),
    })
    .meta({ id: 'WebhookAttempt' }),
)
export type Attempt = z.output<typeof Attempt>
/** The maximum number of stored attempts; the newest are kept. */
export const maxAttempts = 20
/** With this many deliveries waiting for a retry, a webhook gets no new events: they stay in the feed. */
export const maxScheduled = 1000

/** An event that is not in the feed: a test event, or the ping of a PENDING webhook. */
export const controlTypes = ['webhook.ping', 'webhook.test'] as const
const ControlEvent = lazySchema(() =>
  z
    .object({
      id: Id.meta({ description: 'The id of the event', examples: [exampleIds.event] }),
      type: z.enum(controlTypes).meta({ description: 'A ping, or a test event', examples: ['webhook.test'] }),
      timestamp: Timestamp.meta(webhookTexts.at),
      data: z
        .object({
          webhook_id: idOf('webhook'),
          challenge: z
            .string()
            .optional()
            .meta({
              description:
                'Of a ping, as the URL receives it: answering with it confirms the webhook. Deliveries do not show it',
              examples: ['q1JfGx0kT9mVw3yZb7dHcA'],
            }),
        })
        .meta({ description: 'The webhook that it is about' }),
    })
    .meta({ id: 'WebhookControlEvent' }),
)
export type ControlEvent = z.output<typeof ControlEvent>
export const isControlEvent = (event: DeliveryRecord['event']): event is ControlEvent => !('number' in event)

/** The delivery of an event to a webhook, as clients read it. */
export const Delivery = lazySchema(() =>
  z
    .object({
      id: Id.meta({
        description: 'The event’s id, which the header `webhook-id` has too',
        examples: [exampleIds.event],
      }),
      webhook_id: idOf('webhook'),
      status: z.enum(deliveryStatuses).meta(commonTexts.status),
      attempts: z.array(Attempt).meta({ description: `The newest ${maxAttempts} attempts, oldest first` }),
      next_attempt_at: Timestamp.nullable().meta({
        description: 'When it is sent again, or null',
        examples: [null],
      }),
      event: z.union([FeedEvent, ControlEvent]).meta({ description: 'The payload' }),
      created_at: CreatedAt,
    })
    .meta({ id: 'WebhookDelivery' }),
)
export const DeliveryFilter = lazySchema(() => z.object({ status: optional(z.enum(deliveryStatuses)) }))

/** `tries` counts the current round: a replay starts again. */
const DeliveryRecord = lazySchema(() => Delivery.unwrap().extend({ tries: z.int(), version: z.int() }))
export type DeliveryRecord = z.output<typeof DeliveryRecord>

export const deliveries = entity({
  noun: 'Delivery',
  schema: DeliveryRecord,
  ref: pick(DeliveryRecord, 'webhook_id', 'id'),
  fields: {
    internal: ['next_attempt_at', 'tries', 'version'],
    plain: ['id', 'webhook_id', 'status', 'attempts', 'event', 'created_at'],
  },
  key: ({ webhook_id, id }) => ({ pk: `WEBHOOK#${webhook_id}`, sk: `DELIVERY#${id}` }),
  index: ({ webhook_id, created_at, id }) => ({
    gsi2: { pk: `DELIVERY#${webhook_id}`, sk: `${created_at}#${id}` },
  }),
  expires: ({ created_at }) => expiryAfter(30, new Date(created_at)),
})

const Due = lazySchema(() => z.object({ webhook_id: Id, due: Timestamp, number: z.int(), id: Id }))
export type ScheduledAttempt = z.output<typeof Due>
/** A scheduled attempt; attempts of the same time keep the feed's order. */
export const scheduledAttempts = entity({
  noun: 'Attempt',
  schema: Due,
  ref: Due,
  fields: {
    plain: ['webhook_id', 'due', 'number', 'id'],
  },
  key: ({ webhook_id, due, number, id }) => ({
    pk: `WEBHOOK#${webhook_id}`,
    sk: `${duePrefix}${due}#${String(number).padStart(12, '0')}#${id}`,
  }),
  expires: ({ due }) => expiryAfter(7, new Date(due)),
})
/** The attempt that a delivery waits for, if any. */
export const scheduledAttemptOf = ({ webhook_id, id, event, next_attempt_at: due }: DeliveryRecord) =>
  due === null ? [] : [{ webhook_id, id, due, number: isControlEvent(event) ? noNumber : event.number }]
const noNumber = 0
/** Attempts at events that are not in the feed. */
export const ofControlEvents = equals('number', noNumber)
export const duePrefix = 'DUE#'
/** Attempts that are due by a time, or all, soonest first. */
export const dueBy = (webhookId: string, moment = '~') => ({
  partition: `WEBHOOK#${webhookId}`,
  from: duePrefix,
  to: `${duePrefix}${moment}#~`,
})
/**
 * The attempt that an item's change has made due now, if any: a ping, a test or a replay. Later attempts are covered
 * by the wake-up that the worker scheduled.
 */
export function newlyScheduledAttempt(
  { sk, before, after }: { sk: string; before: unknown; after: unknown },
  now: Date,
) {
  const due = sk.startsWith(duePrefix) && after && !before ? Due.parse(after) : undefined
  return due && due.due <= now.toISOString() ? due : undefined
}
