import { notFound } from '../../core/errors.ts'
import type { Actor } from './context.ts'

/** Whose something is, where it is a courier's. */
interface Owned {
  courier_id?: string | null | undefined
}

/** Who looks, as far as it matters here. */
export type Viewer = Pick<Actor, 'role' | 'courier_id'>

/** Whether the caller may see something: a courier what is their own, everybody else whatever is the company's. */
export const canSee = ({ role, courier_id }: Viewer, whose: Owned | undefined) =>
  role !== 'courier' || (courier_id !== undefined && whose?.courier_id === courier_id)

/** Throws "<noun> not found" where the caller is a courier and this is not theirs: as if it were not there. */
export function expectOwn(actor: Viewer, noun: string, whose: Owned | undefined): void {
  if (!canSee(actor, whose)) throw notFound(noun)
}
