import * as z from 'zod'
import type { logger } from '../core/log.ts'
import type { Item } from './keys.ts'

/** The kind of record that an item is parsed as. */
export interface Read<T> {
  noun: string
  schema: { parse(item: Item): T }
}
export type ErrorLog = Pick<ReturnType<typeof logger>, 'error'>

/** The message of the log line for each record that a list leaves out. */
export const unreadableRecord = 'unreadable record'

/** An item that does not match its schema, such as one of a later version. It has names and keys, and no values. */
class UnreadableRecord extends Error {
  constructor({ noun }: Pick<Read<unknown>, 'noun'>, item: Item, { issues }: z.ZodError) {
    const faults = issues.map(({ path, code }) => `${path.join('.')} ${code}`)
    super(`${noun} ${item.pk} ${item.sk} cannot be read: ${faults.join(', ')}`)
    this.name = 'UnreadableRecord'
  }
}

/** The record of an item. Throws an error that names the kind, the key with its tenant, and the faulty attributes. */
export function parseItem<T>(of: Read<T>, item: Item): T {
  try {
    return of.schema.parse(item)
  } catch (error) {
    throw error instanceof z.ZodError ? new UnreadableRecord(of, item, error) : error
  }
}

/** The records of items that can be read; the others are logged. */
export const parseReadable = <T>(of: Read<T>, items: readonly Item[], log: ErrorLog, tenant_id: string): T[] =>
  items.flatMap((item) => {
    try {
      return [parseItem(of, item)]
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error
      log.error(unreadableRecord, { tenant_id, entity: of.noun, pk: item.pk, sk: item.sk, error })
      return []
    }
  })
