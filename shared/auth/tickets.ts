import * as z from 'zod'
import { realtimeTexts } from '../domain/realtime/frames.ts'
import { mintGrant, type Grant } from '../db/grant.ts'
import type { TenantContext } from '../domain/kernel/context.ts'
import { Id, Timestamp } from '../domain/kernel/fields.ts'
import { roles } from '../domain/kernel/roles.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import { sealer, type Sealer } from '../core/seal.ts'

/** The lifetime of a ticket in seconds. */
const lasts = 30

const Ticket = lazySchema(() =>
  z.object({
    id: Id,
    ends: Timestamp,
    actor: z.object({
      user_id: Id,
      tenant_id: Id,
      company_id: Id,
      session_id: Id,
      expires_at: Timestamp,
      role: z.enum(roles),
      courier_id: Id.optional(),
      scopes: z.array(z.string()).readonly().optional(),
    }),
  }),
)
export type Ticket = z.output<typeof Ticket>

const context = 'ticket'

export const SocketTicket = lazySchema(() =>
  z
    .object({
      url: z.string().meta({
        description: 'The address of the WebSocket, without the ticket',
        examples: ['wss://live.example/ws'],
      }),
      ticket: z.string().meta(realtimeTexts.ticket),
      expires_in: z.int().meta({ description: 'Seconds until the ticket expires', examples: [30] }),
    })
    .meta({ id: 'SocketTicket' }),
)

/**
 * The ticket that opens a socket, since browsers send no token with it: a sealed text that names its user. Single
 * use is enforced when it is used.
 */
export async function socketTicket({ actor, now, newId, secret, settings }: TenantContext) {
  const ends = new Date(now.getTime() + lasts * 1000).toISOString()
  const ticket: Ticket = { id: newId(), actor, ends }
  const { seal } = await secret('sealing', sealer)
  return { url: settings.socketUrl, ticket: seal(JSON.stringify(ticket), context), expires_in: lasts }
}

/** The user of a ticket, and the right to their tenant; undefined for an invalid or expired ticket. */
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
