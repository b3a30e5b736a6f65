import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { accountLetters } from '../../domain/users/account-letters.ts'
import type { TenantContext } from '../../domain/kernel/context.ts'
import { Id, type Message } from '../../domain/kernel/fields.ts'
import { isFactorRequired } from '../../domain/settings/record.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import {
  maxPasskeys,
  passkeyRemovals,
  passkeys,
  passkeysOf,
  type Passkey,
} from '../../domain/users/passkey-record.ts'
import { hasFactor, sessions, users } from '../../domain/users/record.ts'
import { refused } from '../refusals.ts'
import { challengeOf, relyingParty, supportedAlgorithmIDs, ticketOf, useChallenge } from './challenge.ts'
import type { NewPasskey, OwnPasskey, PasskeyAttestation, PasskeyChange, PasskeyCreation } from './schemas.ts'

const toResponse = (passkey: Passkey) => ({ ...passkey, last_used_at: passkey.last_used_at ?? null })

/** The caller's own passkeys. */
export const listPasskeys = async ({ table, actor }: TenantContext): Promise<z.input<typeof OwnPasskey>[]> =>
  (await passkeysOf(table, actor.user_id)).map(toResponse)

/** Begins to add a passkey. Throws conflict if the user has as many as they may. */
export async function beginPasskey(ctx: TenantContext): Promise<z.input<typeof PasskeyCreation>> {
  const { table, actor, settings } = ctx
  const [user, owned] = await Promise.all([
    table.get(users, { id: actor.user_id }),
    passkeysOf(table, actor.user_id),
  ])
  if (owned.length >= maxPasskeys) throw refused.too_many_passkeys({ max: maxPasskeys })
  const { rpID } = relyingParty(settings)
  const options = await generateRegistrationOptions({
    rpName: 'Courier Logistics',
    rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.email,
    supportedAlgorithmIDs,
  })
  const { challenge, user: named, pubKeyCredParams, timeout = 60_000 } = options
  const public_key = {
    challenge,
    rp: { id: rpID, name: options.rp.name },
    user: named,
    pubKeyCredParams,
    timeout,
    attestation: 'none' as const,
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
    excludeCredentials: owned.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key' as const,
      ...(transports.length > 0 && { transports }),
    })),
  }
  return { ticket: await ticketOf(ctx, 'registration', challenge, user.id), public_key }
}

/**
 * Adds a passkey, with which its user signs in from then on; it proves a second factor in this session. Throws unauthenticated for a
 * challenge that is used, too old, or of another user, bad_request for an answer that is not right, and conflict for a passkey that
 * is known.
 */
export async function addPasskey(
  ctx: TenantContext,
  { ticket, name, credential }: z.output<typeof NewPasskey>,
): Promise<Plan<z.input<typeof OwnPasskey>>> {
  const { table, actor, now, newId } = ctx
  const challenge = await challengeOf(ctx, 'registration', ticket, actor.user_id)
  const made = await keyOf(ctx, challenge.challenge, credential)
  if (!made) throw refused.passkey_not_made()
  const [user, session, owned] = await Promise.all([
    table.get(users, { id: actor.user_id }),
    table.get(sessions, { id: actor.session_id, user_id: actor.user_id }),
    passkeysOf(table, actor.user_id),
  ])
  if (owned.length >= maxPasskeys) throw refused.too_many_passkeys({ max: maxPasskeys })
  const passkey: Passkey = {
    id: newId(),
    user_id: user.id,
    name,
    ...made,
    created_at: now.toISOString(),
    version: 1,
  }
  return {
    writes: [
      table.create(passkeys, passkey),
      table.putDirectoryEntry(
        'passkey',
        passkey.credential_id,
        `${user.id}/${passkey.id}`,
        refused.passkey_known(),
      ),
      table.updateVersion(users, user, { passkeys: owned.length + 1 }).write,
      table.updateVersion(sessions, session, { proven_at: now.toISOString() }).write,
      useChallenge(table, challenge, now),
      ...accountLetters(ctx, 'passkey_added', [user], name),
    ],
    result: toResponse(passkey),
  }
}

/** The passkey of a right answer: to this challenge, of our page, and with the check of its user. */
async function keyOf(
  { settings }: TenantContext,
  expectedChallenge: string,
  credential: PasskeyAttestation,
): Promise<Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'is_synced'> | undefined> {
  const { clientDataJSON, attestationObject, transports = [] } = credential.response
  const { rpID, origin } = relyingParty(settings, clientDataJSON)
  // Throws an Error that names what is wrong.
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    is_synced: registrationInfo.credentialDeviceType === 'multiDevice',
  }
}

/** Renames a passkey of the caller. Throws "Passkey not found", and stale (If-Match). */
export async function renamePasskey(
  { table, actor, expectVersion }: TenantContext,
  passkeyId: string,
  { name }: z.output<typeof PasskeyChange>,
): Promise<Plan<z.input<typeof OwnPasskey>>> {
  const id = Id.safeParse(passkeyId).data ?? ''
  const passkey = await table.get(passkeys, { id, user_id: actor.user_id })
  expectVersion(passkey.version)
  const { write, record } = table.updateVersion(passkeys, passkey, { name })
  return { writes: [write], result: toResponse(record) }
}

/** Removes a passkey of the caller. Throws "Passkey not found", and conflict for the only factor of a user whose company requires one. */
export async function removePasskey(
  ctx: TenantContext,
  passkeyId: string,
): Promise<Plan<z.output<typeof Message>>> {
  const { table, actor, now } = ctx
  const id = Id.safeParse(passkeyId).data ?? ''
  const [user, passkey, owned, company] = await Promise.all([
    table.get(users, { id: actor.user_id }),
    table.get(passkeys, { id, user_id: actor.user_id }),
    passkeysOf(table, actor.user_id),
    readSettings(table),
  ])
  const left = { ...user, passkeys: owned.length - 1 }
  if (!hasFactor(left) && isFactorRequired(company, user.role, now)) throw refused.second_factor_stays()
  return {
    writes: [
      ...passkeyRemovals(table, [passkey]),
      table.updateVersion(users, user, { passkeys: left.passkeys }).write,
      ...accountLetters(ctx, 'passkey_removed', [user], passkey.name),
    ],
    result: { message: 'The passkey is removed' },
  }
}
