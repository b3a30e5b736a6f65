import * as z from 'zod'
import { refused } from './refusals.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity } from '../../db/entity.ts'
import { digest } from '../../db/keys.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import { Id } from '../kernel/fields.ts'

/** The shipment that has a reference. */
const HeldReference = lazySchema(() => z.object({ reference: z.string(), shipment_id: Id }))
/** References by their digest: a key must not hold what a company writes. */
export const references = entity({
  noun: 'Reference',
  schema: HeldReference,
  ref: pick(HeldReference, 'reference'),
  fields: {
    personal: ['reference'],
    plain: ['shipment_id'],
  },
  place: 'derived',
  key: ({ reference }) => ({ pk: `REF#${reference}`, sk: 'REF' }),
})

/** References are compared without letter case. */
const referenceDigest = (reference: string) => digest(reference.toLowerCase())

export const isReference = (given: string, reference: string | null) =>
  reference !== null && referenceDigest(given) === referenceDigest(reference)

/** The id of the shipment that has a reference, if one has. */
export const holderOf = async (table: Pick<TenantTable, 'find'>, reference: string) =>
  (await table.find(references, { reference: referenceDigest(reference) }))?.shipment_id

type Reference = string | null

/**
 * The writes that move a reference from a shipment's former one to its next; null is none. Throws a conflict that names the
 * shipment which has it. If another gets it first, the caller decides again.
 */
export async function moveReference(
  table: Pick<TenantTable, 'find' | 'create' | 'remove'>,
  shipment_id: string,
  { from, to }: { from: Reference; to: Reference },
): Promise<Write[]> {
  const [former, next] = [from, to].map((one) => (one === null ? undefined : referenceDigest(one)))
  if (former === next) return []
  const taken = next === undefined ? undefined : await table.find(references, { reference: next })
  if (taken) throw refused.reference_taken({ shipment_id: taken.shipment_id })
  return [
    ...(former === undefined ? [] : [table.remove(references, { reference: former })]),
    ...(next === undefined ? [] : [table.create(references, { reference: next, shipment_id })]),
  ]
}
