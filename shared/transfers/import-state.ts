import type { TenantWork } from '../domain/kernel/context.ts'
import { sourceKey, uploadKey, type TransferFiles } from '../domain/transfers/files.ts'
import { imports, type ImportRecord } from '../domain/transfers/import-record.ts'
import { expiryAfter } from '../db/entity.ts'
import { keptDays } from '../domain/transfers/record.ts'
import { saveTransfer } from './state.ts'
import type { Turn } from './turn.ts'

/** Saves how far an import is, unless it is over. Returns the record as it is then. */
export const saveImport = (
  work: TenantWork,
  ref: Pick<ImportRecord, 'id'>,
  change: Partial<ImportRecord>,
): Promise<ImportRecord> =>
  saveTransfer(work, imports, ref, ({ status }) => ({
    ...change,
    // From when its file arrives.
    ...(status === 'WAITING' && { expires_at: expiryAfter(keptDays, work.now) }),
  }))

/** Ends an import that cannot be carried out. `reason` is for its creator. */
export async function failImport(
  work: TenantWork,
  record: Pick<ImportRecord, 'id'>,
  { files, clock }: Pick<Turn, 'files' | 'clock'>,
  reason: string,
): Promise<ImportRecord> {
  const finished_at = clock().toISOString()
  const failed = await saveImport(work, record, { status: 'FAILED', reason, finished_at })
  await removeSource(work, record.id, files)
  return failed
}

/** Deletes the file of an import that is over. */
export async function removeSource({ actor }: TenantWork, id: string, files: TransferFiles): Promise<void> {
  await files.remove(uploadKey(actor.tenant_id, id))
  await files.remove(sourceKey(actor.tenant_id, id))
}
