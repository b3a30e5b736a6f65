import type * as z from 'zod'
import type { ValidationIssue } from '../../core/errors.ts'
import type { Condition } from '../../db/conditions.ts'
import type { Directory } from '../../db/stores/directory.ts'
import type { Grant } from '../../db/grant.ts'
import type { ScannableKind } from '../../db/keys.ts'
import type { SignInStates } from '../../db/stores/sign-in-states.ts'
import type { Audited, Plan } from '../../db/commit.ts'
import type { Limits } from '../../db/stores/limits.ts'
import type { Position } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import type { BucketName } from '../../config/buckets.ts'
import type { Clients } from '../../config/clients.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { FunctionSettings } from '../../config/function-settings.ts'
import type { Role } from './roles.ts'

/** The caller, as named by the access token: a user, or an API key. */
export interface Actor {
  /** For an API key its own id, so that its changes are recorded as the key's. */
  user_id: string
  tenant_id: string
  company_id: string
  session_id: string
  role: Role
  /** The courier of a user with that role. */
  courier_id?: string | undefined
  /** The scopes of an API key (shared/http/routing/scope.ts); undefined for a user. */
  scopes?: readonly string[] | undefined
  /** When the token expires, and with it every right that it granted. */
  expires_at: string
}

/** The context of every request; clock and ids are injected, for tests. */
interface Context {
  /** The time of the request's arrival. */
  now: Date
  newId(): string
  /** A secret that the function may read; only `auth`, `oauth` and `passkeys` read `signing`. */
  secret: Secrets
  settings: FunctionSettings
  bucket(name: BucketName): string
  client: Clients
  limits: Limits
  /** Adds the entry of the audit log to decisions, for plans that `transact` does not commit. */
  audited: Audited
  /** Commits a plan, with its entry of the audit log; also for handlers that need several transactions. */
  transact<R>(decide: () => Promise<Plan<R>>, audited?: Audited): Promise<R>
}

/** The context of work for a tenant: of a signed-in user, or of the service itself, which is not a user. */
export interface TenantWork extends Context {
  actor: Pick<Actor, 'tenant_id'> & Partial<Pick<Actor, 'user_id'>>
  table: TenantTable
}

/** The reply to an item of a batch. */
export interface ItemReply {
  status: number
  body: unknown
  /** For an item that may succeed later: the seconds after which to send it again. */
  retry_after?: number | undefined
}

/** An item of a batch, which is handled like a request of its own. */
export interface BatchItem<B, R> {
  /** Its idempotency key, of the user and route, and the key's place in the request, for errors. */
  key: string
  loc: ValidationIssue['loc']
  /** How long its reply is kept, in seconds. */
  keptSeconds: number
  /** The schemas of what it holds and of its result. */
  body: z.ZodType<B>
  reply: z.ZodType<unknown, R>
  input: unknown
  decide(ctx: TenantContext, body: B): Promise<Plan<R>>
}

/**
 * Handles an item in a transaction of its own, once for its key. Returns the reply that a request of its own would get, also
 * an error; one that may pass (429, 5xx) is not kept. Never throws.
 */
export type ReplyToItem = <B, R>(item: BatchItem<B, R>) => Promise<ItemReply>

/** The context of work in a user's name, of a request or later. */
export interface UserWork extends TenantWork {
  actor: Pick<Actor, 'user_id' | 'tenant_id' | 'company_id' | 'role'>
  /**
   * A UUID of this request, the same each time it is decided; under an Idempotency-Key also the same for every
   * repetition. Two requests with one key and different bodies share it.
   */
  requestId(): string
}

/** The context of a signed-in request: its tenant's table. */
export interface TenantContext extends UserWork {
  actor: Actor
  /** Whether the request has an Idempotency-Key, so that it may be a repetition. */
  hasIdempotencyKey: boolean
  /**
   * Whether another tenant has an entry for `key` in the directory, and `holds` confirms that the entry is still
   * valid. This is all that a request learns of other tenants.
   */
  elsewhere(
    kind: ScannableKind,
    key: string,
    holds: (table: Pick<TenantTable, 'find'>) => Promise<boolean>,
  ): Promise<boolean>
  /**
   * Throws a refusal if the request names another version (If-Match). Returns the conditions of a write that is not
   * conditional on the version anyway.
   */
  expectVersion(version: number | string): Condition[]
  /** A cursor that continues after `position` in the list at `path` under these filters. */
  cursor(path: string, filters: object, position: Position): Promise<string>
  /** The position of such a cursor. Throws ValidationError for an invalid one. */
  openCursor(path: string, filters: object, cursor: string): Promise<Position>
}

/**
 * The context of a request without a tenant. It has no table: only a grant, from a token or the directory, opens
 * one.
 */
export interface PublicContext extends Context {
  /** The current time; `now` is the time of the request's arrival. */
  clock(): Date
  /** The client's network address, for limits. */
  address: string
  /** A UUID of this request, the same each time it is decided. */
  requestId(): string
  /** Throws ValidationError for an invalid key. */
  idempotencyKey(): string | undefined
  /** The client's User-Agent, "" without one. */
  userAgent(): string
  /** The request's Authorization header. */
  authorization: string | undefined
  version: string
  directory: Directory
  signIns: SignInStates
  tenant(grant: Grant): TenantTable
  /** Logs an alert for operators. Ids only: no address, e-mail or token. */
  alert(event: string, ids: Record<string, string>): void
}
