import { notFound } from '../../core/errors.ts'
import type { Actor } from './context.ts'

/** Whose something is, where it is a courier's. */
interface Whose {
  courier_id?: string | null | undefined
}

/** Who looks, as far as it matters here. */
export type Whoever = Pick<Actor, 'role' | 'courier_id'>

/** Whether the caller may see something: a courier what is their own, everybody else whatever is the company's. */
export const sees = ({ role, courier_id }: Whoever, whose: Whose | undefined) =>
  role !== 'courier' || (courier_id !== undefined && whose?.courier_id === courier_id)

/** Throws "<noun> not found" where the caller is a courier and this is not theirs: as if it were not there. */
export function expectOwn(actor: Whoever, noun: string, whose: Whose | undefined): void {
  if (!sees(actor, whose)) throw notFound(noun)
}
