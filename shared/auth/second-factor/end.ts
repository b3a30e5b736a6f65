import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { accountLetters } from '../../domain/users/account-letters.ts'
import type { TenantContext } from '../../domain/kernel/context.ts'
import { Id, type Message } from '../../domain/kernel/fields.ts'
import { isFactorRequired } from '../../domain/settings/record.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import { ownershipOf } from '../../domain/users/owner.ts'
import { passkeyRemovals, passkeysOf } from '../../domain/users/passkey-record.ts'
import { hasFactor, users } from '../../domain/users/record.ts'
import { refused } from '../refusals.ts'
import { proveOwnFactor, type FactorProof } from './enrol.ts'
import { secondFactors } from './record.ts'

/** Ends the caller's own second factor, by a code of it. Throws conflict without one, or if the company requires it, and bad_request for a wrong code. */
export async function endSecondFactor(
  ctx: TenantContext,
  { code }: z.output<typeof FactorProof>,
): Promise<Plan<z.output<typeof Message>>> {
  const { table, now } = ctx
  const [{ user, factor, proof }, company] = await Promise.all([proveOwnFactor(ctx, code), readSettings(table)])
  const left = { ...user, second_factor_since: undefined }
  if (!hasFactor(left) && isFactorRequired(company, user.role, now)) throw refused.second_factor_stays()
  return {
    writes: [
      table.remove(secondFactors, factor),
      proof.release,
      table.updateVersion(users, user, { second_factor_since: undefined }).write,
      ...accountLetters(ctx, 'second_factor_ended', [user]),
    ],
    result: { message: 'Sign-ins need no second factor any more' },
  }
}

/**
 * Ends the second factor, and the passkeys, of a colleague who has lost phone and recovery codes, and their sessions. Throws conflict for the caller's
 * own, for that of the owner of the company, and without one.
 */
export async function resetSecondFactor(
  ctx: TenantContext,
  userId: string,
): Promise<Plan<z.output<typeof Message>>> {
  const { table, actor } = ctx
  const id = Id.safeParse(userId).data ?? ''
  const [user, manager, factor, { ownerId }, owned] = await Promise.all([
    table.get(users, { id }),
    table.get(users, { id: actor.user_id }),
    table.find(secondFactors, { user_id: id }),
    ownershipOf(ctx),
    passkeysOf(table, id),
  ])
  if (id === actor.user_id) throw refused.own_second_factor()
  if (id === ownerId) throw refused.owners_second_factor()
  if (!hasFactor(user)) throw refused.no_second_factor()
  return {
    writes: [
      ...(factor ? [table.remove(secondFactors, factor)] : []),
      ...passkeyRemovals(table, owned),
      table.updateVersion(users, user, {
        second_factor_since: undefined,
        passkeys: undefined,
        epoch: user.epoch + 1,
      }).write,
      ...accountLetters(ctx, 'second_factor_reset', [user, manager], user.email),
    ],
    result: { message: 'The second factor and all sessions of the user have ended' },
  }
}
