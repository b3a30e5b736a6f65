import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers, ratingOf, courierTexts } from './record.ts'
import { Id, idOf } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { NoShowCause, noShowCauses, noShows, noShowTexts } from './no-show-record.ts'

/** Interface, "Courier statistics". `rating` is a number there: 0 with `rating_count` 0 means none. */
export const CourierStats = lazySchema(() =>
  z
    .object({
      courier_id: idOf('courier'),
      flights_completed: z.int().meta(courierTexts.flightsCompleted),
      packages_delivered: z.int().meta(courierTexts.packagesDelivered),
      no_show_count: z.int().meta({ description: 'How often the courier did not show up', examples: [1] }),
      rating: z
        .number()
        .meta({ description: 'The mean of the ratings, from 1 to 5; 0 without one', examples: [4.8] }),
      rating_count: z.int().meta({ description: 'How many ratings there are', examples: [9] }),
      causes: z
        .array(
          z
            .object({ cause: NoShowCause.meta(noShowTexts.cause), count: z.int().meta(commonTexts.count) })
            .meta({ id: 'CauseCount' }),
        )
        .meta({ description: 'The causes of the no-shows, with their numbers' }),
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
