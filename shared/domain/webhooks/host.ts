import type { Backoff, Backoffs } from '../../db/stores/backoffs.ts'
import type { Outcome } from '../../messaging/webhooks/post.ts'
import type { TenantWork } from '../kernel/context.ts'
import type { Subscription } from '../subscriptions/record.ts'
import type { WebhookRecord } from './record.ts'

/** What limits are of: deliveries of all companies to a host share them. With the port, if it is not 443. */
export const hostOf = ({ url }: Pick<WebhookRecord, 'url'>) => new URL(url).host

/** Seconds: the longest back-off of a host, and how long a webhook that works waits for the failure of another. */
const [longest, patience] = [300, 5]
/** Seconds after a back-off in which the webhook that has begun it tries first. */
const headStart = 3
/** Seconds without a failure after which a host has a new start. */
const forgotten = 600
const later = (moment: string, seconds: number) => new Date(Date.parse(moment) + seconds * 1000).toISOString()

/**
 * Takes places for so many posts in the current minute, of the company's half and of all. Returns how many there are, and
 * when the next ones are, for whom there are none.
 */
export async function takePosts(
  { limits, settings, actor }: TenantWork,
  host: string,
  now: Date,
  wanted: number,
): Promise<{ posts: number; until: string }> {
  const quota = settings.webhookPostsPerMinute
  const limitOf = (name: string, quota: number) => ({ name, quota, window: 60 })
  const share = limitOf('webhook-share', Math.ceil(quota / 2))
  const own = await limits.takeUpTo(share, `${actor.tenant_id} ${host}`, now, wanted)
  if (own.taken === 0) return { posts: 0, until: own.endsAt.toISOString() }
  const { taken, endsAt } = await limits.takeUpTo(limitOf('webhook-host', quota), host, now, own.taken)
  return { posts: taken, until: endsAt.toISOString() }
}

/**
 * What the back-off of a host means for a webhook. It does not wait for the back-off that it has begun itself, since it
 * has its own schedule, unless the host has said when to come back. One that has failed too waits for the end, and some
 * seconds longer, so that one webhook tries and not all. One that works waits five seconds for the failure of another,
 * once, and then tries with one post: so an endpoint that fails does not stop the others at its host.
 */
export function expectHost(
  backoff: Backoff | undefined,
  { id, status }: WebhookRecord,
  { failures, waits_until }: Subscription,
  now: Date,
): { until: string; isOnce: boolean } | { mostPosts: number } {
  const moment = now.toISOString()
  if (!backoff || backoff.by === id) return { mostPosts: Infinity }
  const end = later(backoff.until, backoff.by === byHost ? 0 : headStart)
  if (end <= moment) return { mostPosts: Infinity }
  const works = status === 'ENABLED' && failures === 0
  if (!works) return { until: end, isOnce: false }
  const soon = later(backoff.failed_at, patience)
  const until = waits_until ?? (soon < end ? soon : end)
  return until > moment ? { until, isOnce: true } : { mostPosts: 1 }
}
/** In place of a webhook: the host has said when to come back, which holds for all. */
const byHost = ''

const isFailure = (outcome: Outcome) =>
  'fault' in outcome ? outcome.fault !== 'address' : outcome.status >= 500 || outcome.status === 429

/** Begins, prolongs or ends the back-off of a host after posts of a webhook: any other answer than 429 and 5xx ends it. */
export async function noteOutcomes(
  backoffs: Backoffs,
  host: string,
  known: Backoff | undefined,
  { webhook, outcomes, now }: { webhook: WebhookRecord; outcomes: readonly Outcome[]; now: Date },
): Promise<void> {
  if (outcomes.some((one) => !isFailure(one) && 'status' in one)) {
    if (known) await backoffs.end(host, known)
    return
  }
  if (!outcomes.some(isFailure)) return
  const moment = now.toISOString()
  // The try of a webhook that works does not prolong the back-off.
  if (known && known.until > moment && known.by !== webhook.id) return
  const failures = known && later(known.until, forgotten) > moment ? known.failures + 1 : 1
  const asked = Math.max(0, ...outcomes.map((one) => ('retryAfter' in one ? (one.retryAfter ?? 0) : 0)))
  const seconds = Math.min(longest, asked || 5 * 2 ** Math.min(failures - 1, 10))
  await backoffs.replace(host, known, {
    by: asked > 0 ? byHost : webhook.id,
    failures,
    failed_at: moment,
    until: later(moment, seconds),
  })
}
