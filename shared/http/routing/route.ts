import type * as z from 'zod'
import type { Limit } from '../../db/stores/limits.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { ReplyToItem, PublicContext, TenantContext } from '../../domain/kernel/context.ts'
import type { Role } from '../../domain/kernel/roles.ts'
import type { Requirement } from '../../domain/users/active-user.ts'
import type { OperationError } from '../../core/errors.ts'
import type { RefusalForm } from '../refusal-forms.ts'
import type { Reply } from './reply.ts'
import type { HttpRequest } from './request.ts'
import type { FunctionSettings } from '../../config/function-settings.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type RouteKey = `${Method} /${string}`
type Placeholder<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
type PathParams<K extends string> = Record<Placeholder<K>, string>

/** A route's quota per client address; its name follows from the route. */
type RouteLimit = (settings: FunctionSettings) => Omit<Limit, 'name'>

/** Parses a body that is not only JSON into the input of the row's `body`. */
export interface BodyReader {
  /** Throws a refusal. `contentType` is the header's value, "" without one. */
  read(bytes: Buffer, contentType: string): unknown
  /** Its JSON form, the only one that the OpenAPI document has: generated clients do not encode each of several. */
  json: () => z.ZodType
}

export interface Row<B extends z.ZodType, Q extends z.ZodType, R extends z.ZodType> {
  /** One line for readers of the API reference. */
  summary: string
  /** Its name in generated clients, where the name that follows from method and path reads badly. */
  operationId?: string
  /** Its preconditions, its effects on other records, and the events that follow. */
  description?: string
  /** Fields of the example response that the request or the operation determines, other than those of its body. */
  example?: Record<string, unknown>
  body?: B
  /** Parses the body; without it the body is JSON of up to 256 KiB. */
  reader?: BodyReader
  query?: Q
  /** The schema of the response. The response is parsed by it, so undeclared fields cannot leak. */
  reply: R
  status?: 200 | 201 | 202 | 303
  /**
   * Where the record that a 201 created can be read, or where a 303 leads to, with fields of the response in braces; of a
   * 201 `{id}` below the route's own path if it is not given (RFC 9110 §10.2.2).
   */
  location?: string
  /** Media types other than JSON: the handler then returns a `FileReply`. */
  produces?: readonly string[]
  /** The schema of that one of them which is JSON. */
  json?: z.ZodType
  /** Errors that do not follow from the rest of the row (see shared/http/error-responses.ts). */
  refuses?: readonly OperationError[]
}
export interface Request<K extends RouteKey, C, B extends z.ZodType, Q extends z.ZodType> {
  ctx: C
  params: PathParams<K>
  body: z.output<B>
  query: z.output<Q>
}
/**
 * A handler either reads and responds, or returns a plan that the pipeline commits, or acts by itself if that
 * takes more than one transaction (`ctx.transact`).
 */
type Verb<Req, Out> =
  | { read(request: Req): Promise<Out> }
  | { decide(request: Req): Promise<Plan<Out>> }
  | { act(request: Req): Promise<Out> }

/** Middleware around one route: it may change the request and the reply. Throws refusals. */
export type SessionCookie = (
  settings: FunctionSettings,
  call: HttpRequest,
  next: (call: HttpRequest) => Promise<Reply>,
) => Promise<Reply>

export interface Permission {
  /** The roles that may call it. */
  roles: readonly Role[]
  /** Of a route that grants or ends lasting access: the state of the caller that the table, not only the token, must confirm. */
  requires?: Requirement
  /** Whether a GET returns addresses of files, so that the table must confirm the session or key, as it does for all changes. */
  hasFiles?: true
  /** The scope that an API key needs, if not that of the path (scope.ts). */
  scope?: string
}
interface Openness {
  limit?: RouteLimit
  /** Cache-Control of the response; without it the response is not cached. */
  cache?: string
  /** Whether it accepts an Idempotency-Key, which the handler then handles itself. */
  repeatable?: boolean
  /** Whether a token, which is not required, changes what the route does (`ctx.authorization`). */
  takesToken?: boolean
  /** Keeps the refresh token in a cookie for requests that ask for it (shared/http/cookies/session-cookie.ts). */
  sessionCookie?: SessionCookie
  /** Whether it may answer a browser with 303 instead (shared/http/cookies/page-callback.ts). */
  redirects?: true
  /** The form of errors, if it is not {detail, code}. */
  refusalForm?: RefusalForm
}
const kinds = ['list', 'decide', 'act', 'read'] as const
type Kind = (typeof kinds)[number]

