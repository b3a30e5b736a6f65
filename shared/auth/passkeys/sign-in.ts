import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import type { PublicContext, TenantContext } from '../../domain/kernel/context.ts'
import { passkeys, passkeysOf, type Passkey } from '../../domain/users/passkey-record.ts'
import { sessions, users } from '../../domain/users/record.ts'
import type { SignedIn } from '../accounts.ts'
import { newDeviceLetter } from '../new-device.ts'
import { refused } from '../refusals.ts'
import { provenUntil, type ProvenFactor } from '../second-factor/step-up.ts'
import { openSession } from '../sessions.ts'
import { challengeOf, relyingParty, ticketOf, useChallenge } from './challenge.ts'
import type { PasskeyAssertion, PasskeyProof, PasskeyRequest, PasskeySignIn } from './schemas.ts'

/** A challenge for whichever passkey the user chooses: no address is asked for. */
export async function beginPasskeySignIn(ctx: PublicContext): Promise<z.input<typeof PasskeyRequest>> {
  const { rpID } = relyingParty(ctx.settings)
  const { challenge, timeout = 60_000 } = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
  })
  const public_key = { challenge, rpId: rpID, timeout, userVerification: 'required' as const }
  return { ticket: await ticketOf(ctx, 'sign-in', challenge), public_key }
}

/**
 * Signs in by a passkey, which is both factors: something that the user has, and what unlocks it. Throws unauthenticated for
 * a challenge that is used or too old, and for a passkey that is unknown, or whose answer is not right.
 */
export async function signInWithPasskey(
  ctx: PublicContext,
  { ticket, credential, device_name }: z.output<typeof PasskeySignIn>,
): Promise<Plan<SignedIn>> {
  const challenge = await challengeOf(ctx, 'sign-in', ticket)
  const found = await ctx.directory.find('passkey', credential.id)
  if (!found) throw refused.passkey_wrong()
  const table = ctx.tenant(found.grant)
  const [user_id = '', id = ''] = found.ref.split('/')
  const [user, passkey] = await Promise.all([
    table.find(users, { id: user_id }),
    table.find(passkeys, { id, user_id }),
  ])
  if (!user || !passkey) throw refused.passkey_wrong()
  const counter = await counterOf(ctx, challenge.challenge, passkey, credential)
  if (counter === undefined) return { writes: [], refusal: refused.passkey_wrong(), audit: { table, user_id } }
  if (!user.is_active) throw refused.user_not_active()
  // RFC 8176 §2: where the key is, that the user was there, and that more than one factor was proven.
  const amr = [passkey.is_synced ? 'swk' : 'hwk', 'user', 'mfa']
  const { write, tokens } = await openSession(ctx, table, user, { device_name, amr })
  return {
    writes: [
      write,
      useChallenge(table, challenge, ctx.now),
      table.updateVersion(passkeys, passkey, { counter, last_used_at: ctx.now.toISOString() }).write,
      ...(await newDeviceLetter(ctx, table, user, device_name)),
    ],
    result: { ...tokens, user },
  }
}

/**
 * Proves a passkey again in a session, for what needs a recent second factor (RFC 9470). Throws unauthenticated for a challenge that is
 * used or too old, and bad_request for an answer that is not right.
 */
export async function provePasskey(
  ctx: TenantContext,
  { ticket, credential }: z.output<typeof PasskeyProof>,
): Promise<Plan<z.output<typeof ProvenFactor>>> {
  const { table, actor, now } = ctx
  const challenge = await challengeOf(ctx, 'sign-in', ticket)
  const [owned, session] = await Promise.all([
    passkeysOf(table, actor.user_id),
    table.get(sessions, { id: actor.session_id, user_id: actor.user_id }),
  ])
  const passkey = owned.find(({ credential_id }) => credential_id === credential.id)
  const counter = passkey && (await counterOf(ctx, challenge.challenge, passkey, credential))
  if (!passkey || counter === undefined) throw refused.passkey_not_proven()
  const moment = now.toISOString()
  return {
    writes: [
      table.updateVersion(passkeys, passkey, { counter, last_used_at: moment }).write,
      table.updateVersion(sessions, session, { proven_at: moment }).write,
      useChallenge(table, challenge, now),
    ],
    result: { proven_until: provenUntil(now) },
  }
}

/**
 * The counter of the authenticator after a right answer. Undefined for an answer to another challenge or of another page, of another
 * user's passkey, without the check of its user, with a wrong signature, or with a counter that did not grow: of a copy.
 */
async function counterOf(
  { settings }: Pick<PublicContext, 'settings'>,
  expectedChallenge: string,
  { credential_id, public_key, counter, user_id }: Passkey,
  credential: PasskeyAssertion,
): Promise<number | undefined> {
  const { userHandle, ...answer } = credential.response
  const isOwn = Buffer.from(userHandle ?? '', 'base64url').toString() === user_id
  // The directory ignores letter case.
  if (!isOwn || credential.id !== credential_id) return undefined
  const { rpID, origin } = relyingParty(settings, answer.clientDataJSON)
  // Throws an Error that names what is wrong.
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response: answer },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: credential_id, publicKey: Buffer.from(public_key, 'base64url'), counter },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified ? authenticationInfo?.newCounter : undefined
}
