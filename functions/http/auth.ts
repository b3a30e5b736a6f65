import * as z from 'zod'
import { login, Login, register, Registration, SignedIn } from '../../shared/auth/accounts.ts'
import { publishedKeys } from '../../shared/auth/keys.ts'
import {
  Mailbox,
  PasswordReset,
  resetPassword,
  sendCode,
  Verification,
  verifyEmail,
} from '../../shared/auth/codes/email-codes.ts'
import { acceptInvitation, Acceptance } from '../../shared/auth/codes/invitations.ts'
import { commonPasswordsFile } from '../../shared/auth/weak-passwords.ts'
import { addressLimit as limit } from '../../shared/auth/address-limit.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { Message } from '../../shared/domain/kernel/fields.ts'
import {
  beginRequiredEnrolment,
  enrolAndSignIn,
  EnrolledSignIn,
  EnrollingSignIn,
  EnrolmentTicket,
} from '../../shared/auth/second-factor/enrol-at-sign-in.ts'
import { Enrolment } from '../../shared/auth/second-factor/enrol.ts'
import { FactorSignIn, signInWithFactor } from '../../shared/auth/second-factor/sign-in.ts'
import { closeSession, refreshSession, Tokens, sessionTexts } from '../../shared/auth/sessions.ts'
import { signingKeysPath } from '../../shared/auth/server-metadata.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { opensSession, usesSession } from '../../shared/http/cookies/session-cookie.ts'
import { publicRoute } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { lazySchema } from '../../shared/core/lazy-schema.ts'

/** The only function that may hash passwords. */
export const secrets: readonly SecretName[] = ['signing', 'pepper', 'verification', 'sealing']
export const table: TableRights = {
  tenant: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  email: ['GetItem', 'PutItem'],
  invitation: ['GetItem'],
  limits: ['GetItem', 'UpdateItem'],
  outbox: ['PutItem'],
}

export const files = [commonPasswordsFile]

const RefreshToken = lazySchema(() =>
  z
    .object({ refresh_token: z.string().max(4096).meta(sessionTexts.refreshToken) })
    .meta({ id: 'RefreshToken', examples: [{ refresh_token: '<refresh_token>' }] }),
)

/** RFC 7517 §5. The keys are Ed25519 (RFC 8037 §2). */
const JsonWebKeySet = lazySchema(() => {
  const text = z.string()
  const key = z.object({
    kty: text.meta({ description: 'The kind of key: `OKP`', examples: ['OKP'] }),
    crv: text.meta({ description: 'The curve: `Ed25519`', examples: ['Ed25519'] }),
    x: text.meta({
      description: 'The public key, in base64url',
      examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
    }),
    kid: text.meta({
      description: 'The key’s id, which the header of a token names',
      examples: ['2026-11-23'],
    }),
    alg: text.meta({ description: 'The algorithm: `EdDSA`', examples: ['EdDSA'] }),
    use: text.meta({ description: 'What the key is for: `sig`', examples: ['sig'] }),
  })
  return z
    .object({
      keys: z
        .array(key.meta({ id: 'JsonWebKey' }))
        .meta({ description: 'The current keys, and those that tokens in use were signed with' }),
    })
    .meta({ id: 'JsonWebKeySet' })
})

