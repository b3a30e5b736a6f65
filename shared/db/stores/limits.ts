import { randomBytes } from 'node:crypto'
import { absent, all, any, atLeast, below, contains, equals, exists, sizeBelow } from '../conditions.ts'
import { digest, partitions, type Item } from '../keys.ts'
import type { Write } from '../requests.ts'
import { epochSeconds } from '../entity.ts'
import type { Store } from '../store.ts'

/** The quota of hits in a window of seconds, which starts with its first hit and ends to the millisecond. */
export interface Limit {
  name: string
  quota: number
  window: number
}
export interface Reservation {
  allowed: boolean
  /** The id of this hit, for `confirm` and `release`. */
  hit: string
  remaining: number
  /**
   * Hits that are neither confirmed nor released, each with the second of its reservation. Omits hits whose ids
   * callers chose.
   */
  pending: { hit: string; since: number }[]
  /** Whole seconds until the window ends: at least 1, at most its length. */
  resetsIn: number
  /** The first moment after the window. */
  endsAt: Date
}

/** The maximum number of full buckets in the cache; beyond, it is cleared. */
const maxCached = 10_000

/** `ends` is in milliseconds since 1970 and identifies the window; `ttl` is when the item may be deleted. */
interface Bucket {
  hits: ReadonlySet<string>
  spent: ReadonlySet<string>
  ends: number
}
/** DynamoDB has no empty set: without members the attribute is removed. */
const bucketOf = (item: Item | undefined) =>
  ({ hits: new Set(), spent: new Set(), ...item }) as unknown as Bucket

/**
 * Exact rate limits under concurrency and retries: a bucket is the set of its hits' ids, so a hit that is written
 * twice counts once, and the quota is a condition of the write. One call per hit, two when a window starts. `of`
 * identifies the bucket (an address, an account); only its digest is stored.
 */
