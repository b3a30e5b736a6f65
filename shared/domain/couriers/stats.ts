import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers, ratingOf } from './record.ts'
import { Id } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { NoShowCause, noShowCauses, noShows } from './no-show-record.ts'

/** Interface, "Courier statistics". `rating` is a number there: 0 with `rating_count` 0 means none. */
export const CourierStats = lazySchema(() =>
  z
    .object({
      courier_id: Id,
      flights_completed: z.int(),
      packages_delivered: z.int(),
      no_show_count: z.int(),
      rating: z.number(),
      rating_count: z.int(),
      causes: z.array(z.object({ cause: NoShowCause, count: z.int() }).meta({ id: 'CauseCount' })),
    })
    .meta({ id: 'CourierStats' }),
)

/** More than any courier has. */
const maxNoShows = 10_000

/** No-shows are counted from their items, so count and causes always agree. Throws "Courier not found". */
export async function readStats({ table, actor }: TenantContext, courierId: string) {
  const id = Id.safeParse(courierId).data ?? ''
  expectOwn(actor, couriers.noun, { courier_id: id })
  const [courier, recorded] = await Promise.all([
    table.get(couriers, { id }),
    table.listAll(noShows, { partition: `COURIER#${id}`, from: 'NOSHOW#', to: 'NOSHOW#~', limit: maxNoShows }),
  ])
  const causes = noShowCauses.map((cause) => ({
    cause,
    count: recorded.filter((noShow) => noShow.cause === cause).length,
  }))
  return {
    courier_id: courier.id,
    flights_completed: courier.flights_completed,
    packages_delivered: courier.packages_delivered,
    no_show_count: recorded.length,
    rating: ratingOf(courier) ?? 0,
    rating_count: courier.rating_count,
    causes: causes.filter(({ count }) => count > 0),
  }
}
