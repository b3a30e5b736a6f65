import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { mintGrant, type Grant } from '../grant.ts'
import { agendaKey, directoryKey, type DirectoryKind, type Item } from '../keys.ts'
import type { Store } from '../store.ts'

const Entry = lazySchema(() => z.object({ tenant_id: z.guid(), ref: z.string() }))

/** The only way from a public key, such as an e-mail address, to a tenant. */
export const directory = (store: Store) => ({
  async find(kind: DirectoryKind, key: string): Promise<{ grant: Grant; ref: string } | undefined> {
    const item = await store.get(directoryKey(kind, key))
    if (!item) return undefined
    const entry = Entry.parse(item)
    return { grant: mintGrant(entry.tenant_id), ref: entry.ref }
  },
  /**
   * The agenda entries of all tenants between two moments (in UTC), in order. The record of an entry may have changed since
   * the entry was written. Makes one call per day and per hundred entries.
   */
  async *agenda(from: string, to: string): AsyncGenerator<{ grant: Grant; ref: string }> {
    for (let start = from; start <= to; start = nextDay(start)) {
      const { pk: partition, sk } = agendaKey(start)
      let after: Item | undefined
      do {
        const page = await store.query({
          ...{ partition, from: sk, to: agendaKey(to, '~').sk, limit: 100 },
          ...(after && { after }),
        })
        for (const item of page.items) {
          const { tenant_id, ref } = Entry.parse(item)
          yield { grant: mintGrant(tenant_id), ref }
        }
        after = page.last
      } while (after)
    }
  },
  /** A grant for a new tenant, which the caller then creates. */
  found: (): Grant => mintGrant(randomUUID()),
})
export type Directory = ReturnType<typeof directory>

const nextDay = (moment: string) =>
  `${new Date(Date.parse(moment.slice(0, 10)) + 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`
