import * as z from 'zod'
import { digest } from '../db/keys.ts'
import type { Write } from '../db/requests.ts'
import type { Plan } from '../db/commit.ts'
import { epochSeconds } from '../db/entity.ts'
import type { TenantTable } from '../db/table.ts'
import { expectInService, isInService } from '../domain/couriers/in-service.ts'
import { isFactorRequired, type SettingsRecord } from '../domain/settings/record.ts'
import { readSettings } from '../domain/settings/settings.ts'
import { isOpen } from '../domain/users/sessions.ts'
import { hasFactor, sessions, users, type Session, type UserRecord } from '../domain/users/record.ts'
import { Refusal, invalidToken } from '../core/errors.ts'
import { recordedNetwork } from '../core/network.ts'
import { refused } from './refusals.ts'
import type { PublicContext } from '../domain/kernel/context.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import { tokenSigner, verifierOf } from './tokens.ts'

/** Descriptions of fields that several schemas share. */
export const sessionTexts = {
  accessToken: {
    description: 'A JWT for the header `Authorization: Bearer`. It is valid for 15 minutes',
    examples: ['eyJhbGciOiJFZERTQSJ9…'],
  },
  refreshToken: {
    description:
      'Gets the next access token. It is valid for 7 days, on a named device for 30, and replaced at each use',
    examples: ['rt_5f3a…'],
  },
  tokenType: { description: 'Always `bearer` (RFC 6750)', examples: ['bearer'] },
}

export const Tokens = lazySchema(() =>
  z
    .object({
      access_token: z.string().meta(sessionTexts.accessToken),
      refresh_token: z.string().meta(sessionTexts.refreshToken),
      token_type: z.literal('bearer').meta(sessionTexts.tokenType),
    })
    .meta({ id: 'Tokens' }),
)
type Tokens = z.output<typeof Tokens>

/** Two tabs of a client may use a token at once: a second use within this time is a race, not a theft. */
const raceMilliseconds = 2000
/** How long a client can repeat a refresh with the same Idempotency-Key after a lost response. */
const repeatSeconds = 60

/** The log events of a token that may be stolen, which an alarm counts (lib/stacks/monitoring/metrics.ts). */
export const familyRevoked = 'refresh token used again: its family is revoked'
export const racedByAnotherAgent = 'refresh token used at the same time by another user agent'

const invalidRefresh = () => refused.refresh_token_invalid().with(invalidToken)
/** The refusal of a token that another request has just rotated: the same for clients, but the session goes on. */
export class RacedRefresh extends Refusal {}
const raced = () => new RacedRefresh(invalidRefresh())

/** The tokens of a session: signatures are deterministic, so the same session gives the same tokens. */
async function tokensOf(ctx: PublicContext, user: UserRecord, session: Session): Promise<Tokens> {
  const { sign } = await ctx.secret('signing', tokenSigner)
  const { issued_at, expires_at } = session
  const claims = { sub: user.id, tenant_id: user.tenant_id, sid: session.id, jti: session.current }
  const [access_token, refresh_token] = await Promise.all([
    sign(
      'access',
      {
        ...claims,
        company_id: user.company_id,
        role: user.role,
        ...(user.courier_id !== undefined && { courier_id: user.courier_id }),
        ...(session.amr && { amr: session.amr }),
      },
      issued_at,
      ctx.settings.accessTokenSeconds,
    ),
    sign('refresh', claims, issued_at, expires_at - issued_at),
  ])
  return { access_token, refresh_token, token_type: 'bearer' }
}

/**
 * A new session of a user, on a device that they may have named, by these methods (`amr`): its first tokens, and its write. Throws unauthenticated
 * for a courier not in service.
 */
export async function openSession(
  ctx: PublicContext,
  table: TenantTable,
  user: UserRecord,
  { device_name, amr }: Pick<Session, 'device_name' | 'amr'> = {},
): Promise<{ write: Write; tokens: Tokens }> {
  await expectInService(table, user)
  const { id: user_id, epoch } = user
  const opened_at = ctx.now.toISOString()
  const session: Session = {
    id: ctx.newId(),
    user_id,
    epoch,
    opened_at,
    device_name,
    ...(amr && { amr }),
    // RFC 8176 §2: more than one factor was proven.
    ...(amr?.includes('mfa') && { proven_at: opened_at }),
    ...freshToken(ctx, { opened_at, device_name }),
    network: digest(ctx.address),
    rotated: [],
    version: 1,
  }
  return { write: table.create(sessions, session), tokens: await tokensOf(ctx, user, session) }
}

/** The length of a user agent that is kept, in characters. */
const maxUserAgent = 300

