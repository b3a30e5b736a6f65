import { createHash } from 'node:crypto'

/** The single table's sparse indexes. Index `x` has the key attributes `xpk` and `xsk`. */
export const indexes = ['gsi1', 'gsi2'] as const
export type Index = (typeof indexes)[number]

/** Where an item stands in the table. */
export interface Key {
  pk: string
  sk: string
}

/** An item as it is stored. */
export type Item = Key & Record<string, unknown>

/** The names of the key attributes of the table, or of an index. */
export const keyNames = (index?: Index) => [`${index ?? ''}pk`, `${index ?? ''}sk`] as const

/** What can be found without knowing the tenant. */
export type DirectoryKind = 'email' | 'tracking'

/** Keys of items outside a tenant hold a digest: keys turn up in metrics and traces, where no address belongs. */
export const digest = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Letter case never tells two e-mail addresses or two tracking ids apart. */
export const directoryKey = (kind: DirectoryKind, key: string): Key => ({
  pk: `D#${kind}#${digest(key.toLowerCase())}`,
  sk: 'D',
})
