import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import type { TenantTable } from '../../db/table.ts'
import type { TenantContext } from '../kernel/context.ts'
import { differences } from '../kernel/fields.ts'
import { isDay, period, type Period } from '../kernel/period.ts'
import { expectRecentFactor } from '../users/active-user.ts'
import { hasFactor, users } from '../users/record.ts'
import { refused } from './refusals.ts'
import { ownsHost } from '../users/verified-company.ts'
import { initialSettings, noFactor, settings, type SettingsChange, type SettingsRecord } from './record.ts'

/** The settings of the company. */
export const readSettings = async (table: Pick<TenantTable, 'find'>): Promise<SettingsRecord> =>
  (await table.find(settings, {})) ?? initialSettings

/** The time zone of the company's days; UTC if it has none. */
export const zoneOfCompany = async (table: Pick<TenantTable, 'find'>): Promise<string> =>
  (await readSettings(table)).time_zone ?? 'UTC'

/** The period between two bounds. Days are of the company's time zone, which is read only for them. */
export const companyPeriod = async (
  table: Pick<TenantTable, 'find'>,
  from: string | undefined,
  to: string | undefined,
): Promise<Period> => period(from, to, isDay(from) || isDay(to) ? await zoneOfCompany(table) : 'UTC')

/** Whether a website is at the domain of a manager's verified address: nobody else's is shown to recipients. */
const isOwn = async (table: TenantTable, website: string) =>
  website !== '' && (await ownsHost(table, new URL(website).hostname))

/** Merges the named settings; null removes the country and the time zone. A request that begins after this one goes by them. Throws stale (If-Match), insufficient_user_authentication for proofs of hand-overs and second factors, and conflict if who requires a second factor has none. */
export async function changeSettings(
  ctx: TenantContext,
  {
    handover,
    notices,
    contact,
    warehouses,
    second_factor,
    country,
    time_zone,
    passport_retention_months,
    idle_sign_out_minutes,
  }: z.output<typeof SettingsChange>,
): Promise<Plan<SettingsRecord>> {
  const { table, actor, now, expectVersion } = ctx
  const current = await readSettings(table)
  expectVersion(current.version)
  const reached = { ...current.contact, ...differences(current.contact, contact ?? {}) }
  const { required_of = current.second_factor.required_of, from = current.second_factor.from } =
    second_factor ?? {}
  const change = differences(current, {
    handover: { ...current.handover, ...differences(current.handover, handover ?? {}) },
    notices: { ...current.notices, ...differences(current.notices, notices ?? {}) },
    contact: {
      ...reached,
      website_verified: contact ? await isOwn(table, reached.website) : current.contact.website_verified,
    },
    warehouses: { ...current.warehouses, ...differences(current.warehouses, warehouses ?? {}) },
    second_factor: required_of === 'none' ? noFactor : { required_of, from: from ?? now.toISOString() },
    country,
    time_zone,
    passport_retention_months,
    idle_sign_out_minutes,
  })
  if (Object.keys(change).length === 0) return { writes: [], result: current }
  // Who could turn off the proofs of a delivery could have parcels given to anyone.
  if (change.handover || change.second_factor) await expectRecentFactor(ctx)
  if (change.second_factor) await expectOwnFactor(ctx)
  const changed = { ...change, updated_at: now.toISOString(), updated_by: actor.user_id }
  const { write, record } = table.updateVersion(settings, current, changed)
  // The initial settings are not stored.
  return { writes: [current === initialSettings ? table.create(settings, record) : write], result: record }
}

/** Who requires a second factor of others knows how to add one, and can still sign in. An API key has none. */
async function expectOwnFactor({ table, actor }: TenantContext): Promise<void> {
  const user = await table.find(users, { id: actor.user_id })
  if (!user || !hasFactor(user)) throw refused.own_factor_first()
}