/** The next refresh token of a session, which ends with it at the latest. A named device need not sign in every week. */
function freshToken(
  ctx: PublicContext,
  { opened_at, ends_at, device_name }: Pick<Session, 'opened_at' | 'ends_at' | 'device_name'>,
) {
  const { now, newId, settings } = ctx
  const issued_at = epochSeconds(now)
  const lifetime = device_name === undefined ? settings.refreshTokenSeconds : settings.deviceTokenSeconds
  const lastDay = new Date(Date.parse(opened_at) + settings.sessionDays * 24 * 3600 * 1000).toISOString()
  const last = ends_at ?? lastDay
  return {
    current: newId(),
    issued_at,
    expires_at: Math.min(issued_at + lifetime, epochSeconds(new Date(last))),
    ends_at: last,
    user_agent: ctx.userAgent().slice(0, maxUserAgent),
    used_from: recordedNetwork(ctx.address),
    agent: digest(ctx.userAgent()),
  }
}

/**
 * Exchanges a refresh token for the next, once (RFC 9700 §4.14.2). A rotated token is refused and revokes the
 * family, unless it is a race, or a repetition of the last rotation under its Idempotency-Key, which returns the
 * same tokens. A session without a second factor ends when the company requires one, and one that was idle for as long as the company has set. Throws the same 401 for every invalid token.
 */
export async function refreshSession(
  ctx: PublicContext,
  { refresh_token }: { refresh_token: string },
): Promise<Plan<Tokens & { replayed?: true }>> {
  const { now } = ctx
  const claims = await (await verifierOf(ctx, refresh_token)).refresh(refresh_token, now)
  const table = ctx.tenant(claims.grant)
  const [session, user, company] = await Promise.all([
    table.find(sessions, { id: claims.sid, user_id: claims.sub }),
    table.find(users, { id: claims.sub }),
    readSettings(table),
  ])
  if (!session || !user || !isOpen(session, user, now) || !(await isInService(table, user)))
    throw invalidRefresh()
  const isProven = hasFactor(user) && (session.proven_at !== undefined || session.amr?.includes('mfa'))
  const withoutFactor = !isProven && isFactorRequired(company, user.role, now)
  if (withoutFactor || isIdle(ctx, session, company)) {
    const refusal = withoutFactor ? refused.session_without_factor() : refused.session_idle()
    return { writes: [revoke(table, session, now)], refusal: refusal.with(invalidToken) }
  }
  const idempotencyKey = ctx.idempotencyKey()
  const key = idempotencyKey && digest(idempotencyKey)

  if (claims.jti === session.current) {
    const recent = session.rotated.filter(({ at }) => now.getTime() - at < raceMilliseconds)
    const { write, record } = table.updateVersion(sessions, session, {
      ...freshToken(ctx, session),
      // The current time, not the request's: a concurrent use counts from the rotation's commit.
      rotated: [...recent, { id: claims.jti, at: ctx.clock().getTime() }],
      repeatable: key ? { from: claims.jti, key } : undefined,
    })
    return { writes: [write], result: await tokensOf(ctx, user, record) }
  }
  const { repeatable, issued_at } = session
  if (
    key &&
    repeatable?.key === key &&
    repeatable.from === claims.jti &&
    epochSeconds(now) < issued_at + repeatSeconds
  )
    return { writes: [], result: { ...(await tokensOf(ctx, user, session)), replayed: true } }
  if (session.rotated.some(({ id, at }) => id === claims.jti && now.getTime() - at < raceMilliseconds)) {
    // Two tabs have one user agent. Another one may be a thief's, who also refreshes at once.
    if (session.agent !== undefined && session.agent !== digest(ctx.userAgent()))
      ctx.alert(racedByAnotherAgent, { user_id: user.id, session_id: session.id })
    throw raced()
  }

  ctx.alert(familyRevoked, { user_id: user.id, session_id: session.id })
  return { writes: [revoke(table, session, now)], refusal: invalidRefresh() }
}

/** Whether a session was not used as long as its company permits: its access token may have been used until it expired. */
const isIdle = (
  { now, settings }: PublicContext,
  { issued_at }: Session,
  { idle_sign_out_minutes: minutes }: SettingsRecord,
) => minutes > 0 && epochSeconds(now) > issued_at + settings.accessTokenSeconds + minutes * 60

const revoke = (table: TenantTable, session: Session, now: Date) =>
  table.updateVersion(sessions, session, { revoked_at: now.toISOString() }).write

/** Ends the session of a refresh token. An invalid token has none, and that is not an error. */
export async function closeSession(
  ctx: PublicContext,
  { refresh_token }: { refresh_token: string },
): Promise<Plan<{ message: string }>> {
  const result = { message: 'Logged out' }
  const claims = await (
    await verifierOf(ctx, refresh_token)
  )
    .refresh(refresh_token, ctx.now)
    .catch(() => undefined)
  const table = claims && ctx.tenant(claims.grant)
  const session = claims && (await table?.find(sessions, { id: claims.sid, user_id: claims.sub }))
  if (!table || !session || session.revoked_at) return { writes: [], result }
  return { writes: [revoke(table, session, ctx.now)], result }
}
