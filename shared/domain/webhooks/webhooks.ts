import { randomBytes, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod'
import { absent, any, equals, sizeBelow } from '../../db/conditions.ts'
import { digest } from '../../db/keys.ts'
import type { Write } from '../../db/requests.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { ValidationError } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { newSecret } from '../../messaging/webhooks/signature.ts'
import { targetFault, targetOptions } from '../../messaging/webhooks/target.ts'
import type { TenantContext, TenantWork } from '../kernel/context.ts'
import { deleted, differences } from '../kernel/fields.ts'
import { accountLetters } from '../users/account-letters.ts'
import { storedOwner } from '../users/owner.ts'
import { users } from '../users/record.ts'
import { heads } from '../events/head.ts'
import { subscriptions } from '../subscriptions/record.ts'
import { planControlEvent } from './deliveries.ts'
import { webhookSecrets } from './secrets.ts'
import {
  allWebhooks,
  challengeOf,
  heldUrls,
  maxWebhooks,
  toWebhookResponse,
  webhooks,
  type NewWebhook,
  type WebhookChange,
  type WebhookCode,
  type WebhookRecord,
  type WebhookResponse,
} from './record.ts'

type WithSecret = WebhookResponse & { secret: string }

/**
 * Creates a webhook, which is PENDING until its URL confirms a ping. Throws ValidationError for an address that is not
 * allowed, a conflict beyond 20 webhooks or if another one has the URL, and too_many_requests.
 */
export async function createWebhook(
  ctx: TenantContext,
  { url, description, types }: z.output<typeof NewWebhook>,
): Promise<Plan<WithSecret>> {
  const { table, actor, now, newId, settings } = ctx
  expectTarget(url, settings)
  const [head, { seal }] = await Promise.all([table.find(heads, {}), webhookSecrets(ctx)])
  const [id, secret, moment] = [newId(), newSecret(), now.toISOString()]
  const record: WebhookRecord = {
    id,
    tenant_id: actor.tenant_id,
    url,
    description,
    types,
    status: 'PENDING',
    disabled_reason: null,
    created_by: actor.user_id,
    created_at: moment,
    updated_at: moment,
    secret_sealed: seal(secret, id),
    challenge: newChallenge(),
    version: 1,
  }
  if ((head?.webhooks?.size ?? 0) >= maxWebhooks) throw tooMany
  const taken = await moveUrl(table, id, { to: url })
  const ping = await planControlEvent(ctx, id, 'webhook.ping')
  const people = await Promise.all([
    table.find(users, { id: actor.user_id }),
    storedOwner(table, actor.tenant_id),
  ])
  const writes = [
    table.create(webhooks, record),
    ...taken,
    table.create(subscriptions, { id, cursor: head?.number ?? 0, parked: 0, failures: 0, version: 1 }),
    head ? subscribeWrite(table, id) : table.create(heads, { number: 0, webhooks: new Set([id]), version: 1 }),
    ...ping.writes,
    ...accountLetters(ctx, 'webhook_created', people, new URL(url).host),
  ]
  return { writes, result: { ...toWebhookResponse(record), secret } }
}
const tooMany = refused.company_has_most_webhooks({ max: maxWebhooks })

/** Too long to guess: 128 bits. */
const newChallenge = () => randomBytes(16).toString('base64url')

const urlDigest = (url: string) => digest(URL.parse(url)?.href ?? url)

/**
 * The writes that give a webhook its URL, and release its former one. Throws a conflict that names the webhook which has
 * it. If another takes it at the same time, the caller decides again.
 */
async function moveUrl(table: TenantTable, id: string, { from, to }: { from?: string; to?: string }) {
  const [former, next] = [from, to].map((url) => (url === undefined ? undefined : urlDigest(url)))
  if (former === next) return []
  const writes: Write[] = former === undefined ? [] : [table.remove(heldUrls, { url: former })]
  if (next === undefined) return writes
  const [held, all] = await Promise.all([
    table.find(heldUrls, { url: next }),
    table.listAll(webhooks, { ...allWebhooks, limit: 1000 }),
  ])
  const other = all.find((one) => one.id !== id && urlDigest(one.url) === next)
  if (other) throw refused.webhook_url_taken({ webhook_id: other.id })
  // The holder was deleted, or has another URL by now.
  const took = held
    ? table.patchUnread(
        heldUrls,
        { url: next },
        { set: { webhook_id: id } },
        { when: equals('webhook_id', held.webhook_id) },
      )
    : table.create(heldUrls, { url: next, webhook_id: id })
  return [...writes, took]
}

/** Subscribes a webhook to the feed. */
const subscribeWrite = (table: TenantTable, id: string): Write =>
  table.patchUnread(
    heads,
    {},
    { add: { webhooks: new Set([id]) } },
    { when: any(absent('webhooks'), sizeBelow('webhooks', maxWebhooks)), onConditionFailed: tooMany },
  )
const unsubscribeWrite = (table: TenantTable, id: string): Write =>
  table.patchUnread(heads, {}, { take: { webhooks: new Set([id]), busy: new Set([id]) } })

function expectTarget(url: string, settings: TenantContext['settings']): void {
  const fault = targetFault(url, targetOptions(settings))
  if (fault !== undefined)
    throw new ValidationError({ loc: ['body', 'url'], msg: `The address ${fault}`, type: 'value_error' })
}

/** A page of the company's webhooks, newest first. */
export async function listWebhooks(
  { table }: TenantContext,
  page: PageRequest,
): Promise<Page<WebhookResponse>> {
  return (await table.list(webhooks, { ...allWebhooks, ...page })).map(toWebhookResponse)
}

/** Throws "Webhook not found". */
export const readWebhook = async ({ table }: TenantContext, id: string): Promise<WebhookResponse> =>
  toWebhookResponse(await table.get(webhooks, { id }))

/**
 * Changes a webhook. A new URL, and one that is enabled again, must confirm a ping: the webhook is PENDING until then.
 * Throws not_found, stale (If-Match), ValidationError for an address that is not allowed, a conflict beyond 20 or if
 * another one has the URL, and too_many_requests.
 */
export async function changeWebhook(
  ctx: TenantContext,
  id: string,
  { status, ...input }: z.output<typeof WebhookChange>,
): Promise<Plan<WebhookResponse>> {
  const { table, now, settings, expectVersion } = ctx
  const current = await table.get(webhooks, { id })
  expectVersion(current.version)
  if (input.url !== undefined && input.url !== current.url) expectTarget(input.url, settings)
  const isOn = current.status !== 'DISABLED'
  const willBeOn = status ? status === 'ENABLED' : isOn
  const needsPing = willBeOn && (!isOn || (input.url !== undefined && input.url !== current.url))
  const change = differences(current, {
    ...input,
    status: needsPing ? 'PENDING' : willBeOn ? undefined : 'DISABLED',
  })
  if (Object.keys(change).length === 0) return { writes: [], result: toWebhookResponse(current) }
  const { write, record } = table.updateVersion(webhooks, current, {
    ...change,
    ...(change.status && { disabled_reason: null }),
    ...(needsPing && { challenge: newChallenge(), unconfirmed: undefined }),
    updated_at: now.toISOString(),
  })
  const subscriptionWrites =
    isOn === willBeOn ? [] : [(willBeOn ? subscribeWrite : unsubscribeWrite)(table, id)]
  const moved = input.url === undefined ? [] : await moveUrl(table, id, { from: current.url, to: input.url })
  const ping = needsPing ? (await planControlEvent(ctx, id, 'webhook.ping')).writes : []
  return { writes: [write, ...moved, ...subscriptionWrites, ...ping], result: toWebhookResponse(record) }
}

/** Disables a webhook on behalf of the service. */
export async function switchOff(
  { table, transact, now }: TenantWork,
  id: string,
  disabled_reason: NonNullable<WebhookRecord['disabled_reason']>,
): Promise<void> {
  await transact(async () => {
    const current = await table.find(webhooks, { id })
    if (!current || current.status === 'DISABLED') return { writes: [], result: undefined }
    const off = { status: 'DISABLED' as const, disabled_reason, updated_at: now.toISOString() }
    const { write } = table.updateVersion(webhooks, current, off)
    return { writes: [write, unsubscribeWrite(table, id)], result: undefined }
  })
}

/**
 * Notes how the URL of a PENDING webhook has answered a ping with 2xx: a confirmed one is enabled. Without effect if it
 * has another URL or challenge by now.
 */
export async function notePing(
  { table, transact, now }: TenantWork,
  pinged: WebhookRecord,
  isConfirmed: boolean,
): Promise<void> {
  await transact(async () => {
    const current = await table.find(webhooks, { id: pinged.id })
    const isSame = current?.url === pinged.url && challengeOf(current) === challengeOf(pinged)
    if (!isSame || current.status !== 'PENDING' || (current.unconfirmed && !isConfirmed))
      return { writes: [], result: undefined }
    const { write } = table.updateVersion(webhooks, current, {
      ...(isConfirmed ? confirmed : { unconfirmed: true }),
      updated_at: now.toISOString(),
    })
    return { writes: [write], result: undefined }
  })
}
const confirmed = { status: 'ENABLED', unconfirmed: undefined } as const

/**
 * Enables a PENDING webhook by the challenge that its URL has received; a test event and the events since its creation
 * follow. An ENABLED one stays as it is. Throws not_found, stale, bad_request for another code, a conflict if the webhook
 * is disabled, and too_many_requests.
 */
export async function verifyWebhook(
  ctx: TenantContext,
  id: string,
  { code }: z.output<typeof WebhookCode>,
): Promise<Plan<WebhookResponse>> {
  const { table, now, expectVersion } = ctx
  const current = await table.get(webhooks, { id })
  expectVersion(current.version)
  if (current.status === 'DISABLED') throw refused.webhook_disabled()
  if (current.status === 'ENABLED') return { writes: [], result: toWebhookResponse(current) }
  const [right, given] = [Buffer.from(challengeOf(current)), Buffer.from(code)]
  if (right.length !== given.length || !timingSafeEqual(right, given)) throw refused.ping_code_wrong()
  const { write, record } = table.updateVersion(webhooks, current, {
    ...confirmed,
    updated_at: now.toISOString(),
  })
  // The delivery of the test event wakes the subscription.
  const test = await planControlEvent(ctx, id, 'webhook.test')
  return { writes: [write, ...test.writes], result: toWebhookResponse(record) }
}

/** Its deliveries expire with time. Throws not_found. */
export async function deleteWebhook({ table, expectVersion }: TenantContext, id: string) {
  const current = await table.get(webhooks, { id })
  expectVersion(current.version)
  const subscriptionWrites = current.status !== 'DISABLED' ? [unsubscribeWrite(table, id)] : []
  const writes = [
    table.remove(webhooks, current),
    table.remove(subscriptions, { id }),
    ...(await moveUrl(table, id, { from: current.url })),
    ...subscriptionWrites,
  ]
  return { writes, result: deleted('webhook', id) }
}

/**
 * Replaces the secret; the former one also signs for a day, so that receivers can change over. Throws not_found.
 */
export async function rotateSecret(ctx: TenantContext, id: string): Promise<Plan<WithSecret>> {
  const { table, now, expectVersion } = ctx
  const [current, { seal }] = await Promise.all([table.get(webhooks, { id }), webhookSecrets(ctx)])
  expectVersion(current.version)
  const secret = newSecret()
  const { write, record } = table.updateVersion(webhooks, current, {
    secret_sealed: seal(secret, id),
    former: [
      { sealed: current.secret_sealed, until: new Date(now.getTime() + bothSign).toISOString() },
      ...(current.former ?? []).filter(({ until }) => until > now.toISOString()),
    ].slice(0, maxFormerSecrets),
    updated_at: now.toISOString(),
  })
  return { writes: [write], result: { ...toWebhookResponse(record), secret } }
}
const bothSign = 24 * 3600 * 1000
const maxFormerSecrets = 4
