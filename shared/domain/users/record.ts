import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, name, text, shownAddress, Timestamp, idOf, TenantId } from '../kernel/fields.ts'
import { roles } from '../kernel/roles.ts'

/** Descriptions of fields that several schemas share. */
export const userTexts = {
  isActive: { description: 'Whether the user may sign in', examples: [true] },
  role: { description: 'What the user may do' },
  name: { description: 'The user’s name; empty if it is not set', examples: ['Nino Beridze'] },
}

const Tenant = lazySchema(() =>
  z.object({
    id: Id,
    name: z.string(),
    company_id: Id,
    /** The number of active managers; 0 only if the sole manager's address was another person's. */
    managers: z.int(),
    created_at: Timestamp,
    /** Who owns it; the registrant if it is not set. */
    owner_id: Id.optional(),
    /** The manager who may become its owner, and until when. */
    owner_offer: z.object({ to: Id, until: Timestamp }).optional(),
    version: z.int(),
  }),
)
/** A tenant: a customer of the service. */
export const tenants = entity({
  noun: 'Tenant',
  schema: Tenant,
  ref: pick(Tenant, 'id'),
  fields: {
    internal: ['company_id', 'created_at', 'version'],
    plain: ['id', 'name', 'managers', 'owner_id', 'owner_offer'],
  },
  audited: 'company',
  key: () => ({ pk: 'TENANT', sk: 'TENANT' }),
})

const Company = lazySchema(() => z.object({ id: Id, tenant_id: Id, name: z.string(), created_at: Timestamp }))
/** The company that a tenant's shipments originate from. */
export const companies = entity({
  noun: 'Company',
  schema: Company,
  ref: pick(Company, 'id'),
  fields: {
    plain: ['id', 'tenant_id', 'name', 'created_at'],
  },
  key: ({ id }) => ({ pk: `COMPANY#${id}`, sk: 'COMPANY' }),
})

/** A user as clients see one. */
export const User = lazySchema(() =>
  z
    .object({
      id: idOf('user'),
      email: shownAddress.meta(commonTexts.email),
      is_active: z.boolean().meta(userTexts.isActive),
      tenant_id: TenantId,
      role: z.enum(roles).meta(userTexts.role),
      email_verified: z
        .boolean()
        .meta({ description: 'Whether the user has proven that they read this mailbox', examples: [true] }),
    })
    .meta({ id: 'User' }),
)

/** A user who only signs in through an identity provider has no password. */
const UserRecord = lazySchema(() =>
  User.unwrap().extend({
    email: z.string(),
    name: z.string().optional(),
    company_id: Id,
    password_hash: z.string().optional(),
    /** The courier of a user with that role. */
    courier_id: Id.optional(),
    /**
     * For an open invitation: a digest of its code, when it expires (seconds since 1970; 0 if withdrawn), and its sender.
     */
    invitation: z
      .object({
        code: z.string(),
        expires_at: z.int(),
        /** The user who sent it. It is worth nothing once they are no longer a manager. */
        invited_by: Id.optional(),
        /** Whether SES rejected its e-mail. */
        undeliverable: z.boolean().default(false),
      })
      .optional(),
    /**
     * The linked identities: digests of provider, issuer and subject. No other identity signs in as this user.
     */
    identities: z.array(z.string()).optional(),
    /**
     * Sessions of an earlier epoch are revoked, so that one write ends them all, including one that is being created.
     */
    epoch: z.int(),
    /** When the user left the company; their address may be another account's since. */
    left_at: Timestamp.optional(),
    /** When the password was last reset with a code. */
    password_reset_at: Timestamp.optional(),
    /** Since when sign-ins need a second factor (shared/auth/second-factor). */
    second_factor_since: Timestamp.optional(),
    /** How many passkeys they have. */
    passkeys: z.int().optional(),
    /** Who invited them. */
    invited_by: Id.optional(),
    created_at: Timestamp,
    version: z.int(),
  }),
)
export type UserRecord = z.output<typeof UserRecord>
export const users = entity({
  noun: 'User',
  schema: UserRecord,
  ref: pick(UserRecord, 'id'),
  fields: {
    personal: ['email', 'name'],
    secret: ['password_hash', 'invitation', 'identities'],
    internal: ['tenant_id', 'company_id', 'epoch', 'created_at', 'version'],
    plain: [
      'id',
      'is_active',
      'role',
      'email_verified',
      'courier_id',
      'left_at',
      'password_reset_at',
      'second_factor_since',
      'passkeys',
      'invited_by',
    ],
  },
  audited: 'user',
  place: { index: 'gsi1', partition: 'USER' },
  key: ({ id }) => ({ pk: `USER#${id}`, sk: 'USER' }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'USER', sk: `${created_at}#${id}` } }),
})