export const limits = (store: Store) => {
  const bucketKey = ({ name }: Limit, of: string) => ({
    pk: `${partitions.limits}${name}#${digest(of)}`,
    sk: 'L',
  })
  const windowFrom = ({ window }: Limit, now: Date) => {
    const ends = now.getTime() + window * 1000
    return { ends, ttl: Math.ceil(ends / 1000) }
  }
  /** The end of each bucket that was full, in milliseconds since 1970. */
  const full = new Map<string, number>()

  /** Adds all hits to the bucket, or none. An update that is sent again finds the first one in it. */
  async function add(limit: Limit, of: string, now: Date, [hit = '', ...others]: readonly string[]) {
    const key = bucketKey(limit, of)
    const moment = now.getTime()
    const window = windowFrom(limit, now)
    const hits = new Set([hit, ...others])
    const room = any(sizeBelow('hits', limit.quota - others.length), contains('hits', hit), absent('hits'))
    for (;;) {
      const taken = await store.update({
        update: key,
        change: { initially: window, add: { hits } },
        when: any(absent('ends'), all(atLeast('ends', moment + 1), room)),
      })
      if (taken.done) return { allowed: true, bucket: bucketOf(taken.item) }
      const { ends } = bucketOf(taken.item)
      if (ends > moment) return { allowed: false, bucket: bucketOf(taken.item) }
      const fresh = await store.update({
        update: key,
        change: { set: { ...window, hits, spent: undefined } },
        when: equals('ends', ends),
      })
      if (fresh.done) return { allowed: true, bucket: bucketOf(fresh.item) }
    }
  }

  return {
    /**
     * Counts a hit that is never released, so a full bucket stays full. It is remembered here, so that a flood
     * costs no calls and does not throttle the bucket's item.
     */
    async count(
      limit: Limit,
      of: string,
      now: Date,
    ): Promise<Pick<Reservation, 'allowed' | 'remaining' | 'resetsIn'>> {
      const { pk } = bucketKey(limit, of)
      const ends = full.get(pk) ?? 0
      if (ends > now.getTime()) return { allowed: false, remaining: 0, resetsIn: secondsTo(ends, now, limit) }
      const taken = await this.reserve(limit, of, now)
      full.delete(pk)
      if (taken.remaining === 0) full.set(pk, taken.endsAt.getTime())
      if (full.size > maxCached) full.clear()
      return taken
    },

    /**
     * Reserves a hit if there is room. A caller that may have crashed after its reservation passes the same id, of
     * a dozen characters: a hit that is already in the bucket is allowed again, and counts once.
     * `more`: further hits of the same request, which are reserved with the first one or not at all.
     */
    async reserve(
      limit: Limit,
      of: string,
      now: Date,
      hit = newHit(now),
      more: readonly string[] = [],
    ): Promise<Reservation> {
      const { allowed, bucket } = await add(limit, of, now, [hit, ...more])
      const { hits, spent, ends } = bucket
      return {
        allowed,
        hit,
        remaining: Math.max(0, limit.quota - hits.size),
        pending: [...hits].filter((one) => !spent.has(one)).map(withSince),
        resetsIn: secondsTo(ends, now, limit),
        endsAt: new Date(ends),
      }
    },

    /**
     * Takes as many hits as there is room for, at most `wanted`, which is at least 1. They are never released. `endsAt` is
     * when the window ends. One call, or a few if there is less room.
     */
    async takeUpTo(
      limit: Limit,
      of: string,
      now: Date,
      wanted: number,
    ): Promise<{ taken: number; endsAt: Date }> {
      for (let count = Math.min(wanted, limit.quota); ;) {
        const ids = Array.from({ length: count }, () => newHit(now))
        const { allowed, bucket } = await add(limit, of, now, ids)
        const endsAt = new Date(bucket.ends)
        if (allowed) return { taken: count, endsAt }
        count = Math.min(count, limit.quota - bucket.hits.size)
        if (count <= 0) return { taken: 0, endsAt }
      }
    },

    /**
     * Counts a hit by a number, not by its id: for quotas of thousands, whose ids would not fit. A hit that is written twice
     * counts twice.
     */
    async tally(limit: Limit, of: string, now: Date): Promise<Pick<Reservation, 'allowed' | 'resetsIn'>> {
      const key = bucketKey(limit, of)
      const [moment, window] = [now.getTime(), windowFrom(limit, now)]
      for (;;) {
        const taken = await store.update({
          update: key,
          change: { initially: window, add: { used: 1 } },
          when: any(absent('ends'), all(atLeast('ends', moment + 1), below('used', limit.quota))),
        })
        const ends = Number(taken.item?.ends ?? window.ends)
        if (taken.done || ends > moment) return { allowed: taken.done, resetsIn: secondsTo(ends, now, limit) }
        const fresh = await store.update({
          update: key,
          change: { set: { ...window, used: 1 } },
          when: equals('ends', ends),
        })
        if (fresh.done) return { allowed: true, resetsIn: secondsTo(window.ends, now, limit) }
      }
    },

    /** Whether there is room, without taking it; concurrent hits may still fill the bucket. */
    async peek(limit: Limit, of: string, now: Date): Promise<Pick<Reservation, 'allowed' | 'resetsIn'>> {
      const { hits, ends } = bucketOf(await store.get(bucketKey(limit, of)))
      const allowed = !(ends > now.getTime()) || hits.size < limit.quota
      return { allowed, resetsIn: allowed ? 1 : secondsTo(ends, now, limit) }
    },

    /** Confirms a hit: it will not be released. */
    async confirm(limit: Limit, of: string, hit: string): Promise<void> {
      const change = { add: { spent: new Set([hit]) } }
      await store.update({ update: bucketKey(limit, of), change, when: contains('hits', hit) })
    },

    /** Releases a hit: a write for the transaction that undoes its cause. */
    release: (limit: Limit, of: string, hit: string, now: Date): Write => ({
      update: bucketKey(limit, of),
      change: { take: { hits: new Set([hit]) }, initially: windowFrom(limit, now) },
    }),

    /** Releases the hits of crashed callers. */
    async free(limit: Limit, of: string, pending: Reservation['pending']): Promise<void> {
      const change = { take: { hits: new Set(pending.map(({ hit }) => hit)) } }
      await store.update({ update: bucketKey(limit, of), change, when: exists('pk') })
    },
  }
}
export type Limits = ReturnType<typeof limits>

/** At most the window's length: two requests that start a window at once may have slightly different times. */
const secondsTo = (ends: number, now: Date, { window }: Limit) =>
  Math.min(window, Math.max(1, Math.ceil((ends - now.getTime()) / 1000)))

/** The id of a hit contains the second of its reservation, for `pending`. */
const newHit = (now: Date) => `${epochSeconds(now).toString(36)}.${randomBytes(4).toString('base64url')}`
const withSince = (hit: string) => ({ hit, since: parseInt(hit, 36) })
