import * as z from 'zod'
import type { TenantTable } from '../../db/table.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { settings } from '../settings/record.ts'
import { tenants } from '../users/record.ts'

/** The company that carries a parcel, and how to reach it; a text is empty if the company has not set it. */
export const CompanyCard = lazySchema(() =>
  z
    .object({ name: z.string(), phone: z.string(), email: z.string(), website: z.string() })
    .meta({ id: 'CompanyCard' }),
)

/** The company of a tenant and its table, in two calls at the same time; undefined if its record cannot be read. */
export async function companyCard(
  table: Pick<TenantTable, 'many'>,
  tenantId: string,
): Promise<z.output<typeof CompanyCard> | undefined> {
  const how = { skipUnreadable: true }
  const [[tenant], [set]] = await Promise.all([
    table.many(tenants, [{ id: tenantId }], how),
    table.many(settings, [{}], how),
  ])
  return tenant && { name: tenant.name, phone: '', email: '', website: '', ...set?.contact }
}
