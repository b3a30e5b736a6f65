import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { currentKey, type Keyring } from '../../config/secrets.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity } from '../../db/entity.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantWork } from '../kernel/context.ts'
import { mac } from '../kernel/qr.ts'
import { formerPhonePartition, formerWordKey, formerWordsOfNames } from './former-keys.ts'
import { codeKeys, phoneKeys, wordKey, type Digest, type SearchKey } from './keys.ts'
import { phoneTerm } from './phone.ts'
import { allWords, indexedWords, wordsText } from './words.ts'

/** The search terms of a record. */
export interface Searched {
  kind: 'SHIP' | 'CONTACT'
  id: string
  created_at: string
  names: readonly string[]
  phones: readonly string[]
  /** Public ids, which are found by their beginnings and ends. */
  codes?: readonly string[]
  /** Whether its items have today's keys, and not those of a former version (former-keys.ts). */
  sounds: boolean
}

const SearchItem = lazySchema(() =>
  z.object({
    /** What it finds: a kind of record, and the beginning of a word, a code or a digest of a phone number's digits. */
    partition: z.string(),
    at: z.string(),
    id: z.string(),
    /** For a word: all words of the record. */
    words: z.string().optional(),
  }),
)
export type SearchItem = z.output<typeof SearchItem>

/**
 * The items by which a record is found, written in its own transaction, so that searches do not lag, and one query finds a page
 * among any number of records. They are sorted by what the partition leaves of a word, code or number, and then by time.
 */
export const searchItems = entity({
  noun: 'Search item',
  schema: SearchItem,
  ref: pick(SearchItem, 'partition', 'at'),
  fields: {
    personal: ['words'],
    internal: ['partition', 'at'],
    plain: ['id'],
  },
  place: 'derived',
  key: ({ partition, at }) => ({ pk: `FIND#${partition}`, sk: at }),
})

/** The key of the digests of phone numbers. It stays, because numbers are looked up by their digests. */
const phoneKey = (keys: Keyring) => currentKey(keys).key

type Work = Pick<TenantWork, 'secret'> & { actor: { tenant_id: string } }
/** Digests of phone numbers, of their company alone. Keys hold digests, because phone numbers must not appear in metrics. */
export async function phoneDigest({ secret, actor }: Work): Promise<Digest> {
  const key = await secret('search', phoneKey)
  return (...parts) => mac(key, JSON.stringify([actor.tenant_id, ...parts]))
}

export const termsOf = ({ phones }: Pick<Searched, 'phones'>) =>
  phones.flatMap((phone) => phoneTerm(phone) ?? [])

/** The items of a record; without a digest those of its words and codes. */
export function itemsOf(searched: Searched, digest: Digest | undefined): SearchItem[] {
  const { kind, id, created_at, names, codes = [] } = searched
  const of = ({ partition, at }: SearchKey): SearchItem => ({
    partition: `${kind}#${partition}`,
    at: `${at}#${created_at}#${id}`,
    id,
  })
  const words = wordsText(allWords(names))
  const phones = digest ? termsOf(searched).flatMap((term) => phoneKeys(term, digest)) : []
  return distinct([
    ...indexedWords(names).map((word) => ({ ...of(wordKey(word)), words })),
    ...[...phones, ...codes.flatMap(codeKeys)].map(of),
  ])
}

/** The items that a former version wrote for a record. */
export function formerItemsOf(searched: Searched, digest: Digest | undefined): SearchItem[] {
  const { kind, id, created_at, names } = searched
  const at = `${created_at}#${id}`
  const words = formerWordsOfNames(names).map(formerWordKey)
  const phones = digest ? termsOf(searched).map((term) => formerPhonePartition(term, digest)) : []
  return distinct([
    ...words.map((key) => ({ partition: `${kind}#${key.partition}`, at: `${key.at}#${at}`, id })),
    ...phones.map((partition) => ({ partition: `${kind}#${partition}`, at, id })),
  ])
}

const nameOf = ({ partition, at }: SearchItem) => JSON.stringify([partition, at])
const byName = (items: readonly SearchItem[]) => new Map(items.map((item) => [nameOf(item), item]))
const distinct = (items: readonly SearchItem[]) => [...byName(items).values()]

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
  const digest = await phoneDigest(ctx)
  const stored = (searched: Searched | undefined) =>
    byName(searched ? (searched.sounds ? itemsOf : formerItemsOf)(searched, digest) : [])
  const [before, after] = [stored(from), stored(to)]
  const { table } = ctx
  return {
    added: [...after].flatMap(([name, item]) =>
      before.get(name)?.words === item.words && before.has(name) ? [] : [table.put(searchItems, item)],
    ),
    removed: [...before].flatMap(([name, item]) => (after.has(name) ? [] : [table.remove(searchItems, item)])),
  }
}
