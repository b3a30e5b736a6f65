import { createHash } from 'node:crypto'

/**
 * The sparse indexes of the single table: `gsi1` lists a noun, `gsi2` the records of a status or a parent; `x` has the
 * key attributes `xpk` and `xsk`. Besides keys they contain these attributes only, by which long lists are filtered and
 * which hardly ever change. So a change of a record writes to an index only if the record's place in a list changes,
 * and one call counts a thousand entries of `gsi2`. Lists read the records from the table (index-entries.ts).
 */
export const indexes = {
  gsi1: [
    // No longer read, but an index cannot drop an attribute: it would be replaced by another one.
    'search',
    'departure_airport',
    'arrival_airport',
    'search_airline',
    'search_number',
    'entity_type',
    'entity_id',
    'validation_result',
  ],
  gsi2: [],
} satisfies Record<string, string[]>
export type Index = keyof typeof indexes

/** The key of an item. */
export interface Key {
  pk: string
  sk: string
}

/** A stored item. */
export type Item = Key & Record<string, unknown>

/** A key as one string, for maps. */
export const itemName = ({ pk, sk }: Key) => `${pk}\0${sk}`

/** The names of the key attributes of the table, or of an index. */
export const keyNames = (index: Index | '' = '') => [`${index}pk`, `${index}sk`] as const

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
  client: 'D#client#',
  passkey: 'D#passkey#',
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

/** Look-ups without a tenant. */
export type DirectoryKind =
  'email' | 'identity' | 'invitation' | 'client' | 'passkey' | 'tracking' | 'connection' | ScannableKind
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

/** The items of a tenant between two moments (ISO 8601, in UTC). Entries of a group, including those of other tenants, are about the same. */
export interface AgendaEntry {
  tenant_id: string
  /** Unique among the entries of all tenants, such as the id of a record. */
  ref: string
  group: string
  from: string
  until: string
}
/** The agenda entry for a moment (ISO 8601, in UTC): one partition per hour. */
export const agendaKey = (moment: string, ref = ''): Key => ({
  pk: `${partitions.agenda}${moment.slice(0, 13)}`,
  sk: `${moment}#${ref}`,
})