export const routes = [
  publicRoute('POST /api/v1/auth/register', {
    operationId: 'register',
    summary: 'Register a user together with a new tenant',
    description:
      'The user is the manager of the new company, and signed in. Inviting others and creating webhooks need a verified e-mail address, which this does not wait for. A known address is a 400.',
    limit,
    sessionCookie: opensSession,
    refuses: ['bad_request'],
    body: Registration,
    reply: SignedIn,
    status: 201,
    location: '/api/v1/users/me',
    decide: ({ ctx, body }) => register(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/login', {
    operationId: 'login',
    summary: 'Sign in with e-mail and password',
    description:
      'Ten failed attempts in 15 minutes lock the pair of account and address out for the rest of that time (429). A user with a second factor gets 401 with the code `second_factor_required` and a ticket (`POST /api/v1/auth/second-factor`), one without whose company requires it 401 with `second_factor_missing` (`POST /api/v1/auth/second-factor/enrolment`).',
    limit,
    sessionCookie: opensSession,
    refuses: ['unauthenticated', 'second_factor_required', 'second_factor_missing', 'too_many_requests'],
    body: Login,
    reply: SignedIn,
    decide: ({ ctx, body }) => login(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/second-factor', {
    operationId: 'signInWithSecondFactor',
    summary: 'End a sign-in with the code of the second factor',
    description:
      'Follows a sign-in that was refused with the code `second_factor_required`. A code works once; five wrong ones in 15 minutes lock the second factor for the rest of that time (429).',
    limit,
    sessionCookie: opensSession,
    refuses: ['unauthenticated', 'too_many_requests'],
    body: FactorSignIn,
    reply: SignedIn,
    decide: ({ ctx, body }) => signInWithFactor(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/second-factor/enrolment', {
    operationId: 'beginRequiredSecondFactor',
    summary: 'Begin to add the second factor that the company requires, in a sign-in',
    description:
      'Follows a sign-in that was refused with the code `second_factor_missing`. Returns the secret for the app, which a code has to confirm (`/confirm`). Needs a verified e-mail address.',
    limit,
    refuses: ['unauthenticated', 'email_not_verified'],
    body: EnrolmentTicket,
    reply: Enrolment,
    decide: ({ ctx, body }) => beginRequiredEnrolment(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/second-factor/enrolment/confirm', {
    operationId: 'signInWithNewSecondFactor',
    summary: 'Confirm the authenticator app by a code, which ends the sign-in',
    description:
      'From then on sign-ins need a code; all other sessions of the user end. Returns the tokens, and ten recovery codes, which are shown this once. Five wrong codes in 15 minutes lock it for the rest of that time (429).',
    limit,
    sessionCookie: opensSession,
    refuses: ['unauthenticated', 'conflict', 'too_many_requests'],
    body: EnrollingSignIn,
    reply: EnrolledSignIn,
    decide: ({ ctx, body }) => enrolAndSignIn(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/refresh', {
    operationId: 'refreshTokens',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'A refresh token works once. Using it again ends the session, since it may have been stolen, unless the request has the same `Idempotency-Key` within 60 seconds: then it gets the same new tokens.',
    example: { refresh_token: 'rt_8c21…' },
    limit,
    sessionCookie: usesSession,
    repeatable: true,
    refuses: ['unauthenticated'],
    body: RefreshToken,
    reply: Tokens,
    decide: ({ ctx, body }) => refreshSession(ctx, body),
  }),
  publicRoute('POST /api/v1/auth/logout', {
    operationId: 'logout',
    summary: 'End the session of a refresh token',
    description:
      'Needs no access token. Access tokens of the session stay valid until they expire, 15 minutes at most.',
    limit,
    sessionCookie: usesSession,
    body: RefreshToken,
    reply: Message,
    decide: ({ ctx, body }) => closeSession(ctx, body),
  }),
  publicRoute('POST /auth/email/send-verification', {
    operationId: 'sendVerificationCode',
    summary: 'Send a code that verifies an e-mail address',
    description: 'The code is valid once, for ten minutes. An address gets at most one a minute and ten a day.',
    limit,
    body: Mailbox,
    reply: Message,
    decide: ({ ctx, body }) => sendCode(ctx, 'verification', body),
  }),
  publicRoute('POST /auth/email/verify', {
    operationId: 'verifyEmail',
    summary: 'Verify an e-mail address by its code',
    description:
      'Send the access token or the password of the account too. Otherwise both end with the verification: who reads the mailbox is its owner, and the account may have been registered by another person.',
    limit,
    takesToken: true,
    refuses: ['bad_request', 'unauthenticated'],
    body: Verification,
    reply: Message,
    decide: ({ ctx, body }) => verifyEmail(ctx, body),
  }),
  publicRoute('POST /auth/email/send-reset-password', {
    operationId: 'sendPasswordResetCode',
    summary: 'Send a code that sets a new password',
    description: 'Answers in the same way for unknown addresses. The code is valid once for ten minutes.',
    limit,
    body: Mailbox,
    reply: Message,
    decide: ({ ctx, body }) => sendCode(ctx, 'reset', body),
  }),
  publicRoute('POST /auth/email/reset-password', {
    operationId: 'resetPassword',
    summary: 'Set a new password by a code, and end all sessions',
    description: 'A code that is wrong, used or expired is a 400; five wrong ones end it.',
    limit,
    refuses: ['bad_request'],
    body: PasswordReset,
    reply: Message,
    decide: ({ ctx, body }) => resetPassword(ctx, body),
  }),
  publicRoute('POST /auth/email/accept-invitation', {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation by its code, and set a password',
    description: 'Creates the account with the role of the invitation, and signs the user in.',
    limit,
    sessionCookie: opensSession,
    refuses: ['bad_request', 'second_factor_missing'],
    body: Acceptance,
    reply: SignedIn,
    decide: ({ ctx, body }) => acceptInvitation(ctx, body),
  }),
  publicRoute(`GET ${signingKeysPath}`, {
    operationId: 'getSigningKeys',
    summary: 'The public keys that access tokens are signed with',
    cache: 'public, max-age=300',
    reply: JsonWebKeySet,
    read: ({ ctx }) => ctx.secret('verification', publishedKeys),
  }),
]

export const handler = lambda(routes)
