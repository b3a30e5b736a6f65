import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { agendaKey, type AgendaEntry, type Item } from '../keys.ts'
import type { Store } from '../store.ts'

const Entry = lazySchema(() =>
  z.object({ tenant_id: z.guid(), ref: z.string(), group: z.string(), from: z.string(), until: z.string() }),
)

const hour = 3_600_000

/**
 * The agenda entries of all tenants that start in the hours between two moments (milliseconds since 1970). The record of
 * an entry may have changed since the entry was read. Makes a call per hour and megabyte.
 */
export async function agendaBetween(
  store: Pick<Store, 'query'>,
  from: number,
  to: number,
): Promise<AgendaEntry[]> {
  const entries: AgendaEntry[] = []
  for (let start = from - (from % hour); start <= to; start += hour) {
    const { pk: partition } = agendaKey(new Date(start).toISOString())
    let after: Item | undefined
    do {
      const page = await store.query({ partition, limit: 1000, ...(after && { after }) })
      entries.push(...page.items.map((item) => Entry.parse(item)))
      after = page.last
    } while (after)
  }
  return entries
}
