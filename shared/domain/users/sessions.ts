import * as z from 'zod'
import type { Page, PageRequest } from '../../db/page.ts'
import type { Plan } from '../../db/commit.ts'
import { notFound } from '../../core/refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id, Timestamp, idOf } from '../kernel/fields.ts'
import { sessions, sessionsOf, users, type Session, type UserRecord } from './record.ts'

/** Descriptions of fields that several schemas share. */
export const sessionTexts = {
  deviceName: {
    description:
      'What the user calls the device: its sign-in then lasts for 30 days without use, instead of 7; of a session, null if it was not named',
    examples: ['Nino’s phone'],
  },
}

/** A session of a user, for themselves and for managers. */
export const OwnSession = lazySchema(() =>
  z
    .object({
      id: idOf('session'),
      /** As the sign-in named it; null if it did not. */
      device_name: z.string().nullable().meta(sessionTexts.deviceName),
      user_agent: z
        .string()
        .nullable()
        .meta({
          description:
            'The browser or program that used it last, by its `User-Agent`; null in sessions of earlier versions',
          examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
        }),
      network: z
        .string()
        .nullable()
        .meta({
          description:
            'The network that it was used from last: the /24 of an IPv4 address, the /64 of an IPv6 address',
          examples: ['203.0.113.0/24'],
        }),
      opened_at: Timestamp.meta({
        description: 'When the user signed in',
        examples: ['2026-11-23T08:00:00.000Z'],
      }),
      /** When its tokens were last refreshed. */
      last_used_at: Timestamp.meta({
        description: 'When its tokens were last refreshed',
        examples: ['2026-11-23T09:15:00.000Z'],
      }),
      expires_at: Timestamp.meta({
        description: 'When the session ends unless it is used before',
        examples: ['2026-11-30T09:15:00.000Z'],
      }),
      /** The current session. */
      current: z
        .boolean()
        .meta({ description: 'Whether this is the session of the request’s token', examples: [true] }),
    })
    .meta({ id: 'OwnSession' }),
)

const moment = (second: number) => new Date(second * 1000).toISOString()

/** Whether a session's refresh token is valid, by the session's own data. */
export const isOpen = ({ revoked_at, expires_at, ends_at, epoch }: Session, user: UserRecord, now: Date) =>
  revoked_at === undefined &&
  expires_at * 1000 > now.getTime() &&
  (ends_at === undefined || ends_at > now.toISOString()) &&
  epoch === user.epoch &&
  user.is_active

/** The open sessions of a user, newest first. Throws "User not found". */
export async function listSessions(
  { table, actor, now }: TenantContext,
  userId: string,
  page: PageRequest,
): Promise<Page<z.input<typeof OwnSession>>> {
  const id = Id.safeParse(userId).data ?? ''
  const [found, user] = await Promise.all([
    table.list(sessions, { ...sessionsOf(id), ...page }),
    table.get(users, { id }),
  ])
  return found.flatMap((session) =>
    isOpen(session, user, now)
      ? [
          {
            id: session.id,
            opened_at: session.opened_at,
            current: session.id === actor.session_id,
            device_name: session.device_name ?? null,
            user_agent: session.user_agent ?? null,
            network: session.used_from ?? null,
            last_used_at: session.version === 1 ? session.opened_at : moment(session.issued_at),
            expires_at: moment(session.expires_at),
          },
        ]
      : [],
  )
}

/** Ends one of a user's sessions and its refresh token. Throws "Session not found". */
export async function endSession(
  { table, now }: TenantContext,
  user_id: string,
  id: string,
): Promise<Plan<{ message: string }>> {
  const session = await table.get(sessions, { id, user_id })
  const result = { message: 'The session has ended' }
  if (session.revoked_at !== undefined) throw notFound('Session')
  return { writes: [table.updateVersion(sessions, session, { revoked_at: now.toISOString() }).write], result }
}

/** Ends all of a user's sessions, including the current one if they are the caller. Throws "User not found". */
export async function endAllSessions({ table }: TenantContext, id: string): Promise<Plan<{ message: string }>> {
  const user = await table.get(users, { id })
  const { write } = table.updateVersion(users, user, { epoch: user.epoch + 1 })
  return { writes: [write], result: { message: 'All sessions have ended' } }
}
