import * as z from 'zod'
import { sealer } from '../../core/seal.ts'
import type { Refusal } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { mintGrant, type Grant } from '../../db/grant.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { Id, Timestamp } from '../../domain/kernel/fields.ts'
import type { UserRecord } from '../../domain/users/record.ts'
import { refused } from '../refusals.ts'

/** Seconds in which the code has to follow the password. */
const lasts = 300
const context = 'second-factor-ticket'

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

/** The refusal of a sign-in without the code of a user who has a second factor, with the ticket to send with it. */
export async function secondFactorRequired(
  { secret, now }: Pick<PublicContext, 'secret' | 'now'>,
  { id: user_id, tenant_id, epoch }: UserRecord,
  methods: string[],
  device_name: string | undefined,
): Promise<Refusal> {
  const { seal } = await secret('sealing', sealer)
  const ends = new Date(now.getTime() + lasts * 1000).toISOString()
  const content: Ticket = { user_id, tenant_id, epoch, methods, device_name, ends }
  return refused.second_factor_required().withParams({ ticket: seal(JSON.stringify(content), context) })
}

/** What a ticket says, and the right to its tenant; undefined for an invalid or expired one. */
export async function openTicket(
  { secret, now }: Pick<PublicContext, 'secret' | 'now'>,
  sealed: string,
): Promise<(Ticket & { grant: Grant }) | undefined> {
  const text = (await secret('sealing', sealer)).open(sealed, context)
  const ticket = text === undefined ? undefined : Ticket.parse(JSON.parse(text))
  if (!ticket || ticket.ends <= now.toISOString()) return undefined
  return { ...ticket, grant: mintGrant(ticket.tenant_id) }
}
