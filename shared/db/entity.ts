import type * as z from 'zod'
import type { Index, Key } from './keys.ts'

/**
 * A kind of record: its schema, its key and index keys. Keys are written without the tenant, which the table adds.
 * `ref` is the schema of the fields that identify a record.
 */
export interface Entity<T extends R, R extends object, N extends string = string> {
  noun: N
  schema: z.ZodType<T>
  ref: z.ZodType<R>
  key(ref: R): Key
  index?(record: T): Partial<Record<Index, Key>>
  /** The second since 1970 at which the record expires; undefined if it does not. */
  expires?(record: T): number | undefined
}
export const entity = <T extends R, R extends object, const N extends string>(spec: Entity<T, R, N>) => spec

/** Seconds since 1970, the unit of DynamoDB's time to live. */
export const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)