/** A row of the route table without its types, for the pipeline, the stacks and the tests. */
export interface Route extends Openness {
  key: RouteKey
  method: Method
  path: string
  /** Who may call it: anyone, or the users and API keys of a tenant. */
  access: 'public' | 'tenant'
  kind: Kind
  roles: readonly Role[]
  requires?: Requirement
  /** Whether it returns files or addresses of files: the audit log says who read them. */
  readsFiles: boolean
  scope?: string
  /** Whether the session or key must have been active within the last seconds (shared/domain/users/active-access.ts). */
  checksAccess: boolean
  summary: string
  operationId?: string
  description?: string
  example?: Record<string, unknown>
  status: 200 | 201 | 202 | 303
  location: string | undefined
  refuses: readonly OperationError[]
  body: z.ZodType | undefined
  reader?: BodyReader
  produces?: readonly string[]
  json?: z.ZodType
  query: z.ZodType | undefined
  reply: z.ZodType
  /** The page size of a list without `limit`. */
  pageSize: number
  /** Whether its body has items that are handled one by one (batch-route.ts). */
  isBatch?: true
  run(request: VerbRequest): Promise<unknown>
}

/** The arguments of a handler without their types. */
export interface VerbRequest {
  ctx: TenantContext | PublicContext
  params: Record<string, string>
  body: unknown
  query: unknown
  /** For a list. */
  page?: PageRequest
  /** For a batch. */
  replyToItem?: ReplyToItem
}

/** A route for the tenant of the bearer token. This is the default: public access has to be asked for. */
export function route<
  const K extends RouteKey,
  R extends z.ZodType,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(key: K, spec: Row<B, Q, R> & Permission & Verb<Request<K, TenantContext, B, Q>, z.input<R>>): Route {
  return { ...erased(key, spec), access: 'tenant' }
}

/**
 * A route that lists records of the caller's tenant in pages of 100, unless `pageSize` differs; `reply` is the
 * schema of one record.
 */
export function listRoute<const K extends RouteKey, R extends z.ZodType, Q extends z.ZodType = z.ZodUndefined>(
  key: K,
  spec: Omit<Row<z.ZodUndefined, Q, R>, 'body' | 'status'> &
    Permission & {
      pageSize?: number
      list(
        request: Request<K, TenantContext, z.ZodUndefined, Q> & { page: PageRequest },
      ): Promise<Page<z.input<R>>>
    },
): Route {
  return { ...erased(key, spec), access: 'tenant' }
}

/** A public route. Its context has no table. */
export function publicRoute<
  const K extends RouteKey,
  R extends z.ZodType,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(key: K, spec: Row<B, Q, R> & Openness & Verb<Request<K, PublicContext, B, Q>, z.input<R>>): Route {
  return { ...erased(key, spec), access: 'public' }
}

type Spec = Pick<
  Route,
  | 'summary'
  | 'operationId'
  | 'description'
  | 'example'
  | 'body'
  | 'query'
  | 'reply'
  | 'reader'
  | 'produces'
  | 'json'
> &
  Partial<Pick<Route, 'status' | 'location' | 'refuses' | 'roles' | 'requires' | 'pageSize'>> &
  Pick<Permission, 'hasFiles' | 'scope'> &
  Openness &
  Partial<Record<Kind, Route['run']>>

function erased(key: RouteKey, spec: object): Omit<Route, 'access'> {
  const { read, list, decide, act, hasFiles = false, ...row } = spec as Spec
  const verbs = { read, list, decide, act }
  const [method, path] = key.split(' ') as [Method, string]
  const kind = kinds.find((kind) => verbs[kind])
  const run = kind && verbs[kind]
  if (!run) throw new Error(`${key} has no verb`)
  const location = row.status === 201 ? `${path}/{id}` : undefined
  // Those with a requirement confirm it in their transaction.
  const readsFiles = method === 'GET' && (hasFiles || row.produces !== undefined || row.status === 303)
  const checksAccess = !row.requires && (method !== 'GET' || readsFiles)
  const defaults = { status: 200, location, refuses: [], roles: [], pageSize: 100 } as const
  return { key, method, path, ...defaults, ...row, readsFiles, checksAccess, kind, run }
}
