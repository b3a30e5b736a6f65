import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { currentKey, type Keyring } from '../../config/secrets.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity } from '../../db/entity.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantWork } from '../kernel/context.ts'
import { mac } from '../kernel/qr.ts'
import { phoneTerm } from './phone.ts'
import { allWordsOf, lettersOf, shortestBeginning, textOf, wordsOfNames } from './words.ts'

/** The search terms of a record. */
export interface Searched {
  kind: 'SHIP' | 'CONTACT'
  id: string
  created_at: string
  names: readonly string[]
  phones: readonly string[]
}

const SearchItem = lazySchema(() =>
  z.object({
    /** What it finds: a kind of record, and a phone's digest or the beginning of a word. */
    partition: z.string(),
    at: z.string(),
    id: z.string(),
    /** For a word: all words of the record. */
    words: z.string().optional(),
  }),
)
export type SearchItem = z.output<typeof SearchItem>

/**
 * An item for each word and phone number of a record, written in the record's own transaction, so that searches do not lag, and
 * one query finds a page among any number of records. Those of a phone are sorted by time, those of a word by it and time.
 */
export const searchItems = entity({
  noun: 'Search item',
  schema: SearchItem,
  ref: pick(SearchItem, 'partition', 'at'),
  key: ({ partition, at }) => ({ pk: `FIND#${partition}`, sk: at }),
})

/** The key of the digests of phone numbers. It stays, because numbers are looked up by their digests. */
const phoneKey = (keys: Keyring) => currentKey(keys).key

type Work = Pick<TenantWork, 'secret'> & { actor: { tenant_id: string } }
/** The partition of each phone term. Keys hold digests, because phone numbers must not appear in metrics. */
export async function phonePartitions(
  { secret, actor }: Work,
  kind: Searched['kind'],
  terms: readonly string[],
) {
  const key = await secret('search', phoneKey)
  return [...new Set(terms)].map(
    (term) => `${kind}#PHONE#${mac(key, JSON.stringify([actor.tenant_id, term])).slice(0, 40)}`,
  )
}

/** The partition of the words that begin alike. */
export const wordPartition = (kind: Searched['kind'], word: string) =>
  `${kind}#WORD#${lettersOf(word).slice(0, shortestBeginning).join('')}`

export const termsOf = ({ phones }: Pick<Searched, 'phones'>) =>
  phones.flatMap((phone) => phoneTerm(phone) ?? [])

async function itemsOf(ctx: Work, searched: Searched): Promise<Map<string, SearchItem>> {
  const { kind, id, created_at, names } = searched
  const at = `${created_at}#${id}`
  const words = textOf(allWordsOf(names))
  const items: SearchItem[] = [
    ...wordsOfNames(names).map((word) => ({
      partition: wordPartition(kind, word),
      at: `${word}#${at}`,
      id,
      words,
    })),
    ...(await phonePartitions(ctx, kind, termsOf(searched))).map((partition) => ({ partition, at, id })),
  ]
  return new Map(items.map((item) => [JSON.stringify([item.partition, item.at]), item]))
}

/**
 * The writes after which a record is found by what it is, and not by what it was. Those in `removed` may be left out where a
 * transaction has no room, because results are compared with their records.
 */
export async function moveSearchItems(
  ctx: Work & Pick<TenantWork, 'table'>,
  { from, to }: { from?: Searched | undefined; to?: Searched },
): Promise<{ added: Write[]; removed: Write[] }> {
  // Most changes of a record concern neither names nor phones, and need no key.
  if (isDeepStrictEqual(from, to)) return { added: [], removed: [] }
  const none = new Map<string, SearchItem>()
  const [before, after] = await Promise.all([from ? itemsOf(ctx, from) : none, to ? itemsOf(ctx, to) : none])
  const { table } = ctx
  return {
    added: [...after].flatMap(([name, item]) =>
      before.get(name)?.words === item.words && before.has(name) ? [] : [table.put(searchItems, item)],
    ),
    removed: [...before].flatMap(([name, item]) => (after.has(name) ? [] : [table.remove(searchItems, item)])),
  }
}
