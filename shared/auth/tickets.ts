import * as z from 'zod'
import { mintGrant, type Grant } from '../db/grant.ts'
import type { TenantContext } from '../domain/kernel/context.ts'
import { Id, Timestamp } from '../domain/kernel/fields.ts'
import { roles } from '../domain/kernel/roles.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import { sealer, type Sealer } from '../core/seal.ts'

/** How long a ticket opens a connection, in seconds. */
const lasts = 30

const Ticket = lazySchema(() =>
  z.object({
    id: Id,
    ends: Timestamp,
    actor: z.object({
      ...{ user_id: Id, tenant_id: Id, company_id: Id, session_id: Id, expires_at: Timestamp },
      role: z.enum(roles),
      courier_id: Id.optional(),
    }),
  }),
)
export type Ticket = z.output<typeof Ticket>

const context = 'ticket'

export const SocketTicket = lazySchema(() =>
  z.object({ url: z.string(), ticket: z.string(), expires_in: z.int() }).meta({ id: 'SocketTicket' }),
)

/**
 * What a socket is opened with, since a browser sends no token with it: a sealed text, which says who has it. That it is
 * used once is seen to by who opens the connection.
 */
export async function socketTicket({ actor, now, newId, secret, settings }: TenantContext) {
  const ends = new Date(now.getTime() + lasts * 1000).toISOString()
  const ticket: Ticket = { id: newId(), actor, ends }
  const { seal } = await secret('sealing', sealer)
  return { url: settings.socketUrl, ticket: seal(JSON.stringify(ticket), context), expires_in: lasts }
}

/** Whose ticket it is, and the right to their tenant; undefined for what is none, or none any more. */
export function openTicket(
  { open }: Sealer,
  sealed: string,
  now: Date,
): (Ticket & { grant: Grant }) | undefined {
  const text = open(sealed, context)
  const ticket = text === undefined ? undefined : Ticket.parse(JSON.parse(text))
  const moment = now.toISOString()
  if (!ticket || ticket.ends <= moment || ticket.actor.expires_at <= moment) return undefined
  return { ...ticket, grant: mintGrant(ticket.actor.tenant_id) }
}
