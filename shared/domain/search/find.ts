import { all, contains } from '../../db/conditions.ts'
import type { Entity } from '../../db/entity.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import type { TenantWork } from '../kernel/context.ts'
import { keysIn, type Period } from '../kernel/period.ts'
import { readSettings } from '../settings/settings.ts'
import {
  phonePartitions,
  searchItems,
  termsOf,
  wordPartition,
  type Searched,
  type SearchItem,
} from './items.ts'
import { spellingsOf } from './spellings.ts'
import { allWordsOf, isFoundBy, lettersOf, maxWordsOfName, partOf, wordsOf, wordsOfNames } from './words.ts'

/** A search: words, each of which begins a word of a name, and a phone number in any spelling. */
export interface Search {
  q?: string | undefined
  phone?: string | undefined
}

/** Sorts after every letter. */
const last = '\u{10FFFF}'

/**
 * A search among records of a kind: whether a record is found by it, and its pages; these are undefined if nothing is searched
 * for. A page is found by the phone number if there is one, and otherwise by the longest word. The company's settings name the
 * country of numbers that are written without one.
 */
export async function searchFor(ctx: TenantWork, kind: Searched['kind'], { q = '', phone }: Search) {
  const wanted = longestFirst(wordsOf(q))
  const terms = phone === undefined ? [] : spellingsOf(phone, (await readSettings(ctx.table)).country)
  const nothing = (q.trim() !== '' && wanted.length === 0) || (phone !== undefined && terms.length === 0)
  const isFound = (searched: Searched, item?: SearchItem) => {
    const words = allWordsOf(searched.names)
    return (
      !nothing &&
      wanted.every((word) => words.some(isFoundBy(word))) &&
      (terms.length === 0
        ? isFirst(item, wanted, wordsOfNames(searched.names))
        : termsOf(searched).some((term) => terms.includes(term)))
    )
  }
  const pages = (page: PageRequest, during: Period): Promise<Page<SearchItem>> | undefined => {
    if (nothing) return Promise.resolve(new Page([]))
    // An item that cannot be read fails the search: omitted items would be logged with their keys, which are names.
    const strict = { ...page, skipUnreadable: false }
    if (terms.length > 0) return byPhone(ctx, kind, terms, { ...strict, ...keysIn(during) })
    return wanted.length > 0 ? byWords(ctx.table, kind, wanted, strict) : undefined
  }
  return { isFound, pages }
}

/** The longest of the first words, and then the others: a name is found by its first words only. */
function longestFirst(words: readonly string[]): string[] {
  const first = words.slice(0, maxWordsOfName)
  const longest = first.toSorted((a, b) => lettersOf(b).length - lettersOf(a).length).slice(0, 1)
  return [...longest, ...words.filter((word) => !longest.includes(word))]
}

/** Newest first: the newest of all partitions. A record is found once, even if its numbers are spellings of one. */
async function byPhone(
  ctx: TenantWork,
  kind: Searched['kind'],
  terms: readonly string[],
  { after, limit, ...rest }: PageRequest & { from?: string; to?: string },
): Promise<Page<SearchItem>> {
  const partitions = await phonePartitions(ctx, kind, terms)
  const pages = await Promise.all(
    partitions.map((one) => {
      const partition = searchItems.key({ partition: one, at: '' }).pk
      const from = after && { after: { pk: partition, sk: after.sk } }
      return ctx.table.list(searchItems, { ...rest, ...from, partition, limit, newestFirst: true })
    }),
  )
  const found = new Map(pages.flatMap(({ records }) => records.map((item) => [item.at, item] as const)))
  const newest = [...found.values()].sort((a, b) => (a.at < b.at ? 1 : -1))
  const shown = newest.slice(0, limit)
  const end = shown.at(-1)
  const isLast = newest.length <= limit && pages.every(({ next }) => next === undefined)
  return new Page(shown, isLast || !end ? undefined : searchItems.key(end))
}

/** A record is found once: of its words that a search by words finds, by one. */
function isFirst(
  item: SearchItem | undefined,
  [wanted = '']: readonly string[],
  words: readonly string[],
): boolean {
  return !item || item.at.split('#', 1)[0] === words.filter(isFoundBy(wanted)).sort().at(-1)
}

/** By word, the newest first of each. */
function byWords(
  table: TenantTable,
  kind: Searched['kind'],
  [word = '', ...others]: readonly string[],
  page: PageRequest,
): Promise<Page<SearchItem>> {
  return table.list(searchItems, {
    ...page,
    partition: searchItems.key({ partition: wordPartition(kind, word), at: '' }).pk,
    from: word,
    to: word + last,
    newestFirst: true,
    ...(others.length > 0 && { filter: all(...others.map((other) => contains('words', partOf(other)))) }),
  })
}

/** The records of found items, in their order, that pass; in calls of a hundred. */
export async function recordsOf<T extends { id: string }>(
  table: TenantTable,
  of: Entity<T, { id: string }>,
  found: Page<SearchItem>,
  passes: (record: T, item: SearchItem) => boolean,
): Promise<Page<T>> {
  const ids = new Set(found.records.map(({ id }) => id))
  const records = await table.many(
    of,
    [...ids].map((id) => ({ id })),
    { skipUnreadable: true },
  )
  const byId = new Map(records.map((record) => [record.id, record]))
  return found.flatMap((item) => {
    const record = byId.get(item.id)
    return record && passes(record, item) ? [record] : []
  })
}
