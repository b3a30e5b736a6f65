import type * as z from 'zod'
import type { IndexKeys, Key } from './keys.ts'

/**
 * A kind of record: what is stored, where, and under which index. Keys are written without the tenant, which the
 * table adds. `ref` is the schema of what finds a record, some of its fields.
 */
export interface Entity<T extends R, R extends object> {
  noun: string
  schema: z.ZodType<T>
  ref: z.ZodType<R>
  key(ref: R): Key
  index?(record: T): Partial<Record<IndexKeys, Key>>
  /** Second since 1970 at which the record is as good as gone; undefined where it stays. */
  expires?(record: T): number | undefined
}
export const entity = <T extends R, R extends object>(spec: Entity<T, R>) => spec

/** Seconds since 1970, as DynamoDB's time to live counts. */
export const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)
