import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { absent, all, any, atLeast, contains, equals, sizeBelow } from './conditions.ts'
import { digest, type Item } from './keys.ts'
import type { Write } from './requests.ts'
import { seconds } from './table.ts'
import type { Store } from './store.ts'

/** So many hits in so many seconds; the window begins with its first hit. */
export interface Limit {
  name: string
  quota: number
  window: number
}
export interface Taken {
  allowed: boolean
  /** Names this hit, for `giveBack`. */
  id: string
  remaining: number
  /** How many hits are spent for good: see `spend`. */
  spent: number
  /** Seconds until the window ends, at least 1. */
  resetsIn: number
}

/** DynamoDB knows no empty set: where the last member goes, the attribute goes. */
const Hits = z.set(z.string()).default(new Set())
const Bucket = z.object({ hits: Hits, spent: Hits, ttl: z.int() })

/**
 * Limits that hold exactly, whatever runs at once and whatever is retried: a bucket is the set of its hits' ids, so a
 * hit that is written twice counts once, and the quota is a condition of the write. One call for each hit, two where
 * a window begins again. `of` names the bucket (an address, an account); only its digest is stored.
 */
export const limits = (store: Store) => {
  const bucketKey = ({ name }: Limit, of: string) => ({ pk: `L#${name}#${digest(of)}`, sk: 'L' })
  return {
    async take(limit: Limit, of: string, now: Date): Promise<Taken> {
      const key = bucketKey(limit, of)
      const id = randomBytes(6).toString('base64url')
      const start = seconds(now)
      const window = { ttl: start + limit.window }
      const room = any(sizeBelow('hits', limit.quota), contains('hits', id), absent('hits'))
      const verdict = (item: Item | undefined, allowed: boolean): Taken => {
        const { hits, spent, ttl } = Bucket.parse(item)
        return {
          allowed,
          id,
          remaining: Math.max(0, limit.quota - hits.size),
          spent: spent.size,
          resetsIn: Math.max(1, ttl - start),
        }
      }
      for (;;) {
        const hit = await store.update({
          update: key,
          change: { initially: window, add: { hits: new Set([id]) } },
          when: any(absent('pk'), all(atLeast('ttl', start + 1), room)),
        })
        if (hit.done) return verdict(hit.item, true)
        const ended = Bucket.parse(hit.item).ttl <= start ? hit.item?.ttl : undefined
        if (ended === undefined) return verdict(hit.item, false)
        const fresh = await store.update({
          update: key,
          change: { set: { ...window, hits: new Set([id]), spent: undefined } },
          when: equals('ttl', ended),
        })
        if (fresh.done) return verdict(fresh.item, true)
      }
    },

    /** Notes that a hit stays: what it stood for is over, and will not be given back. */
    async spend(limit: Limit, of: string, id: string): Promise<void> {
      await store.update({
        update: bucketKey(limit, of),
        change: { add: { spent: new Set([id]) } },
        when: contains('hits', id),
      })
    },

    /** Takes a hit back, as if it had not been: a member for the transaction of what it stood for. */
    giveBack: (limit: Limit, of: string, id: string, now: Date): Write => ({
      update: bucketKey(limit, of),
      change: { take: { hits: new Set([id]) }, initially: { ttl: seconds(now) + limit.window } },
    }),
  }
}
export type Limits = ReturnType<typeof limits>
