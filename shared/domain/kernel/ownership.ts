import { notFound, type Noun } from '../../core/refusals.ts'
import type { Actor } from './context.ts'

/** A record that may belong to a courier. */
interface Owned {
  courier_id?: string | null | undefined
}

/** The caller's properties that matter for visibility. */
export type Viewer = Pick<Actor, 'role' | 'courier_id'>

/** Whether the caller may see a record: couriers their own, other roles all of the company's. */
export const canSee = ({ role, courier_id }: Viewer, whose: Owned | undefined) =>
  role !== 'courier' || (courier_id !== undefined && whose?.courier_id === courier_id)

/** Couriers get 404 for records that are not theirs. Throws "<noun> not found". */
export function expectOwn(actor: Viewer, noun: Noun, whose: Owned | undefined): void {
  if (!canSee(actor, whose)) throw notFound(noun)
}
