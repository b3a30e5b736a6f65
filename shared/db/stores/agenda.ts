import { mintGrant, type Grant } from '../grant.ts'
import { agendaKey, type Item } from '../keys.ts'
import type { Store } from '../store.ts'
import { DirectoryEntry } from './directory.ts'

/**
 * The agenda entries of all tenants between two moments (in UTC), in order. The record of an entry may have changed since
 * the entry was written. Makes one call per day and per hundred entries.
 */
export async function* agenda(
  store: Store,
  from: string,
  to: string,
): AsyncGenerator<{ grant: Grant; ref: string }> {
  for (let start = from; start <= to; start = nextDay(start)) {
    const { pk: partition, sk } = agendaKey(start)
    let after: Item | undefined
    do {
      const page = await store.query({
        ...{ partition, from: sk, to: agendaKey(to, '~').sk, limit: 100 },
        ...(after && { after }),
      })
      for (const item of page.items) {
        const { tenant_id, ref } = DirectoryEntry.parse(item)
        yield { grant: mintGrant(tenant_id), ref }
      }
      after = page.last
    } while (after)
  }
}

const nextDay = (moment: string) =>
  `${new Date(Date.parse(moment.slice(0, 10)) + 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`
