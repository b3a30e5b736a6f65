import * as z from 'zod'
import type { TableRights } from '../../shared/db/rights.ts'
import { Message } from '../../shared/domain/kernel/fields.ts'
import { PhoneKeys, phoneKeys } from '../../shared/domain/users/phone-keys.ts'
import { endAllSessions, endSession, listSessions, OwnSession } from '../../shared/domain/users/sessions.ts'
import { listSignIns, SignIn } from '../../shared/domain/users/sign-ins.ts'
import { Invitation, inviteAgain, inviteUser } from '../../shared/domain/users/invitations.ts'
import { managerRoles, roles } from '../../shared/domain/kernel/roles.ts'
import { AccessGrant, EndedGrants, endGrants, listGrants } from '../../shared/domain/users/grants.ts'
import {
  beginEnrolment,
  giveRecoveryCodes,
  Enrolment,
  FactorProof,
  RecoveryCodes,
} from '../../shared/auth/second-factor/enrol.ts'
import { ProvenFactor, stepUp } from '../../shared/auth/second-factor/step-up.ts'
import { endSecondFactor, resetSecondFactor } from '../../shared/auth/second-factor/end.ts'
import { passOwnership } from '../../shared/domain/users/pass-ownership.ts'
import { Settings, SettingsChange } from '../../shared/domain/settings/record.ts'
import { changeSettings, readSettings } from '../../shared/domain/settings/settings.ts'
import {
  activeSession,
  recentFactor,
  verifiedEmail,
  verifiedEmailAndRecentFactor,
} from '../../shared/domain/users/active-user.ts'
import {
  changeCurrentUser,
  changeUser,
  CurrentUserChange,
  CurrentUser,
  deactivateUser,
  leaveCompany,
  listUsers,
  Member,
  MemberChange,
  MemberFilter,
  readCurrentUser,
  readUser,
} from '../../shared/domain/users/users.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

