import { ids } from '../fields/field.ts'
import type { OperationTexts } from './operation.ts'

const beginText =
  'With `return_to`, the browser comes back to that page, which compares `state` with its own and repeats the callback with the header `Refresh-Token-Cookie`. Other clients compare it themselves.'

/** Accounts, users, API keys, settings and webhooks. */
export const company: OperationTexts = {
  'POST /api/v1/auth/register': {
    description:
      'The user is the manager of the new company, and signed in. Inviting others and creating webhooks need a verified e-mail address, which this does not wait for. A known address is a 400.',
  },
  'POST /api/v1/auth/login': {
    description:
      'Ten failed attempts in 15 minutes lock the pair of account and address out for the rest of that time (429).',
  },
  'POST /api/v1/auth/refresh': {
    description:
      'A refresh token works once. Using it again ends the session, since it may have been stolen, unless the request has the same `Idempotency-Key` within 60 seconds: then it gets the same new tokens.',
    example: { refresh_token: 'rt_8c21…' },
  },
  'POST /api/v1/auth/logout': {
    description:
      'Needs no access token. Access tokens of the session stay valid until they expire, 15 minutes at most.',
  },
  'GET /api/v1/auth/oauth/providers': {
    description: 'Those that this service has a client at. Pages show them as buttons.',
    example: { providers: [{ name: 'google', title: 'Google', is_custom: false }] },
  },
  'GET /api/v1/auth/oauth/{provider}': { description: beginText },
  'GET /api/v1/auth/oauth/custom/{custom_provider}': { description: beginText },
  'POST /api/v1/auth/token': {
    description:
      'The client credentials grant of OAuth 2.0 (RFC 6749 §4.4). The client id and the secret are sent by HTTP Basic, or in the body, form-encoded or as JSON. `scope` asks for some of the key’s scopes. There is no refresh token: get another access token before this one expires. Errors have the form of RFC 6749 §5.2.',
    example: { token_type: 'bearer', scope: 'shipments:read shipments:write' },
  },
  'POST /api/v1/api-keys': {
    description:
      'Needs a verified e-mail address. A key may do what its scopes say, and never manages users or keys; what it does is recorded under its id. At most 100 keys.',
    example: { last_used_at: null, expires_at: null, former_secret_until: null },
  },
  'GET /api/v1/api-keys': {
    description: 'Without their secrets.',
    example: { expires_at: null, former_secret_until: null },
  },
  'GET /api/v1/api-keys/{id}': {
    description: '`last_used_at` is the hour in which it last got a token.',
    example: { expires_at: null, former_secret_until: null },
  },
  'DELETE /api/v1/api-keys/{id}': {
    description: 'It gets no more tokens. Those that it has end within 15 minutes, and with them its sockets.',
    example: { id: ids.apiKey, message: 'The API key is deleted' },
  },
  'POST /api/v1/api-keys/{id}/rotate': {
    description:
      'The response has the new secret, which is not shown again. Both secrets work for `overlap_seconds` (an hour unless given), so that the system can change over; with 0 all former ones end at once. 409 while a former secret works, or if the key is rotated at the same time.',
    example: { expires_at: null },
  },
  'POST /auth/email/send-verification': {
    description: 'The code is valid once, for ten minutes. An address gets at most one a minute and ten a day.',
  },
  'POST /auth/email/verify': {
    description:
      'Send the access token or the password of the account too. Otherwise both end with the verification: who reads the mailbox is its owner, and the account may have been registered by another person.',
  },
  'POST /auth/email/send-reset-password': {
    description: 'Answers in the same way for unknown addresses. The code is valid once for ten minutes.',
  },
  'POST /auth/email/reset-password': {
    description: 'A code that is wrong, used or expired is a 400; five wrong ones end it.',
  },
  'POST /auth/email/accept-invitation': {
    description: 'Creates the account with the role of the invitation, and signs the user in.',
  },
  'POST /api/v1/users': {
    description:
      'Needs a verified e-mail address. Sends an e-mail with a code. The account exists once the invitation is accepted. 100 invitations a day; three a day to one address. The role courier needs a `courier_id`.',
    example: { status: 'INVITED', email_verified: false },
  },
  'PUT /api/v1/users/{id}': {
    description:
      'A new role takes effect with the next access token, within 15 minutes. The last manager keeps the role, else 409. `is_active` false ends the user’s sessions.',
    example: { status: 'ACTIVE' },
  },
  'DELETE /api/v1/users/me/sessions': {
    description: 'Also that of the request. Access tokens stay valid until they expire, 15 minutes at most.',
  },
  'DELETE /api/v1/users/me/sessions/{id}': {
    description: 'Its refresh token no longer works; its access token stays valid until it expires.',
  },
  'DELETE /api/v1/users/{id}': {
    description:
      'Ends the user’s sessions. PUT with `is_active` true lets them in again. 409 for the last manager.',
    example: { status: 'DEACTIVATED', is_active: false },
  },
  'DELETE /api/v1/users/{id}/sessions': {
    description: 'The user may sign in again. Access tokens stay valid until they expire, 15 minutes at most.',
  },
  'DELETE /api/v1/users/{id}/sessions/{session_id}': {
    description:
      'For a phone that was lost: its refresh token no longer works; its access token stays valid until it expires, 15 minutes at most.',
  },
  'POST /api/v1/users/{id}/invitation': {
    description: 'The former code is no longer valid.',
    example: { status: 'INVITED', email_verified: false },
  },
  'POST /api/v1/webhooks': {
    description: 'Needs a verified e-mail address. The events since its creation are included.',
    example: { status: 'PENDING', disabled_reason: null, description: '' },
  },
  'PUT /api/v1/webhooks/{id}': {
    description: 'Another `url`, and `status` ENABLED for a disabled webhook, need another ping.',
    example: { disabled_reason: null },
  },
  'POST /api/v1/webhooks/{id}/test': {
    description: 'Shows whether the receiver verifies the signature and answers in time, without a parcel.',
  },
  'DELETE /api/v1/webhooks/{id}': {
    description: 'Nothing more is sent, also not what waits for another attempt.',
    example: { id: ids.webhook, message: 'The webhook is deleted' },
  },
  'POST /api/v1/webhooks/{id}/rotate-secret': {
    description: 'The response has the new secret, which is not shown again.',
    example: { disabled_reason: null },
  },
  'GET /api/v1/webhooks/{id}': {
    description:
      '`disabled_reason` says why the service has disabled it: the receiver is gone (410), or failed for days.',
    example: { status: 'ENABLED', disabled_reason: null },
  },
  'GET /api/v1/webhooks': {
    description: 'Without their secrets.',
    example: { status: 'ENABLED', disabled_reason: null },
  },
  'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': {
    description: 'Sent at once, with the same event id, also if it was delivered before.',
  },
  'GET /api/v1/settings': {
    description: 'Those of a company that has changed none are the initial ones.',
    example: {
      handover: { require: ['code', 'signature'] },
      notices: { enabled: true, statuses: ['IN_TRANSIT'] },
      contact: { phone: '+995322000000', email: 'hello@swift.example', website: 'https://swift.example/' },
    },
  },
  'PUT /api/v1/settings': {
    description: 'Applies to requests from then on. Naming a setting replaces its value.',
    example: {
      handover: { require: ['code', 'signature'] },
      notices: { enabled: true, statuses: ['IN_TRANSIT'] },
      contact: { phone: '+995322000000', email: 'hello@swift.example', website: 'https://swift.example/' },
    },
  },
}
