import * as z from 'zod'
import { SignedIn } from '../../shared/auth/accounts.ts'
import { addressLimit as limit } from '../../shared/auth/address-limit.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../shared/auth/passkeys/manage.ts'
import {
  NewPasskey,
  OwnPasskey,
  PasskeyChange,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
  PasskeySignIn,
} from '../../shared/auth/passkeys/schemas.ts'
import { beginPasskeySignIn, provePasskey, signInWithPasskey } from '../../shared/auth/passkeys/sign-in.ts'
import { ProvenFactor } from '../../shared/auth/second-factor/step-up.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { Message } from '../../shared/domain/kernel/fields.ts'
import { roles } from '../../shared/domain/kernel/roles.ts'
import {
  activeSession,
  recentFactor,
  verifiedEmailAndRecentFactor,
} from '../../shared/domain/users/active-user.ts'
import { opensSession } from '../../shared/http/cookies/session-cookie.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { publicRoute, route } from '../../shared/http/routing/route.ts'

/** Passkeys: a function of its own, since what verifies them is as large as all else. */
export const secrets: readonly SecretName[] = ['signing', 'sealing', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  passkey: ['GetItem', 'PutItem', 'DeleteItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
  outbox: ['PutItem'],
}

export const routes = [
  publicRoute('POST /api/v1/auth/passkey/options', {
    operationId: 'beginPasskeySignIn',
    summary: 'Begin a sign-in with a passkey',
    description:
      'Returns a challenge for the authenticator, and the ticket to send with its answer, once, within 5 minutes. No address is asked for: the authenticator knows whose passkeys it has.',
    limit,
    reply: PasskeyRequest,
    status: 200,
    read: ({ ctx }) => beginPasskeySignIn(ctx),
  }),
  publicRoute('POST /api/v1/auth/passkey', {
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description:
      'Takes the answer of the authenticator, which has checked its user. A passkey is both factors, so no password and no code is asked for.',
    limit,
    sessionCookie: opensSession,
    refuses: ['unauthenticated'],
    body: PasskeySignIn,
    reply: SignedIn,
    decide: ({ ctx, body }) => signInWithPasskey(ctx, body),
  }),
  route('GET /api/v1/users/me/passkeys', {
    operationId: 'listOwnPasskeys',
    summary: 'The user’s own passkeys',
    roles,
    reply: z.array(OwnPasskey),
    read: ({ ctx }) => listPasskeys(ctx),
  }),
  route('POST /api/v1/users/me/passkeys/options', {
    operationId: 'beginPasskey',
    summary: 'Begin to add a passkey',
    description:
      'Returns a challenge for the authenticator, and the ticket to send with its answer. Needs a verified e-mail address, and of a user with a second factor a recent code. A user has ten passkeys at most.',
    roles,
    requires: verifiedEmailAndRecentFactor,
    refuses: ['not_found', 'conflict'],
    reply: PasskeyCreation,
    status: 200,
    read: ({ ctx }) => beginPasskey(ctx),
  }),
  route('POST /api/v1/users/me/passkeys', {
    operationId: 'addPasskey',
    summary: 'Add a passkey',
    description:
      'Takes the answer of the authenticator. From then on the user can sign in with the passkey; the password stays. The user gets an e-mail.',
    roles,
    requires: verifiedEmailAndRecentFactor,
    refuses: ['bad_request', 'not_found', 'conflict'],
    body: NewPasskey,
    reply: OwnPasskey,
    status: 201,
    location: '/api/v1/users/me/passkeys',
    decide: ({ ctx, body }) => addPasskey(ctx, body),
  }),
  route('POST /api/v1/users/me/passkeys/prove', {
    operationId: 'provePasskey',
    summary: 'Prove a passkey again, for what needs a recent second factor',
    description:
      'As `POST /api/v1/users/me/second-factor/prove`, by the answer of the authenticator to a challenge of `POST /api/v1/auth/passkey/options`.',
    roles,
    requires: activeSession,
    refuses: ['bad_request', 'not_found'],
    body: PasskeyProof,
    reply: ProvenFactor,
    status: 200,
    decide: ({ ctx, body }) => provePasskey(ctx, body),
  }),
  route('PUT /api/v1/users/me/passkeys/{id}', {
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    description: 'The name is for its user alone, to distinguish their passkeys.',
    roles,
    requires: activeSession,
    body: PasskeyChange,
    reply: OwnPasskey,
    decide: ({ ctx, params, body }) => renamePasskey(ctx, params.id, body),
  }),
  route('DELETE /api/v1/users/me/passkeys/{id}', {
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    description:
      'It can no longer sign in. Needs a recent proof of a second factor, as adding one does. The user gets an e-mail. 409 for the only second factor of a user whose company requires one.',
    roles,
    requires: recentFactor,
    refuses: ['conflict'],
    reply: Message,
    decide: ({ ctx, params }) => removePasskey(ctx, params.id),
  }),
]

export const handler = lambda(routes)
