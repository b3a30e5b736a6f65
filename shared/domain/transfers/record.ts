import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { notFound, type Noun } from '../../core/refusals.ts'
import { epochSeconds, type Entity } from '../../db/entity.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id, Timestamp, idOf } from '../kernel/fields.ts'
import { roles } from '../kernel/roles.ts'

/** The kinds of records that imports take. */
export const transferKinds = ['shipments', 'contacts'] as const
export const TransferKind = z.enum(transferKinds)
export type TransferKind = z.output<typeof TransferKind>

/** The kinds of records that exports take. */
export const exportKinds = [...transferKinds, 'audit'] as const
export const ExportKind = z.enum(exportKinds)
export type ExportKind = z.output<typeof ExportKind>

export const transferStatuses = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const
export const TransferStatus = z.enum(transferStatuses)

/** Whether a transfer is over. */
export const isOver = ({ status }: { status: z.output<typeof TransferStatus> }) =>
  status === 'DONE' || status === 'FAILED'

/** How long a transfer is kept, with its rows and files, in days. */
export const keptDays = 7
/** How long an upload is kept, in days: as long as the import that waits for it. */
export const uploadDays = 1

/** The fields of both imports and exports, as clients read them. */
export const transferFields = <K extends z.ZodType>(kind: 'import' | 'export', kinds: K) => ({
  id: idOf(kind),
  kind: kinds.meta({ description: 'The kind of its records', examples: ['shipments'] }),
  status: TransferStatus.meta({ description: 'Its progress', examples: ['DONE'] }),
  /** Why it is FAILED. */
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why it is FAILED, in words; otherwise null', examples: [null] }),
  created_by: Id.meta({ description: 'The user or API key that requested it', examples: [exampleIds.user] }),
  created_at: Timestamp.meta({ description: 'When it was requested', examples: ['2026-11-23T09:20:00.000Z'] }),
  finished_at: Timestamp.nullable().meta({
    description: 'When it was over, or null',
    examples: ['2026-11-23T09:20:00.000Z'],
  }),
})

/** The user who created it, in whose name it is carried out. */
const Creator = lazySchema(() => z.object({ user_id: Id, company_id: Id, role: z.enum(roles) }))
export type Creator = z.output<typeof Creator>

/** The stored fields of both that clients do not read. */
export const storedFields = () => ({ creator: Creator, expires_at: z.int(), version: z.int() })

interface Stored {
  id: string
  expires_at: number
}
/** DynamoDB deletes an expired item within days. */
export const isExpired = ({ expires_at }: Stored, now: Date) => expires_at <= epochSeconds(now)

/** A transfer that has not expired. Throws not_found. */
export async function currentTransfer<T extends Stored>(
  { table, now }: Pick<TenantContext, 'table' | 'now'>,
  of: Entity<T, { id: string }, Noun>,
  id: string,
): Promise<T> {
  const record = await table.get(of, { id })
  if (isExpired(record, now)) throw notFound(of.noun)
  return record
}
