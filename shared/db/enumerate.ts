import type { Entity, Place } from './entity.ts'
import type { Item } from './keys.ts'
import type { Position } from './page.ts'
import type { Read } from './parse-items.ts'
import type { TenantTable } from './table.ts'

const pageSize = 100
/** An item as it is stored, of any kind. */
const anyItem: Read<Item> = { noun: 'Item', schema: { parse: (item) => item } }

/**
 * All records of a kind that a company has, without a scan, where its `place` says that they are: for exports and erasures of what
 * is known of people. An index may lag behind the writes. Throws an Error for a kind without a place.
 */
export async function* everyRecord<T extends R, R extends object>(
  table: Pick<TenantTable, 'list'>,
  of: Entity<T, R>,
): AsyncGenerator<T> {
  const { place } = of
  if (!place || place === 'derived') throw new Error(`Records of "${of.noun}" have no place of their own`)
  const places: readonly Place[] = 'length' in place ? place : [place]
  for (const one of places) yield* recordsIn(table, of, one)
}

async function* recordsIn<T>(
  table: Pick<TenantTable, 'list'>,
  of: Read<T>,
  { within, ...place }: Place,
): AsyncGenerator<T> {
  if (!within) {
    yield* pagesOf(table, of, place)
    return
  }
  for await (const parent of recordsIn(table, anyItem, within))
    yield* pagesOf(table, of, place, parent.pk.replace(/^T#[^#]*#/, ''))
}

async function* pagesOf<T>(
  table: Pick<TenantTable, 'list'>,
  of: Read<T>,
  { index, partition = '', from }: Omit<Place, 'within'>,
  parent = '',
): AsyncGenerator<T> {
  let after: Position | undefined
  do {
    const page = await table.list(of, {
      partition: partition + parent,
      limit: pageSize,
      ...(index && { index }),
      ...(from && { from, to: `${from}~` }),
      ...(after && { after }),
    })
    yield* page.records
    after = page.next
  } while (after)
}