/** The users of a tenant, each user's own sessions, and the tenant's settings. */
export const secrets: readonly SecretName[] = ['sealing', 'verification']
export const table: TableRights = {
  tenant: [
    ...(['GetItem', 'BatchGetItem', 'Query', 'Query gsi1'] as const),
    ...(['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const),
  ],
  email: ['GetItem', 'DeleteItem'],
  invitation: ['PutItem'],
  client: ['DeleteItem'],
  passkey: ['DeleteItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
  outbox: ['PutItem'],
}

export const routes = [
  listRoute('GET /api/v1/users', {
    summary: 'List the users of the company, newest first',
    roles: managerRoles,
    query: MemberFilter,
    reply: Member,
    list: ({ ctx, query, page }) => listUsers(ctx, query, page),
  }),
  route('POST /api/v1/users', {
    operationId: 'inviteUser',
    summary: 'Invite a user by e-mail',
    description:
      'Needs a verified e-mail address. Sends an e-mail with a code. The account exists once the invitation is accepted. 100 invitations a day; three a day to one address. The role courier needs a `courier_id`.',
    example: { status: 'INVITED', email_verified: false },
    roles: managerRoles,
    requires: verifiedEmailAndRecentFactor,
    refuses: ['bad_request', 'not_found', 'too_many_requests'],
    body: Invitation,
    reply: Member,
    status: 201,
    decide: ({ ctx, body }) => inviteUser(ctx, body),
  }),
  route('GET /api/v1/users/me', {
    operationId: 'getCurrentUser',
    summary: 'Read the signed-in user',
    roles,
    reply: CurrentUser,
    refuses: ['not_found'],
    read: ({ ctx }) => readCurrentUser(ctx),
  }),
  route('GET /api/v1/users/me/phone-keys', {
    operationId: 'getPhoneKeys',
    summary: 'Read the keys that seal what waits on the user’s phone',
    description:
      'For the phone page, which keeps them until the user signs out: after that, what waits on the phone cannot be read until the user has signed in again. The same for each sign-in.',
    roles,
    reply: PhoneKeys,
    read: ({ ctx }) => phoneKeys(ctx),
  }),
  route('PUT /api/v1/users/me', {
    operationId: 'changeCurrentUser',
    summary: 'Change the signed-in user’s own name',
    description: 'Colleagues see it where it says who did something; without one, the e-mail address.',
    roles,
    requires: activeSession,
    body: CurrentUserChange,
    reply: Member,
    refuses: ['not_found'],
    decide: ({ ctx, body }) => changeCurrentUser(ctx, body),
  }),
  route('DELETE /api/v1/users/me', {
    operationId: 'leaveCompany',
    summary: 'Leave the company',
    description: 'The e-mail address can then register, or accept the invitation of another company.',
    roles,
    requires: activeSession,
    reply: Message,
    refuses: ['not_found'],
    decide: ({ ctx }) => leaveCompany(ctx),
  }),
  listRoute('GET /api/v1/users/me/sessions', {
    operationId: 'listOwnSessions',
    summary: 'List the user’s own sessions, newest first',
    roles,
    reply: OwnSession,
    refuses: ['not_found'],
    list: ({ ctx, page }) => listSessions(ctx, ctx.actor.user_id, page),
  }),
  route('DELETE /api/v1/users/me/sessions', {
    operationId: 'endAllSessions',
    summary: 'End all of the user’s own sessions',
    description: 'Also that of the request. Access tokens stay valid until they expire, 15 minutes at most.',
    roles,
    reply: Message,
    refuses: ['not_found'],
    decide: ({ ctx }) => endAllSessions(ctx, ctx.actor.user_id),
  }),
  listRoute('GET /api/v1/users/me/sign-ins', {
    operationId: 'listOwnSignIns',
    summary: 'List the user’s own sign-ins, newest first',
    description: 'Refused ones too, as far as the audit log reaches back.',
    roles,
    reply: SignIn,
    list: ({ ctx, page }) => listSignIns(ctx, page),
  }),
  route('DELETE /api/v1/users/me/sessions/{id}', {
    operationId: 'endSession',
    summary: 'End one of the user’s own sessions',
    description: 'Its refresh token no longer works; its access token stays valid until it expires.',
    roles,
    reply: Message,
    decide: ({ ctx, params }) => endSession(ctx, ctx.actor.user_id, params.id),
  }),
  route('POST /api/v1/users/me/second-factor', {
    operationId: 'beginSecondFactor',
    summary: 'Begin to add an authenticator app as second factor',
    description:
      'Returns the secret for the app. Sign-ins need it once a code has confirmed it (`/recovery-codes`). Needs a verified e-mail address.',
    roles,
    requires: verifiedEmail,
    refuses: ['not_found', 'conflict'],
    reply: Enrolment,
    status: 200,
    decide: ({ ctx }) => beginEnrolment(ctx),
  }),
  route('POST /api/v1/users/me/second-factor/recovery-codes', {
    operationId: 'renewRecoveryCodes',
    summary: 'Confirm the authenticator app by a code, and get recovery codes',
    description:
      'The first time it confirms the app: from then on sign-ins need a code (`POST /api/v1/auth/second-factor`), and all other sessions of the user end. Later it replaces the recovery codes, which are shown this once.',
    roles,
    requires: activeSession,
    refuses: ['bad_request', 'not_found', 'conflict', 'too_many_requests'],
    body: FactorProof,
    reply: RecoveryCodes,
    status: 200,
    decide: ({ ctx, body }) => giveRecoveryCodes(ctx, body),
  }),
  route('POST /api/v1/users/me/second-factor/prove', {
    operationId: 'proveSecondFactor',
    summary: 'Prove the own second factor again, for what needs a recent one',
    description:
      'After a 401 with the code `insufficient_user_authentication`. For five minutes the session needs no other code. Takes a code of the app or a recovery code.',
    roles,
    requires: activeSession,
    refuses: ['bad_request', 'not_found', 'conflict', 'too_many_requests'],
    body: FactorProof,
    reply: ProvenFactor,
    status: 200,
    decide: ({ ctx, body }) => stepUp(ctx, body),
  }),
  route('POST /api/v1/users/me/second-factor/end', {
    operationId: 'endSecondFactor',
    summary: 'End the own second factor by a code of it',
    description:
      'Sign-ins then need the password only. Takes a code of the app or a recovery code. The user gets an e-mail. 409 while the company requires a second factor.',
    roles,
    requires: activeSession,
    refuses: ['bad_request', 'not_found', 'conflict', 'too_many_requests'],
    body: FactorProof,
    reply: Message,
    status: 200,
    decide: ({ ctx, body }) => endSecondFactor(ctx, body),
  }),
  route('GET /api/v1/users/{id}', {
    summary: 'Read a user',
    roles: managerRoles,
    reply: Member,
    read: ({ ctx, params }) => readUser(ctx, params.id),
  }),
  route('PUT /api/v1/users/{id}', {
    summary: 'Change a user’s name, their role, or whether they may sign in',
    description:
      'A new role takes effect with the next access token, within 15 minutes. The last manager keeps the role, else 409. `is_active` false ends the user’s sessions.',
    example: { status: 'ACTIVE' },
    roles: managerRoles,
    requires: recentFactor,
    body: MemberChange,
    reply: Member,
    decide: ({ ctx, params, body }) => changeUser(ctx, params.id, body),
  }),
  route('DELETE /api/v1/users/{id}', {
    operationId: 'deactivateUser',
    summary: 'Deactivate a user, who stays listed',
    description:
      'Ends the user’s sessions. PUT with `is_active` true lets them in again. 409 for the last manager.',
    example: { status: 'DEACTIVATED', is_active: false },
    roles: managerRoles,
    requires: recentFactor,
    reply: Member,
    decide: ({ ctx, params }) => deactivateUser(ctx, params.id),
  }),
  route('POST /api/v1/users/{id}/ownership', {
    operationId: 'passOwnership',
    summary: 'Pass the ownership of the company to another manager',
    description:
      'The owner offers it to a manager whose address is verified; that manager accepts it within a week by the same request. Both get an e-mail. 409 within a week after the owner’s password was reset. At first the registrant is the owner, whom nobody else can deactivate or give another role.',
    example: { status: 'ACTIVE' },
    roles: managerRoles,
    requires: verifiedEmailAndRecentFactor,
    refuses: ['conflict'],
    reply: Member,
    status: 200,
    decide: ({ ctx, params }) => passOwnership(ctx, params.id),
  }),
  route('GET /api/v1/users/{id}/grants', {
    operationId: 'listAccessGrants',
    summary: 'The lasting access that a user has given, newest first',
    description:
      'API keys, webhooks and invited users, which stay when the user is signed out or dismissed, also those of users and keys that they gave access to.',
    roles: managerRoles,
    reply: z.array(AccessGrant),
    read: ({ ctx, params }) => listGrants(ctx, params.id),
  }),
  route('POST /api/v1/users/{id}/grants/end', {
    operationId: 'endAccessGrants',
    summary: 'End access that a user has given',
    description:
      'Deletes the keys and webhooks, and deactivates the users. Returns what is left. May be repeated.',
    roles: managerRoles,
    requires: activeSession,
    body: EndedGrants,
    reply: z.array(AccessGrant),
    refuses: ['not_found', 'conflict'],
    act: ({ ctx, params, body }) => endGrants(ctx, params.id, body),
  }),
  listRoute('GET /api/v1/users/{id}/sessions', {
    summary: 'List the sessions of a user, newest first',
    roles: managerRoles,
    reply: OwnSession,
    list: ({ ctx, params, page }) => listSessions(ctx, params.id, page),
  }),
  route('DELETE /api/v1/users/{id}/sessions', {
    operationId: 'endUserSessions',
    summary: 'End all sessions of a user',
    description: 'The user may sign in again. Access tokens stay valid until they expire, 15 minutes at most.',
    roles: managerRoles,
    requires: activeSession,
    reply: Message,
    decide: ({ ctx, params }) => endAllSessions(ctx, params.id),
  }),
  route('DELETE /api/v1/users/{id}/sessions/{session_id}', {
    operationId: 'endUserSession',
    summary: 'End one of the sessions of a user',
    description:
      'For a phone that was lost: its refresh token no longer works; its access token stays valid until it expires, 15 minutes at most.',
    roles: managerRoles,
    requires: activeSession,
    reply: Message,
    decide: ({ ctx, params }) => endSession(ctx, params.id, params.session_id),
  }),
  route('DELETE /api/v1/users/{id}/second-factor', {
    operationId: 'resetSecondFactor',
    summary: 'End the second factor of a colleague',
    description:
      'For one who has lost phone and recovery codes. Removes their passkeys too, and ends their sessions; both get an e-mail. 409 for the own one, and for that of the owner of the company.',
    roles: managerRoles,
    requires: recentFactor,
    refuses: ['conflict'],
    reply: Message,
    decide: ({ ctx, params }) => resetSecondFactor(ctx, params.id),
  }),
  route('POST /api/v1/users/{id}/invitation', {
    operationId: 'resendInvitation',
    summary: 'Send an invitation again, with a new code',
    description: 'The former code is no longer valid.',
    example: { status: 'INVITED', email_verified: false },
    roles: managerRoles,
    requires: verifiedEmailAndRecentFactor,
    refuses: ['too_many_requests'],
    reply: Member,
    decide: ({ ctx, params }) => inviteAgain(ctx, params.id),
  }),
  route('GET /api/v1/settings', {
    operationId: 'getSettings',
    summary: 'Read the settings of the company',
    description: 'A company that has changed none has the initial settings.',
    example: {
      handover: { require: ['code', 'signature'] },
      notices: { enabled: true, statuses: ['IN_TRANSIT'] },
      contact: {
        phone: '+995322000000',
        email: 'hello@swift.example',
        website: 'https://swift.example/',
        website_verified: true,
      },
      warehouses: { registered_only: true },
      second_factor: { required_of: 'managers', from: '2026-12-15T08:00:00.000Z' },
    },
    roles,
    reply: Settings,
    read: ({ ctx }) => readSettings(ctx.table),
  }),
  route('PUT /api/v1/settings', {
    operationId: 'changeSettings',
    summary: 'Change settings of the company',
    description:
      'Applies to requests from then on. Naming a setting replaces its value. A second factor is required of others by a user who has one (409).',
    example: {
      handover: { require: ['code', 'signature'] },
      notices: { enabled: true, statuses: ['IN_TRANSIT'] },
      contact: {
        phone: '+995322000000',
        email: 'hello@swift.example',
        website: 'https://swift.example/',
        website_verified: true,
      },
      warehouses: { registered_only: true },
      second_factor: { required_of: 'managers', from: '2026-12-15T08:00:00.000Z' },
    },
    roles: managerRoles,
    refuses: ['conflict'],
    body: SettingsChange,
    reply: Settings,
    decide: ({ ctx, body }) => changeSettings(ctx, body),
  }),
]

export const handler = lambda(routes)
