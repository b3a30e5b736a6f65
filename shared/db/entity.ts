import type * as z from 'zod'
import type { Index, Key } from './keys.ts'

/**
 * What the fields of a record hold, for the audit log and for erasing what is known of a person. Each field is in one of the
 * lists (tested).
 */
interface Fields<F extends string> {
  /** Data about people. The audit log shows that they changed, not their values. */
  personal?: readonly F[]
  /** Secrets, and digests of them. The audit log shows likewise that they changed. */
  secret?: readonly F[]
  /** What the service derives or counts for itself. Not in the audit log. */
  internal?: readonly F[]
  /** What is neither. The audit log shows the old and the new value. */
  plain?: readonly F[]
}

/**
 * Where all records of a kind that a company has are, so that they are found without a scan: in a partition of the table or of an
 * index, from the beginning `from` of their sort keys. Keys are without the tenant.
 */
export interface Place {
  /** Of these records each has a partition: `partition`, if any, followed by the partition key of the record. */
  within?: Place
  index?: Index
  partition?: string
  from?: string
}

/**
 * A kind of record: its schema, its key and index keys. Keys are written without the tenant, which the table adds.
 * `ref` is the schema of the fields that identify a record.
 */
export interface Entity<T extends R, R extends object, N extends string = string> {
  noun: N
  schema: z.ZodType<T>
  ref: z.ZodType<R>
  fields: Fields<keyof NoInfer<T> & string>
  /** Its name in the audit log, if changes of it are recorded; other kinds follow from changes of these. */
  audited?: string
  /** The field that names the record in the audit log, by default `id`. */
  auditedBy?: keyof NoInfer<T> & string
  key(ref: R): Key
  index?(record: T): Partial<Record<Index, Key>>
  /**
   * Where its records are; declared of each kind that holds what is known of a person (tested). `derived` ones are written and
   * removed together with the records from which they are derived, and need not be found by themselves.
   */
  place?: Place | readonly Place[] | 'derived'
  /** The second since 1970 at which the record expires; undefined if it does not. */
  expires?(record: T): number | undefined
}
/** What is known of a record of any kind. */
export type AnyEntity = Pick<Entity<object, object>, 'noun' | 'audited'> & {
  fields: Fields<string>
  auditedBy?: string
}
export const entity = <T extends R, R extends object, const N extends string>(spec: Entity<T, R, N>) => spec

/** Seconds since 1970, the unit of DynamoDB's time to live. */
export const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** When a record of this moment expires, in seconds since 1970. */
export const expiryAfter = (days: number, moment: Date) => epochSeconds(moment) + days * 24 * 3600
