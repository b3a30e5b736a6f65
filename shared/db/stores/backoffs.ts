import { absent, equals } from '../conditions.ts'
import { epochSeconds } from '../entity.ts'
import { digest, partitions } from '../keys.ts'
import type { Store } from '../store.ts'

/** That a server of third parties fails, such as a host of webhooks. */
export interface Backoff {
  /** Who has met the failure. */
  by: string
  /** Consecutive failures. */
  failures: number
  /** Timestamps: of the last failure, and until when other webhooks wait. */
  failed_at: string
  until: string
}

/** Back-offs that all companies share, by what they are of; only its digest is stored. */
export const backoffs = (store: Store) => {
  const keyOf = (of: string) => ({ pk: `${partitions.limits}backoff#${digest(of)}`, sk: 'B' })
  const asKnown = (known: Backoff | undefined) => (known ? equals('until', known.until) : absent('until'))
  return {
    /** The last back-off, which may have ended; undefined after a success. */
    async read(of: string): Promise<Backoff | undefined> {
      const item = await store.get(keyOf(of))
      return item?.['until'] === undefined ? undefined : (item as unknown as Backoff)
    },

    /** Replaces the known back-off; without effect if another worker has done so. */
    async replace(of: string, known: Backoff | undefined, next: Backoff): Promise<void> {
      const { by, failures, failed_at, until } = next
      const set = { by, failures, failed_at, until, ttl: epochSeconds(new Date(until)) + 3600 }
      await store.update({ update: keyOf(of), change: { set }, when: asKnown(known) })
    },

    /** Ends the known back-off after a success. */
    async end(of: string, known: Backoff): Promise<void> {
      const set = { by: undefined, failures: undefined, failed_at: undefined, until: undefined }
      await store.update({ update: keyOf(of), change: { set }, when: asKnown(known) })
    },
  }
}
export type Backoffs = ReturnType<typeof backoffs>
