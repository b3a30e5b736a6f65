import type { Noun } from '../core/refusals.ts'
import type { Entity } from '../db/entity.ts'
import type { TenantWork } from '../domain/kernel/context.ts'
import { isOver, type TransferStatus } from '../domain/transfers/record.ts'
import type * as z from 'zod'

/** A transfer as it is stored. */
export interface Stored {
  id: string
  status: z.output<typeof TransferStatus>
  version: number
}

/** Saves how far a transfer is, unless it is over. Returns the record as it is then. */
export const saveTransfer = <T extends Stored>(
  { table, transact }: TenantWork,
  of: Entity<T, { id: string }, Noun>,
  { id }: Pick<Stored, 'id'>,
  changeOf: (latest: T) => Partial<T>,
): Promise<T> =>
  transact(async () => {
    const latest = await table.get(of, { id })
    if (isOver(latest)) return { writes: [], result: latest }
    const { write, record } = table.updateVersion(of, latest, changeOf(latest))
    return { writes: [write], result: record }
  })
