import type { Entity } from '../../db/entity.ts'
import { Page, type PageRequest, type Position } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import type { TenantWork } from '../kernel/context.ts'
import { trackingParts } from '../kernel/tracking-id.ts'
import { readSettings } from '../settings/settings.ts'
import { formerItemsOf, itemsOf, phoneDigest, searchItems, type Searched, type SearchItem } from './items.ts'
import { isPhonePart } from './phone.ts'
import { phoneSearch } from './spellings.ts'
import { codeWay, phoneWay, wordsWay, type Way } from './ways.ts'
import { wantedWords } from './words.ts'

/** A search: words, a phone number or a tracking id, and a phone number, each in any spelling; numbers and ids also by a part. */
export interface Search {
  q?: string | undefined
  phone?: string | undefined
}

/**
 * A search among records of a kind: whether a record is found by it, and its pages; these are undefined if nothing is searched
 * for. A page is found by the phone number if there is one, and otherwise by all that `q` may mean. The company's settings name
 * the country of numbers that are written without one.
 */
export async function searchFor(ctx: TenantWork, kind: Searched['kind'], { q = '', phone }: Search) {
  const hasText = q.trim() !== ''
  const asPhone = hasText && isPhonePart(q)
  const numbers = phone !== undefined || asPhone
  const [digest, country] = numbers
    ? await Promise.all([phoneDigest(ctx), readSettings(ctx.table).then((settings) => settings.country)])
    : []
  const byPhone = (text: string) => {
    const search = phoneSearch(text, country ?? null)
    return digest && search ? [phoneWay(search, digest)] : []
  }
  const words = wantedWords(q)
  const parts = kind === 'SHIP' ? trackingParts(q) : undefined
  const meanings: Way[][] = [
    ...(phone === undefined ? [] : [byPhone(phone)]),
    ...(hasText
      ? [
          [
            ...(words.length > 0 ? [wordsWay(words, q)] : []),
            ...(asPhone ? byPhone(q) : []),
            ...(parts ? [codeWay(parts)] : []),
          ],
        ]
      : []),
  ]
  const ranges = (meanings[0] ?? [])
    .flatMap((way) => way.ranges)
    .map((range) => ({ ...range, partition: `${kind}#${range.partition}` }))
  const placeOf = ({ partition, at }: SearchItem) =>
    ranges.findIndex((range) => range.partition === partition && range.from <= at && at <= range.to)
  /** A record is found once: of its items that a search reads, by the first one, and not by one that a change left over. */
  const isFirst = (item: SearchItem, searched: Searched) => {
    const sets = [itemsOf(searched, digest), formerItemsOf(searched, digest)]
    const items = sets.find((all) => all.some((one) => isSame(one, item)))
    const place = placeOf(item)
    const isBefore = (one: SearchItem, other = placeOf(one)) =>
      other >= 0 && (other < place || (other === place && one.at > item.at))
    return items !== undefined && !items.some((one) => isBefore(one))
  }
  return {
    isFound: (searched: Searched, item?: SearchItem) =>
      meanings.every((ways) => ways.some((way) => way.isFound(searched))) && (!item || isFirst(item, searched)),
    pages: (page: PageRequest): Promise<Page<SearchItem>> | undefined =>
      // An item that cannot be read fails the search: omitted items would be logged with their keys, which are names.
      meanings.length > 0 ? pageOf(ctx.table, ranges, { ...page, skipUnreadable: false }) : undefined,
  }
}

const isSame = (one: SearchItem, other: SearchItem) => one.partition === other.partition && one.at === other.at

/** A page of the items of ranges, those of the first range first, and of each the last first. All are read at once. */
async function pageOf(
  table: TenantTable,
  ranges: Way['ranges'],
  { after, limit, ...page }: PageRequest,
): Promise<Page<SearchItem>> {
  const partitionOf = ({ partition }: { partition: string }) => searchItems.key({ partition, at: '' }).pk
  const holds = (range: Way['ranges'][number], { pk, sk }: Position) =>
    partitionOf(range) === pk && range.from <= sk && sk <= range.to
  const begun = after ? ranges.findIndex((range) => holds(range, after)) : -1
  const pages = await Promise.all(
    ranges.slice(Math.max(0, begun)).map(({ from, ...range }, at) =>
      table.list(searchItems, {
        ...page,
        ...range,
        // DynamoDB has no empty keys.
        ...(from !== '' && { from }),
        partition: partitionOf(range),
        limit,
        newestFirst: true,
        ...(at === 0 && begun >= 0 && { after }),
      }),
    ),
  )
  const found: SearchItem[] = []
  for (const { records, next } of pages) {
    const room = limit - found.length
    const end = found.at(-1)
    if (room === 0 && end && (records.length > 0 || next)) return new Page(found, searchItems.key(end))
    found.push(...records.slice(0, room))
    const shown = found.at(-1)
    if (records.length > room && shown) return new Page(found, searchItems.key(shown))
    if (next) return new Page(found, next)
  }
  return new Page(found)
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
