import * as z from 'zod'
import { all, contains, equals, type Condition } from '../../db/conditions.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers, CourierStatus, PreferredRoute, toCourierResponse, type CourierResponse } from './record.ts'
import { Country, optional } from '../kernel/fields.ts'

export const CourierFilter = lazySchema(() =>
  z.object({
    status: optional(CourierStatus),
    home_country: optional(Country).meta({
      description: 'Returns only couriers from this country, by its two letters (ISO 3166-1)',
      examples: ['GE'],
    }),
    route: optional(PreferredRoute).meta({
      description: 'Returns only couriers who prefer this route',
      examples: ['SVO-TBS'],
    }),
  }),
)

/** Newest first. */
export async function listCouriers(
  ctx: TenantContext,
  { status, home_country, route }: z.output<typeof CourierFilter>,
  page: PageRequest,
): Promise<Page<CourierResponse>> {
  const filters: Condition[] = [
    ...(status ? [equals('status', status)] : []),
    ...(home_country ? [equals('home_country', home_country)] : []),
    ...(route ? [contains('preferred_routes', route)] : []),
  ]
  const records = await ctx.table.list(couriers, {
    index: 'gsi1',
    partition: 'COURIER',
    newestFirst: true,
    ...page,
    ...(filters.length > 0 && { filter: all(...filters) }),
  })
  return records.map(toCourierResponse)
}
