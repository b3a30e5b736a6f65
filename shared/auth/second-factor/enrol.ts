import * as z from 'zod'
import { sealer } from '../../core/seal.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Plan } from '../../db/commit.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import { accountLetters } from '../../domain/users/account-letters.ts'
import type { TenantContext } from '../../domain/kernel/context.ts'
import { sessions, users, type UserRecord } from '../../domain/users/record.ts'
import { refused } from '../refusals.ts'
import { newRecoveryCodes, newSecret, recoveryDigest } from './codes.ts'
import { FactorCode, proveFactor } from './prove.ts'
import { sealingContext, secondFactors, type SecondFactor } from './record.ts'

export const Enrolment = lazySchema(() =>
  z
    .object({
      secret: z.string().meta({
        description: 'The secret in base 32, to type into an app that has no camera',
        examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
      }),
      uri: z.string().meta({
        description: 'What apps read from a QR code (the key URI format of Google Authenticator)',
        examples: ['otpauth://totp/Courier%20Logistics:anna@swift.example?secret=JBSWY3DPEHPK3PXP'],
      }),
    })
    .meta({ id: 'Enrolment' }),
)
export const FactorProof = lazySchema(() =>
  z.object({ code: FactorCode }).meta({ id: 'FactorProof', examples: [{ code: '492 039' }] }),
)
export const RecoveryCodes = lazySchema(() =>
  z
    .object({
      recovery_codes: z.array(z.string()).meta({
        description: 'Ten codes that work once each in place of the app’s. They are not shown again',
        examples: [['7K2M-9QX4-TB3V-W5ZN']],
      }),
    })
    .meta({ id: 'RecoveryCodes' }),
)

/** The caller and their factor. */
async function ownFactor({ table, actor: { user_id } }: TenantContext) {
  const [user, factor] = await Promise.all([
    table.get(users, { id: user_id }),
    table.find(secondFactors, { user_id }),
  ])
  return { user, factor }
}

/** The caller, their confirmed factor, and what using a code of it writes. Throws conflict without a factor, and bad_request for a wrong code. */
export async function proveOwnFactor(ctx: TenantContext, code: string) {
  const { user, factor } = await ownFactor(ctx)
  if (user.second_factor_since === undefined || !factor) throw refused.no_second_factor()
  const proof = await proveFactor(ctx, factor, code)
  if (!proof) throw refused.factor_code_wrong()
  return { user, factor, proof }
}

/** Begins the enrolment of an app; an earlier one that was not confirmed ends. Throws conflict if the user has a factor. */
export async function beginEnrolment(ctx: TenantContext): Promise<Plan<z.output<typeof Enrolment>>> {
  const { user, factor } = await ownFactor(ctx)
  if (user.second_factor_since !== undefined) throw refused.second_factor_exists()
  return begunFactor(ctx, ctx.table, user, factor)
}

/** A new secret of a user's app, which a code has to confirm. `factor`: one that was begun earlier. */
export async function begunFactor(
  { now, secret }: Pick<TenantContext, 'now' | 'secret'>,
  table: TenantTable,
  user: UserRecord,
  factor: SecondFactor | undefined,
): Promise<{ writes: Write[]; result: z.output<typeof Enrolment> }> {
  const { seal } = await secret('sealing', sealer)
  const result = newSecret(user.email)
  const begun = {
    user_id: user.id,
    secret: seal(result.secret, sealingContext(user.id)),
    last_step: 0,
    recovery: [],
    created_at: now.toISOString(),
  }
  const write = factor
    ? table.updateVersion(secondFactors, factor, begun).write
    : table.create(secondFactors, { ...begun, version: 1 })
  return { writes: [write], result }
}

/**
 * Proves by a code that the user has the app, and gives ten new recovery codes. The first time it confirms the enrolment: from then on
 * sign-ins need a code, and all other sessions end, since they were opened without. Throws conflict if none was begun, and
 * bad_request for a wrong code.
 */
export async function giveRecoveryCodes(
  ctx: TenantContext,
  { code }: z.output<typeof FactorProof>,
): Promise<Plan<z.output<typeof RecoveryCodes>>> {
  const { table } = ctx
  const { user, factor } = await ownFactor(ctx)
  if (!factor) throw refused.second_factor_not_begun()
  const proof = await proveFactor(ctx, factor, code)
  if (!proof) throw refused.factor_code_wrong()
  const { recovery_codes, change: recovery } = freshRecovery()
  const change = { ...proof.change, ...recovery }
  const writes = [table.updateVersion(secondFactors, factor, change).write, proof.release]
  return {
    writes: [...writes, ...(user.second_factor_since === undefined ? await confirm(ctx, user) : [])],
    result: { recovery_codes },
  }
}

/** New recovery codes, and what they change of the factor. */
export function freshRecovery() {
  const recovery_codes = newRecoveryCodes()
  return { recovery_codes, change: { recovery: recovery_codes.map(recoveryDigest) } }
}

async function confirm({ table, actor, now, newId }: TenantContext, user: UserRecord): Promise<Write[]> {
  const session = await table.get(sessions, { id: actor.session_id, user_id: user.id })
  const epoch = user.epoch + 1
  return [
    table.updateVersion(users, user, { second_factor_since: now.toISOString(), epoch }).write,
    table.updateVersion(sessions, session, { epoch, proven_at: now.toISOString() }).write,
    ...accountLetters({ now, newId }, 'second_factor_added', [user]),
  ]
}