/** A person's name, which may be left empty. */
export const personName = () => text(100)

/** Whether a user can prove a second factor: by an authenticator app, or by a passkey, which is both. */
export const hasFactor = ({
  second_factor_since,
  passkeys = 0,
}: Pick<UserRecord, 'second_factor_since' | 'passkeys'>) => second_factor_since !== undefined || passkeys > 0

/** The user's name for the device that they sign in on, such as `Nino’s phone`. */
export const deviceName = () => name.max(100)

const Session = lazySchema(() =>
  z.object({
    id: Id,
    user_id: Id,
    epoch: z.int(),
    opened_at: Timestamp,
    /** The only valid refresh token, by its jti, and when it was issued (seconds since 1970). */
    current: Id,
    issued_at: z.int(),
    expires_at: z.int(),
    /** Tokens that were rotated in the last seconds, and when (milliseconds since 1970). */
    rotated: z.array(z.object({ id: Id, at: z.int() })),
    /** The rotation that a client may repeat: the token and a digest of the Idempotency-Key. */
    repeatable: z.object({ from: Id, key: z.string() }).optional(),
    revoked_at: Timestamp.optional(),
    /** When it ends however often it is refreshed. */
    ends_at: Timestamp.optional(),
    /** As its sign-in named it. */
    device_name: z.string().optional(),
    /** The methods by which it was opened with a second factor (RFC 8176). */
    amr: z.array(z.string()).optional(),
    /** When its user last proved their second factor. */
    proven_at: Timestamp.optional(),
    /** The browser or program that used it last, and its network (`recordedNetwork`), by which its user recognises it. */
    user_agent: z.string().optional(),
    used_from: z.string().optional(),
    /** Digests of the network that it was opened from, and of the user agent that used it last. */
    network: z.string().optional(),
    agent: z.string().optional(),
    version: z.int(),
  }),
)
export type Session = z.output<typeof Session>
/** A sign-in and the refresh tokens that descend from it: a family. Stored in its user's partition. */
export const sessions = entity({
  noun: 'Session',
  schema: Session,
  ref: pick(Session, 'id', 'user_id'),
  fields: {
    personal: ['device_name', 'user_agent', 'used_from'],
    secret: ['current', 'rotated', 'repeatable', 'network', 'agent'],
    internal: ['epoch', 'issued_at', 'version'],
    plain: ['id', 'user_id', 'opened_at', 'expires_at', 'revoked_at', 'ends_at', 'amr', 'proven_at'],
  },
  audited: 'session',
  place: { within: { index: 'gsi1', partition: 'USER' }, from: 'SESSION#' },
  key: ({ id, user_id }) => ({ pk: `USER#${user_id}`, sk: `SESSION#${id}` }),
  expires: ({ expires_at }) => expires_at,
})
/** The query for a user's sessions, newest first. */
export const sessionsOf = (userId: string) => ({
  partition: `USER#${userId}`,
  from: 'SESSION#',
  to: 'SESSION#~',
  newestFirst: true,
})
