import * as z from 'zod'
import { publicUrlOf, type FunctionSettings } from '../../config/function-settings.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { sealer } from '../../core/seal.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import type { PublicContext } from '../../domain/kernel/context.ts'
import { Id, Timestamp } from '../../domain/kernel/fields.ts'
import { usedChallenges } from '../../domain/users/passkey-record.ts'
import { refused } from '../refusals.ts'

/** The signature algorithms of passkeys (COSE): EdDSA, ES256 and RS256, one of which every authenticator has. */
export const supportedAlgorithmIDs = [-8, -7, -257]

/** Seconds in which the authenticator has to answer. */
export const challengeLasts = 300

/** A challenge that was given to a browser; of a registration also for whom. */
const Challenge = lazySchema(() =>
  z.object({ id: Id, challenge: z.string(), user_id: Id.optional(), ends: Timestamp }),
)
type Challenge = z.output<typeof Challenge>
type Ctx = Pick<PublicContext, 'secret' | 'now' | 'newId'>
type Purpose = 'sign-in' | 'registration'
const contextOf = (purpose: Purpose) => `passkey-${purpose}`

/** The ticket of a challenge, which its answer is sent with: a sealed text, so that nothing is stored before. */
export async function ticketOf(
  { secret, now, newId }: Ctx,
  purpose: Purpose,
  challenge: string,
  user_id?: string,
): Promise<string> {
  const { seal } = await secret('sealing', sealer)
  const ends = new Date(now.getTime() + challengeLasts * 1000).toISOString()
  const content: Challenge = { id: newId(), challenge, ends, ...(user_id !== undefined && { user_id }) }
  return seal(JSON.stringify(content), contextOf(purpose))
}

/** The challenge of a ticket. Throws unauthenticated for one that is invalid, expired, or of another user. */
export async function challengeOf(
  { secret, now }: Pick<Ctx, 'secret' | 'now'>,
  purpose: Purpose,
  ticket: string,
  user_id?: string,
): Promise<Challenge> {
  const text = (await secret('sealing', sealer)).open(ticket, contextOf(purpose))
  const challenge = text === undefined ? undefined : Challenge.parse(JSON.parse(text))
  if (!challenge || challenge.ends <= now.toISOString() || challenge.user_id !== user_id)
    throw refused.passkey_too_late()
  return challenge
}

/** Uses a challenge up, once (WebAuthn Level 3 §13.4.3). */
export const useChallenge = (table: TenantTable, { id }: Challenge, now: Date): Write => ({
  ...table.create(usedChallenges, { id, used_at: now.toISOString() }),
  onConditionFailed: refused.passkey_too_late(),
})

/**
 * Of which host passkeys are (the RP ID, WebAuthn Level 3 §4), and from which origin their answers come. An IP address cannot have
 * any, so a service on this machine has those of localhost, at whatever port its pages are.
 */
export function relyingParty(settings: Pick<FunctionSettings, 'publicUrl'>, clientData = '') {
  const { hostname, origin } = new URL(publicUrlOf(settings))
  if (hostname !== '127.0.0.1') return { rpID: hostname, origin }
  const claimed = /"origin":"(http:\/\/localhost:\d+)"/.exec(Buffer.from(clientData, 'base64url').toString())
  return { rpID: 'localhost', origin: claimed?.[1] ?? 'http://localhost' }
}
