import { createHash } from 'node:crypto'

/**
 * The single table's sparse indexes: which key attributes each goes by (`x` means `xpk` and `xsk`), and what it holds
 * of an item. `gsi1` lists a noun, `gsi2` the records of a status or a parent. `counts` goes by the keys of `gsi2`; its
 * items are so small that one call counts a thousand of them, whatever the records hold.
 */
export const indexes = {
  gsi1: { keys: 'gsi1', holds: 'ALL' },
  gsi2: { keys: 'gsi2', holds: 'ALL' },
  counts: { keys: 'gsi2', holds: 'KEYS_ONLY' },
} as const
export type Index = keyof typeof indexes
/** The key attributes that an item may have in addition to its own. */
export type IndexKeys = (typeof indexes)[Index]['keys']

/** Where an item stands in the table. */
export interface Key {
  pk: string
  sk: string
}

/** An item as it is stored. */
export type Item = Key & Record<string, unknown>

/** The names of the key attributes of the table, or of an index. */
export const keyNames = (keys: IndexKeys | '' = '') => [`${keys}pk`, `${keys}sk`] as const
export const keyNamesOf = (index: Index | undefined) => keyNames(index && indexes[index].keys)

/**
 * What the keys of partitions begin with, by what stands in them: a tenant's own items, the directory of what can be found
 * without knowing the tenant, limits, letters that are to be sent, sign-ins that are under way. A function may touch those
 * that it names (shared/db/rights.ts).
 */
export const partitions = {
  tenant: 'T#',
  email: 'D#email#',
  identity: 'D#identity#',
  invitation: 'D#invitation#',
  tracking: 'D#tracking#',
  connection: 'D#connection#',
  package: 'D#package#',
  bag: 'D#bag#',
  agenda: 'D#agenda#',
  limits: 'L#',
  outbox: 'O#',
  signIns: 'S#',
} as const
export type Partition = keyof typeof partitions

/** What can be found without knowing the tenant. */
export type DirectoryKind = 'email' | 'identity' | 'invitation' | 'tracking' | 'connection' | ScannableKind
/** What has a label that may be scanned anywhere. */
export type ScannableKind = 'package' | 'bag'

/** Keys of items outside a tenant hold a digest: keys turn up in metrics and traces, where no address belongs. */
export const digest = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * E-mail addresses and tracking ids are compared without letter case; an identity's key is already a digest.
 */
export const directoryKey = (kind: DirectoryKind, key: string): Key => ({
  pk: `${partitions[kind]}${digest(key.toLowerCase())}`,
  sk: 'D',
})

/** Where the agenda names what is due at a moment (in UTC): a partition a day. */
export const agendaKey = (moment: string, ref = ''): Key => ({
  pk: `${partitions.agenda}${moment.slice(0, 10)}`,
  sk: `${moment}#${ref}`,
})
