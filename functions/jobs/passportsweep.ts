import { transact } from '../../shared/db/commit.ts'
import { agendaBetween } from '../../shared/db/stores/agenda.ts'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { removePassports } from '../../shared/domain/couriers/removal.ts'
import { nextRemoval, removalGroup } from '../../shared/domain/couriers/removal-agenda.ts'
import { job } from '../../shared/runtime/job.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query gsi1', 'Query gsi2', 'PutItem', 'UpdateItem'],
  agenda: ['Query', 'PutItem', 'DeleteItem'],
}

const day = 24 * 3_600_000
/** The time that a company may take, in milliseconds. */
const enough = 60_000

/**
 * Removes passport numbers of the companies whose hour of the week has come. Runs once a day. What fails, or has no time, is due
 * again in the next runs, for three days.
 */
export const handler = job(async (given, _event: unknown, context): Promise<void> => {
  const failed = await sweepPassports(given, () => context.getRemainingTimeInMillis())
  if (failed > 0) throw new Error(`The passport numbers of ${failed} companies were not removed`)
})

/** Returns the number of companies that failed. */
export async function sweepPassports(given: Runtime, timeLeft: () => number): Promise<number> {
  const now = given.clock()
  // Also the flights of the next day: a company from before its couriers were entered in the agenda is entered now.
  const entries = await agendaBetween(given.store, now.getTime() - 3 * day, now.getTime() + day)
  let failed = 0
  for (const [tenant_id, own] of Map.groupBy(entries, (entry) => entry.tenant_id)) {
    const due = own.filter(({ group, from }) => group === removalGroup && Date.parse(from) <= now.getTime())
    if (due.length > 0 && timeLeft() < enough) continue
    const work = tenantJobContext(given, grantOf({ tenant_id }), now)
    try {
      const removed = due.length > 0 ? await removePassports(work) : 0
      const writes = [nextRemoval(work), ...due.map((entry) => work.table.removeAgendaEntry(entry))]
      await transact(given.store, () => Promise.resolve({ writes, result: undefined }))
      if (removed > 0) given.log.info('passports', { tenant_id, removed })
    } catch (error) {
      failed++
      given.log.error('passports', { tenant_id, error })
    }
  }
  return failed
}
