import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import type { TenantContext } from '../kernel/context.ts'
import { isRemoved, passports } from './passports.ts'
import { couriers, type RevealedPassport } from './record.ts'
import { expectRecentFactor } from '../users/active-user.ts'
import { refused } from './refusals.ts'

/**
 * The passport number of a courier in full, with an entry of the audit log that has the reason. Throws "Courier not found", that the
 * number was removed, and insufficient_user_authentication.
 */
export async function revealPassport(
  ctx: TenantContext,
  id: string,
  reason: string,
): Promise<Plan<z.output<typeof RevealedPassport>>> {
  await expectRecentFactor(ctx)
  const record = await ctx.table.get(couriers, { id })
  if (isRemoved(record)) throw refused.passport_removed()
  const { open } = await passports(ctx)
  return {
    writes: [],
    audit: { table: ctx.table, reason },
    result: { courier_id: record.id, passport_number: open(record) },
  }
}
