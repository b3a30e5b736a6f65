import type { TenantWork } from '../domain/kernel/context.ts'
import { exports, type ExportRecord } from '../domain/transfers/export-record.ts'
import { exportFile, partKey } from '../domain/transfers/files.ts'
import { exportable } from '../domain/transfers/kinds.ts'
import { isOver } from '../domain/transfers/record.ts'
import { exportPage, headOf } from './export-rows.ts'
import { isPermitted, notPermitted } from './permission.ts'
import { saveTransfer } from './state.ts'
import type { Turn } from './turn.ts'

/** The maximum number of rows of a file, which a worker has in memory at the end. */
const maxRows = 100_000

/**
 * Works on an export until it is over or the time is, then what it has read is a part of the file. May be called again at any
 * time, even after a crash. Returns the record as it is then; undefined if there is no such export.
 */
export async function workOnExport(
  work: TenantWork,
  id: string,
  turn: Turn,
): Promise<ExportRecord | undefined> {
  const found = await work.table.find(exports, { id })
  if (!found || isOver(found)) return found
  if (!(await isPermitted(work.table, found.creator, exportable[found.kind].roles, work.now)))
    return failExport(work, found, turn, notPermitted)
  const record = await saveExport(work, found, { status: 'RUNNING' })
  const { text, rows, after } = await readUntil(work, record, turn)
  if (rows > maxRows)
    return failExport(work, record, turn, `It has more than ${maxRows} rows; export it in parts, with filters`)
  if (after) {
    await turn.files.write(partKey(work.actor.tenant_id, id, record.parts), text, 'text/plain')
    return saveExport(work, record, { rows, after, parts: record.parts + 1 })
  }
  return finish(work, record, { text, rows }, turn)
}

const saveExport = (work: TenantWork, ref: Pick<ExportRecord, 'id'>, change: Partial<ExportRecord>) =>
  saveTransfer(work, exports, ref, () => change)

/** Ends an export that cannot be carried out. `reason` is for its creator. */
export const failExport = (
  work: TenantWork,
  ref: Pick<ExportRecord, 'id'>,
  { clock }: Pick<Turn, 'clock'>,
  reason: string,
) => saveExport(work, ref, { status: 'FAILED', reason, finished_at: clock().toISOString() })

/** Reads pages from the saved position on. `after` is the new one, undefined at the end. */
async function readUntil(work: TenantWork, record: ExportRecord, { isTimeLeft }: Turn) {
  const texts = record.parts === 0 ? [headOf(record)] : []
  let { rows, after } = record
  // At least one page, so that each turn gets further.
  do {
    const page = await exportPage(work, record, after)
    texts.push(page.text)
    rows += page.count
    after = page.next
  } while (after && rows <= maxRows && isTimeLeft())
  return { text: texts.join(''), rows, after }
}

/** Writes the whole file. */
async function finish(
  work: TenantWork,
  record: ExportRecord,
  last: { text: string; rows: number },
  { files, clock }: Turn,
): Promise<ExportRecord> {
  const { tenant_id } = work.actor
  const keys = Array.from({ length: record.parts }, (_, part) => partKey(tenant_id, record.id, part))
  const content: Uint8Array[] = []
  for (const key of keys) {
    const part = await files.read(key)
    if (!part) throw new Error('A part of the export is missing')
    content.push(part)
  }
  const bytes = Buffer.concat([...content, Buffer.from(last.text)])
  const { key, type } = exportFile(tenant_id, record)
  await files.write(key, bytes, type)
  const done = await saveExport(work, record, {
    status: 'DONE',
    rows: last.rows,
    bytes: bytes.length,
    finished_at: clock().toISOString(),
  })
  for (const part of keys) await files.remove(part)
  return done
}
