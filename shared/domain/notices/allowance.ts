import { refused } from './refusals.ts'
import type { Limit } from '../../db/stores/limits.ts'
import { digest } from '../../db/keys.ts'
import type { TenantWork } from '../kernel/context.ts'
import { recentDeliveries } from '../statistics/days.ts'
import { tenants } from '../users/record.ts'
import { hasVerifiedManager } from '../users/verified-company.ts'
import type { WithheldReason } from './record.ts'
import { addressDigest, suppressionOf } from './suppression.ts'

const day = 24 * 3600
const week = 7 * day * 1000
/** After so many weeks the allowance grows with deliveries alone. */
const growingWeeks = 12

type Work = Pick<TenantWork, 'table' | 'limits' | 'settings' | 'now' | 'actor'>

/**
 * Counts a letter to someone who is no user of the company: a notice, or the code of a hand-over. Returns why it is withheld, if it
 * is: the company has no verified manager, its letters of the day are used up, or those that the address gets of it, or of all
 * companies. `id` of the letter: a repetition counts once for the address.
 */
export async function withheldBy(work: Work, to: string, id: string): Promise<WithheldReason | undefined> {
  const { table, limits, settings, now, actor } = work
  const address = addressDigest(to)
  const suppressed = await suppressionOf(table, address, now)
  if (suppressed) return suppressed.reason
  if (!(await hasVerifiedManager(table, actor.tenant_id))) return 'company_not_verified'
  const hit = digest(id).slice(0, 12)
  const take = async (limit: Limit, of: string) => (await limits.reserve(limit, of, now, hit)).allowed
  const share = { name: 'letters-share', quota: settings.letterShare, window: day }
  if (!(await take(share, `${actor.tenant_id}#${address}`))) return 'address_limit'
  const all = { name: 'letters-address', quota: settings.lettersPerAddress, window: day }
  if (!(await take(all, address))) return 'address_limit'
  const quota = await companyQuota(work)
  const company = await limits.tally({ name: 'letters-company', quota, window: day }, actor.tenant_id, now)
  return company.allowed ? undefined : 'company_limit'
}

export const unverifiedCompany = refused.company_not_verified

/**
 * The letters of a company in a day: the setting for each week since it registered, and four for each delivery of the last two
 * weeks, once it is a week old.
 */
async function companyQuota({ table, settings, now, actor }: Work): Promise<number> {
  const { created_at } = await table.get(tenants, { id: actor.tenant_id })
  const weeks = Math.floor((now.getTime() - Date.parse(created_at)) / week)
  const base = settings.lettersPerCompany * (1 + Math.min(growingWeeks, weeks))
  return weeks === 0 ? base : base + lettersPerDelivery * (await recentDeliveries(table, now))
}
const lettersPerDelivery = 4
