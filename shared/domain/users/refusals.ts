import { refusals } from '../../core/errors.ts'

/** Refusals about users, their roles and their company. */
export const refused = refusals({
  email_taken: ['bad_request', 'A user with this e-mail already exists'],
  invitation_not_accepted: ['conflict', 'This user has not accepted the invitation yet'],
  user_left: ['conflict', 'This user has left; invite them again'],
  last_manager: [
    'conflict',
    'This is the last user who administers the company; make another user a manager first',
  ],
  user_owns_company: ['conflict', 'This user owns the company'],
  owner_must_be_verified_manager: [
    'conflict',
    'Only an active manager whose e-mail address is verified can own the company',
  ],
  password_reset_recently: [
    'conflict',
    'Your password was reset within a week; until then the ownership stays with you',
  ],
  ownership_not_offered: [
    'forbidden',
    'The owner of the company offers the ownership, and the one that it is offered to accepts it',
  ],
  own_email_not_verified: [
    'email_not_verified',
    'Verify your e-mail address first: POST /auth/email/send-verification',
  ],
  factor_not_recent: [
    'insufficient_user_authentication',
    'This needs a code of your authenticator app from the last five minutes (POST /api/v1/users/me/second-factor/prove), or a passkey (POST /api/v1/users/me/passkeys/prove); then send the request again',
  ],
  api_key_inactive: ['forbidden', 'The API key was deleted, or has expired'],
  role_changed: ['forbidden', 'Your role has changed, or you were signed out; sign in again'],
  api_key_ended: ['unauthenticated', 'The API key was deleted, or has expired'],
  session_ended: ['unauthenticated', 'You were signed out, or your role has changed; sign in again'],
  invitation_accepted: ['conflict', 'This user has accepted the invitation'],
  company_invitations_used_up: [
    'too_many_requests',
    'Your company sent too many invitations today; try again tomorrow',
  ],
  address_invitations_used_up: [
    'too_many_requests',
    'This address got too many invitations today; try again tomorrow',
  ],
  you_own_company: [
    'conflict',
    'You own the company: pass the ownership on first (POST /api/v1/users/{id}/ownership)',
  ],
  owner_stays_manager: [
    'conflict',
    'The owner of the company stays its manager; only they can pass the ownership on',
  ],
})
