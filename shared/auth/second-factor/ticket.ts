import * as z from 'zod'
import { sealer } from '../../core/seal.ts'
import type { Refusal } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { mintGrant, type Grant } from '../../db/grant.ts'
import type { TenantTable } from '../../db/table.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { Id, Timestamp } from '../../domain/kernel/fields.ts'
import { isFactorRequired } from '../../domain/settings/record.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import { hasFactor, users, type UserRecord } from '../../domain/users/record.ts'
import { refused } from '../refusals.ts'
import { secondFactors } from './record.ts'

/** What a ticket is for: the code of a factor, or adding one. `lasts`: seconds; an app takes longer to install than to open. */
const purposes = {
  code: { context: 'second-factor-ticket', lasts: 300 },
  enrolment: { context: 'second-factor-enrolment', lasts: 900 },
}
type Purpose = keyof typeof purposes

/** A sign-in whose first factor is proven. It ends with the `epoch` of the user's sessions. */
const Ticket = lazySchema(() =>
  z.object({
    user_id: Id,
    tenant_id: Id,
    epoch: z.int(),
    methods: z.array(z.string()),
    device_name: z.string().optional(),
    ends: Timestamp,
  }),
)
type Ticket = z.output<typeof Ticket>
type Ctx = Pick<PublicContext, 'secret' | 'now'>

/**
 * The refusal of a sign-in by `methods` alone, with the ticket to go on with: of a user who has a second factor, and of one without
 * whose company requires it; who has a passkey is asked for it. Undefined for other users.
 */
export async function withoutFactor(
  ctx: Ctx,
  table: TenantTable,
  user: UserRecord,
  methods: string[],
  device_name: string | undefined,
): Promise<Refusal | undefined> {
  const ticket = (purpose: Purpose) => sealed(ctx, purpose, user, { methods, device_name })
  if (user.second_factor_since !== undefined)
    return refused.second_factor_required().withParams({ ticket: await ticket('code') })
  if (!isFactorRequired(await readSettings(table), user.role, ctx.now)) return undefined
  // Otherwise who knows the password could add an app as well.
  if (hasFactor(user)) return refused.passkey_required()
  return refused.second_factor_missing().withParams({ ticket: await ticket('enrolment') })
}

async function sealed(
  { secret, now }: Ctx,
  purpose: Purpose,
  { id: user_id, tenant_id, epoch }: UserRecord,
  given: Pick<Ticket, 'methods' | 'device_name'>,
): Promise<string> {
  const { context, lasts } = purposes[purpose]
  const { seal } = await secret('sealing', sealer)
  const ends = new Date(now.getTime() + lasts * 1000).toISOString()
  const content: Ticket = { user_id, tenant_id, epoch, ...given, ends }
  return seal(JSON.stringify(content), context)
}

/** What a ticket says, and the right to its tenant; undefined for an invalid or expired one. */
async function opened(
  { secret, now }: Ctx,
  purpose: Purpose,
  text: string,
): Promise<(Ticket & { grant: Grant }) | undefined> {
  const content = (await secret('sealing', sealer)).open(text, purposes[purpose].context)
  const ticket = content === undefined ? undefined : Ticket.parse(JSON.parse(content))
  if (!ticket || ticket.ends <= now.toISOString()) return undefined
  return { ...ticket, grant: mintGrant(ticket.tenant_id) }
}

/**
 * The sign-in of a ticket, its user, and their factor: confirmed for a code, and not for an enrolment. Throws unauthenticated for a
 * ticket that is not valid any more.
 */
export async function signInOf(ctx: PublicContext, purpose: Purpose, text: string) {
  const ticket = await opened(ctx, purpose, text)
  if (!ticket) throw refused.sign_in_expired()
  const table = ctx.tenant(ticket.grant)
  const { user_id } = ticket
  const [user, factor] = await Promise.all([
    table.find(users, { id: user_id }),
    table.find(secondFactors, { user_id }),
  ])
  const hasFactor = user?.second_factor_since !== undefined
  if (!user?.is_active || user.epoch !== ticket.epoch || hasFactor !== (purpose === 'code'))
    throw refused.sign_in_expired()
  return { ticket, table, user, factor }
}
