import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { managerRoles } from '../kernel/roles.ts'
import { readSettings } from '../settings/settings.ts'

declare const brand: unique symbol

/** The right to make packages DELIVERED, without which `movePackages` refuses to. */
export interface DeliveryPermit {
  readonly [brand]: true
  /** A manager delivers without the proofs that the company requires. */
  readonly override: boolean
}
const permit = (override: boolean) => ({ override }) as DeliveryPermit

/** For a hand-over whose proofs were checked. */
export const permitByProof = () => permit(false)

/**
 * For every other way to DELIVERED: while the company requires no proof, or for a manager with a reason. Undefined otherwise.
 */
export async function permitWithoutProof(
  { table, actor }: Pick<TenantContext, 'table' | 'actor'>,
  reason?: string,
): Promise<DeliveryPermit | undefined> {
  const { handover } = await readSettings(table)
  if (handover.require.length === 0) return permit(false)
  return reason !== undefined && managerRoles.includes(actor.role) ? permit(true) : undefined
}

/** Throws a conflict without a permit. */
export function expectPermit(given: DeliveryPermit | undefined): void {
  if (!given) throw refused.proof_required()
}
