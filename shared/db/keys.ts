import { createHash } from 'node:crypto'

/**
 * The sparse indexes of the single table: the prefix of their key attributes (`x` means `xpk` and `xsk`) and their
 * projection. `gsi1` lists a noun, `gsi2` the records of a status or a parent. `counts` uses the keys of `gsi2`
 * and projects almost nothing, so that one call counts a thousand records.
 */
export const indexes = {
  gsi1: { keys: 'gsi1', holds: 'ALL' },
  gsi2: { keys: 'gsi2', holds: 'ALL' },
  counts: { keys: 'gsi2', holds: 'KEYS_ONLY' },
} as const
export type Index = keyof typeof indexes
/** The key attributes that an item may have in addition to its own. */
export type IndexKeys = (typeof indexes)[Index]['keys']

/** The key of an item. */
export interface Key {
  pk: string
  sk: string
}

/** A stored item. */
export type Item = Key & Record<string, unknown>

/** The names of the key attributes of the table, or of an index. */
export const keyNames = (keys: IndexKeys | '' = '') => [`${keys}pk`, `${keys}sk`] as const
export const keyNamesOf = (index: Index | undefined) => keyNames(index && indexes[index].keys)

/**
 * The prefixes of partition keys by content: a tenant's own items, the directory that finds a tenant, rate limits,
 * quotas of companies, e-mails to send, sign-ins in progress. A function may access those that it names
 * (shared/db/rights.ts).
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
  quotas: 'Q#',
  outbox: 'O#',
  signIns: 'S#',
} as const
export type Partition = keyof typeof partitions

/** What can be looked up without a tenant. */
export type DirectoryKind = 'email' | 'identity' | 'invitation' | 'tracking' | 'connection' | ScannableKind
/** Entities with a label that can be scanned by any tenant. */
export type ScannableKind = 'package' | 'bag'

/**
 * Keys of items outside a tenant hold a digest, since keys appear in metrics and traces, which must not hold
 * addresses.
 */
export const digest = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * E-mail addresses and tracking ids are compared without letter case; an identity's key is already a digest.
 */
export const directoryKey = (kind: DirectoryKind, key: string): Key => ({
  pk: `${partitions[kind]}${digest(key.toLowerCase())}`,
  sk: 'D',
})

/** The agenda entry for a moment (in UTC): one partition per day. */
export const agendaKey = (moment: string, ref = ''): Key => ({
  pk: `${partitions.agenda}${moment.slice(0, 10)}`,
  sk: `${moment}#${ref}`,
})
