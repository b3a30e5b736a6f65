import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import type { Plan } from '../../db/commit.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers } from './record.ts'
import { defaulted, Id, storedText, text, CreatedAt, TenantId, idOf } from '../kernel/fields.ts'

/** Descriptions of fields that several schemas share. */
const ratingTexts = {
  rating: { description: 'From 1 to 5', examples: [5] },
}

const comment = text(1000)
const stars = z.int().min(1).max(5)

/** A rating of a courier's work, 1 to 5. */
export const Rating = lazySchema(() =>
  z
    .object({
      id: idOf('rating'),
      tenant_id: TenantId,
      courier_id: idOf('courier'),
      rating: stars.meta(ratingTexts.rating),
      comment: storedText.meta(commonTexts.comment),
      rated_by: Id.meta({ description: 'The user who rated', examples: [exampleIds.user] }),
      created_at: CreatedAt,
    })
    .meta({ id: 'Rating' }),
)
export type Rating = z.output<typeof Rating>

export const NewRating = lazySchema(() =>
  z
    .object({
      rating: stars.meta(ratingTexts.rating),
      comment: defaulted(comment, '').meta(commonTexts.comment),
    })
    .meta({ id: 'NewRating', examples: [{ rating: 5, comment: 'On time, bags in order' }] }),
)

export const ratings = entity({
  noun: 'Rating',
  schema: Rating,
  ref: pick(Rating, 'courier_id', 'id'),
  fields: {
    personal: ['comment'],
    internal: ['tenant_id', 'created_at'],
    plain: ['id', 'courier_id', 'rating', 'rated_by'],
  },
  audited: 'rating',
  place: { within: { index: 'gsi1', partition: 'COURIER' }, from: 'RATING#' },
  key: ({ courier_id, id }) => ({ pk: `COURIER#${courier_id}`, sk: `RATING#${id}` }),
})

/** Stores a rating and adds it to the courier's, in one transaction. Throws "Courier not found". */
export async function rateCourier(
  { table, actor, now, newId }: TenantContext,
  courierId: string,
  input: z.output<typeof NewRating>,
): Promise<Plan<Rating>> {
  const { id: courier_id } = await table.get(couriers, { id: courierId })
  const created_at = now.toISOString()
  const record = {
    ...input,
    id: newId(),
    tenant_id: actor.tenant_id,
    courier_id,
    rated_by: actor.user_id,
    created_at,
  }
  const counts = { rating_sum: input.rating, rating_count: 1 }
  const writes = [
    table.create(ratings, record),
    table.patchUnread(couriers, { id: courier_id }, { add: counts, set: { updated_at: created_at } }),
  ]
  return { writes, result: record }
}
