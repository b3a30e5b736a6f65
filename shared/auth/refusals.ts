import { refusals } from '../core/errors.ts'

/** Refusals about accounts and signing in. */
export const refused = refusals({
  refresh_token_invalid: ['unauthenticated', 'Invalid or expired refresh token'],
  token_invalid: ['unauthenticated', 'Invalid or expired token'],
  credentials_wrong: ['unauthenticated', 'Incorrect e-mail or password'],
  second_factor_required: [
    'second_factor_required',
    'Enter the code of your authenticator app: send it with the ticket in `params` to POST /api/v1/auth/second-factor',
  ],
  second_factor_missing: [
    'second_factor_missing',
    'Your company requires a second factor: add one with the ticket in `params` (POST /api/v1/auth/second-factor/enrolment)',
  ],
  session_without_factor: [
    'unauthenticated',
    'Your company requires a second factor now; sign in again to add one',
  ],
  session_idle: ['unauthenticated', 'You were signed out, since you did nothing for a while; sign in again'],
  second_factor_stays: ['conflict', 'Your company requires a second factor'],
  second_factor_wrong: [
    'unauthenticated',
    'This code is wrong, or was used; enter the next one that the app shows',
  ],
  sign_in_expired: ['unauthenticated', 'The sign-in took too long, or was ended; sign in again'],
  factor_code_wrong: ['bad_request', 'This code is wrong, or was used; enter the next one that the app shows'],
  too_many_factor_codes: ['too_many_requests', 'Too many wrong codes; try again later'],
  second_factor_exists: ['conflict', 'You have a second factor; end it before you add another'],
  second_factor_not_begun: [
    'conflict',
    'Begin with POST /api/v1/users/me/second-factor, which gives the secret',
  ],
  passkey_required: ['unauthenticated', 'Your company requires a second factor: sign in with your passkey'],
  passkey_wrong: ['unauthenticated', 'This passkey is unknown here, or its answer is not right'],
  passkey_too_late: ['unauthenticated', 'The passkey took too long, or was used for this before; begin again'],
  passkey_not_made: ['bad_request', 'The answer of the authenticator is not right; begin again'],
  passkey_not_proven: ['bad_request', 'This is no passkey of yours, or its answer is not right; begin again'],
  passkey_known: ['conflict', 'This passkey was added before'],
  too_many_passkeys: ['conflict', 'You have {max} passkeys; remove one first'],
  no_second_factor: ['conflict', 'There is no second factor'],
  own_second_factor: [
    'conflict',
    'End your own second factor with a code: POST /api/v1/users/me/second-factor/end',
  ],
  owners_second_factor: ['conflict', 'Only the owner of the company can end their own second factor'],
  user_not_active: ['unauthenticated', 'This user is not active'],
  too_many_companies: [
    'too_many_requests',
    'Too many companies were registered from your network; try again later',
  ],
  too_many_failed_logins: ['too_many_requests', 'Too many failed logins; try again later'],
  password_wrong: ['bad_request', 'The password is wrong; leave it out to choose a new one afterwards'],
  email_code_wrong: ['bad_request', 'This code is wrong, used or expired; request a new one'],
  invitation_invalid: [
    'bad_request',
    'The code of this invitation is wrong or expired, or the invitation was accepted or withdrawn; ask for a new one',
  ],
  account_in_other_company: [
    'bad_request',
    'You have an account with this e-mail in another company. Sign in with it and leave that company (DELETE /api/v1/users/me), then accept the invitation',
  ],
  grant_type_unsupported: ['unsupported_grant_type', 'The grant_type is client_credentials'],
  scope_not_granted: ['invalid_scope', 'The API key has the scopes {scopes}'],
  client_credentials_wrong: ['unauthenticated', 'Unknown API key, or wrong secret'],
  client_credentials_given_twice: ['bad_request', 'The credentials are both in the header and in the body'],
})
