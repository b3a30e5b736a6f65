import middy from '@middy/core'
import type { APIGatewayProxyEventV2, Context as LambdaContext } from 'aws-lambda'
import { bearerToken } from '../auth/authorization.ts'
import { verifierOf } from '../auth/tokens.ts'
import { forSeconds } from '../core/errors.ts'
import { unavailable, refused as general } from '../core/refusals.ts'
import { refused } from './refusals.ts'
import { clientNetwork } from '../core/network.ts'
import { sealer } from '../core/seal.ts'
import { transact, type Plan } from '../db/commit.ts'
import { digest } from '../db/keys.ts'
import { keyOf, type Write } from '../db/requests.ts'
import { withIdempotency, type IdempotentRequest } from '../db/stores/idempotency.ts'
import { expectInService } from '../domain/couriers/in-service.ts'
import type { Actor, TenantContext } from '../domain/kernel/context.ts'
import { runtime, type Runtime } from '../runtime/runtime.ts'
import { clientAddress, isAcceptedAddress, needsClientAddress } from './address.ts'
import { replyToItem } from './batch-item.ts'
import { requestBody } from './body/json.ts'
import { contextOf } from './context.ts'
import { decideOnOneState } from './decide-on-one-state.ts'
import { idempotentRequest } from './idempotency-key.ts'
import { pageReply } from './list.ts'
import { errorReply } from './error-reply.ts'
import { etagOf, expectMatch, isUnchanged } from './preconditions.ts'
import { gatewayResult } from './response.ts'
import type { Event, Middleware, Result } from './routing/event.ts'
import { matcher, type AuthorizedRequest, type Match, type Matcher } from './routing/match.ts'
import { FileReply, replayed, type Reply } from './routing/reply.ts'
import type { Caller, HttpRequest } from './routing/request.ts'
import type { Route, SessionCookie, VerbRequest } from './routing/route.ts'
import { scopeOf } from './routing/scope.ts'
import { parse, parseBody } from './routing/validation.ts'

/**
 * The Lambda handler of a list of routes. A request goes through the steps of this file from top to bottom: receive, match,
 * authenticate, admit, authorize, read the body, parse, run, decide and commit, respond. Each may refuse it.
 */
export function lambda(routes: readonly Route[], load: () => Runtime = runtime) {
  const table = matcher(routes)
  const permission: Middleware = {
    before: async ({ event }) => {
      // The gateway may pass a browser's preflight to a route; it adds the CORS headers itself.
      if (event.requestContext.http.method === 'OPTIONS') return { statusCode: 204 }
      event.match = await matchRoute(load(), table, event)
      event.admitted = await permit(load(), event.match, event.call)
      return undefined
    },
  }
  const handler = ({ admitted, body, call }: Event) => admitted && run(load(), admitted, { ...call, body })
  return middy<Event>(inTime)
    .use(receiveAndRespond(load))
    .use(permission)
    .use(requestBody())
    .handler(handler) as unknown as (event: APIGatewayProxyEventV2, context: LambdaContext) => Promise<Result>
}

/** A request that would exceed the function's timeout gets a response in time, instead of the gateway's. */
const inTime = {
  timeoutEarlyInMillis: 1000,
  timeoutEarlyResponse() {
    throw unavailable(new Error('the function is out of time'))
  },
}

// ---- Receive and respond

/** Turns the gateway's event into a request, and every outcome into the gateway's result and one log line. */
function receiveAndRespond(load: () => Runtime): Middleware {
  return {
    before: ({ event, context }) => {
      event.startedAt = performance.now()
      event.call = requestOf(event, load().clock(), context)
    },
    after: (request) => {
      request.response = gatewayResult(load(), request.event, request.response as Reply)
    },
    onError: (request) => {
      const { error, event } = request
      const report = (fault: unknown) => {
        load().log.error('fault', { error: fault, request_id: event.requestContext.requestId })
      }
      const reply = errorReply(error, report, event.match?.route.refusalForm)
      request.response = gatewayResult(load(), event, reply)
    },
  }
}

function requestOf(event: Event, now: Date, context: Partial<LambdaContext>): HttpRequest {
  const { rawPath: path, headers, queryStringParameters, cookies = [], requestContext } = event
  return {
    id: requestContext.requestId,
    path,
    headers,
    cookies,
    address: clientNetwork(requestContext.http.sourceIp),
    now,
    timeLeft: () => context.getRemainingTimeInMillis?.() ?? Infinity,
    query: (queryStringParameters ?? {}) as Record<string, string>,
  }
}

// ---- Match

/**
 * The route of a request. Throws forbidden for one that did not come through the edge, where that is required, `not_found`
 * and `method_not_allowed`.
 */
async function matchRoute(
  runtime: Runtime,
  table: Matcher,
  { requestContext, headers, call }: Event,
): Promise<Match> {
  if (!(await isAcceptedAddress(runtime, headers))) throw refused.address_not_public()
  const { method } = requestContext.http
  // A response to HEAD is that to GET without its body (RFC 9110 §9.3.2).
  const match = table.match(method === 'HEAD' ? 'GET' : method, call.path)
  if (match) return match
  // The gateway sends all requests to a path to the function of its routes.
  const allowed = table.methodsOf(call.path)
  if (allowed.length === 0) throw unknownPath(call.path)
  const Allow = allowed.join(', ')
  throw refused.method_unknown({ methods: Allow }).with({ Allow })
}

/** The edge removes a slash at the end of a path; at the gateway's own address the client has to. */
const unknownPath = (path: string) =>
  path.length > 1 && path.endsWith('/')
    ? refused.path_ends_with_slash({ path: path.replace(/\/+$/, '') || '/' })
    : refused.path_unknown()

// ---- Authenticate, admit, authorize

/** Lets a request through to its route, with its caller unless the route is public. Throws refusals. */
async function permit(runtime: Runtime, match: Match, call: HttpRequest): Promise<AuthorizedRequest> {
  const { route } = match
  if (needsClientAddress(route)) call.address = await clientAddress(runtime.secret, call)
  if (route.access === 'public') return { ...match, headers: await admitAddress(runtime, route, call) }
  const caller = await authenticate(runtime, call)
  await admitCompany(runtime, caller.actor.tenant_id, call.now)
  await authorize(route, caller)
  if (route.checksAccess) await runtime.activeAccess.expect(caller, call.now)
  return { ...match, caller, headers: {} }
}

/** The caller by the bearer token. Throws unauthenticated. */
async function authenticate(runtime: Runtime, { headers, now }: HttpRequest): Promise<Caller> {
  const token = bearerToken(headers.authorization)
  if (!token) throw refused.not_authenticated()
  const { actor, grant } = await (await verifierOf(runtime, token)).access(token, now)
  return { actor, table: runtime.tenant(grant) }
}

/**
 * Counts a request of a company before anything else is done for it. Throws too_many_requests. Responses within the quota
 * have no RateLimit headers: an instance does not know what others have used.
 */
async function admitCompany({ quotas, settings }: Runtime, tenantId: string, now: Date): Promise<void> {
  const retryAfter = await quotas.admit(tenantId, now)
  if (retryAfter === 0) return
  const { companyRate: rate, companyBurst: burst } = settings
  const policy = { 'RateLimit-Policy': `"quota";q=${burst};w=${Math.ceil(burst / rate)}` }
  throw forSeconds(refused.too_many_requests(), retryAfter, policy)
}

/**
 * Counts a request of an address if the route has a limit. Returns the headers of the draft "RateLimit header fields for
 * HTTP". Throws too_many_requests.
 */
async function admitAddress(
  { limits, settings }: Runtime,
  { limit, key }: Route,
  { address, now }: HttpRequest,
): Promise<Record<string, string>> {
  if (!limit) return {}
  const { quota, window } = limit(settings)
  const taken = await limits.count({ name: key, quota, window }, address, now)
  const headers = {
    'RateLimit-Policy': `"address";q=${quota};w=${window}`,
    RateLimit: `"address";r=${taken.remaining};t=${taken.resetsIn}`,
  }
  if (taken.allowed) return headers
  throw forSeconds(refused.too_many_requests(), taken.resetsIn, headers)
}

/**
 * Throws forbidden if the role, or the scopes of an API key, do not permit the route, and unauthenticated for a courier
 * who is not in service.
 */
async function authorize(route: Route, { actor, table }: Caller): Promise<void> {
  if (!route.roles.includes(actor.role)) throw general.role_not_permitted()
  expectScope(route, actor)
  await expectInService(table, actor)
}

/** Throws forbidden for an API key without the scope of a route (RFC 6750 §3.1). */
function expectScope(route: Route, { scopes }: Actor): void {
  const scope = scopeOf(route)
  if (!scopes || (scope !== undefined && scopes.includes(scope))) return
  const refusal = scope === undefined ? refused.api_keys_not_permitted() : general.scope_missing({ scope })
  const named = scope === undefined ? '' : `, scope="${scope}"`
  throw refusal.with({ 'WWW-Authenticate': `Bearer error="insufficient_scope"${named}` })
}

// ---- Parse and run

/** Runs a permitted request, whose body has been read. */
const run = (runtime: Runtime, admitted: AuthorizedRequest, call: HttpRequest): Promise<Reply> =>
  (admitted.route.sessionCookie ?? withoutCookie)(runtime.settings, call, (request) =>
    runRoute(runtime, admitted, request),
  )
const withoutCookie: SessionCookie = (_settings, call, next) => next(call)

/** Parses the input, runs the handler of the route, and parses the response. Throws ValidationError and refusals. */
async function runRoute(runtime: Runtime, admitted: AuthorizedRequest, call: HttpRequest): Promise<Reply> {
  const { route, params, caller } = admitted
  const body = route.body && parseBody(route.body, call.body)
  const idempotent = idempotentRequest(admitted, call, body)
  const ctx = contextOf(runtime, admitted, call, idempotent)
  if (route.kind === 'list' && caller) return pageReply(runtime, route, caller, call, { ctx, params, body })
  const request: VerbRequest = {
    ctx,
    params,
    body,
    query: route.query && parse('query', route.query, call.query),
  }
  if (route.kind === 'decide') return decideAndCommit(runtime, admitted, request, idempotent)
  // An `act` handler commits transactions of its own, so its requirement is checked before them.
  await route.requires?.(ctx as TenantContext, route.roles)
  if (route.isBatch) request.replyToItem = (part) => replyToItem(runtime, ctx as TenantContext, call, part)
  const reply = replyOf(route, await route.run(request))
  if (route.readsFiles && caller && hasFile(reply))
    await ctx.transact(() => Promise.resolve({ writes: [], result: undefined, audit: { table: caller.table } }))
  // `act` handlers check If-Match before they write.
  return route.kind === 'act' ? reply : unlessUnchanged(reply, call)
}

// ---- Decide and commit

/**
 * Decides, and commits the plan as one transaction; with an Idempotency-Key also the response, which a repetition gets
 * again. Decides again on the new state if a condition fails (`transact`).
 */
async function decideAndCommit(
  { store, secret }: Runtime,
  { route, caller }: AuthorizedRequest,
  request: VerbRequest,
  idempotent: IdempotentRequest | undefined,
): Promise<Reply> {
  const decide = request.ctx.audited(() =>
    decideOnOneState(caller?.table, () => planOf(route, caller, request)),
  )
  if (!caller || !idempotent) return transact(store, decide)
  const context = { table: caller.table, sealer: await secret('sealing', sealer), now: request.ctx.now }
  const { replayed: isReplayed, ...reply } = await transact(store, withIdempotency(context, idempotent, decide))
  return isReplayed ? replayed(reply) : reply
}

/** The plan of a route, with the check that it requires, and with its response as the result. */
async function planOf(route: Route, caller: Caller | undefined, request: VerbRequest): Promise<Plan<Reply>> {
  const check = await route.requires?.(request.ctx as TenantContext, route.roles)
  const plan = (await route.run(request)) as Plan<unknown>
  if ('refusal' in plan) return plan
  const { writes, result, reread } = plan
  const audit = plan.audit ?? (route.readsFiles && caller ? { table: caller.table } : undefined)
  return {
    writes: check ? withCheck(writes, check) : writes,
    result: replyOf(route, result),
    ...(audit && { audit }),
    ...(reread && { reread: () => rereadReply(route, reread) }),
  }
}

async function rereadReply(route: Route, reread: () => Promise<unknown>): Promise<Reply | undefined> {
  const found = await reread()
  return found === undefined ? undefined : replyOf(route, found)
}

/** Adds a condition check to writes. A transaction has one operation per item: a written item has its version. */
function withCheck(writes: readonly Write[], check: Write): readonly Write[] {
  const key = JSON.stringify(keyOf(check))
  return writes.length === 0 || writes.some((write) => JSON.stringify(keyOf(write)) === key)
    ? writes
    : [...writes, check]
}

// ---- Reply

/** What a handler returned as a reply, parsed by the schema of its route. */
function replyOf(route: Route, result: unknown): Reply {
  if (route.produces)
    return { status: route.status, body: undefined, file: FileReply.parse(result), headers: {} }
  const { version, replayed: isReplayed } = result as { version?: number | string; replayed?: unknown }
  const body = route.reply.parse(result)
  // The ETag of a record is its version, which is not part of the body; other cacheable responses use a digest of that.
  const isRecord = version !== undefined && !Object.hasOwn(body as object, 'version')
  const tag = isRecord ? version : route.cache && digest(JSON.stringify(body)).slice(0, 22)
  const headers = {
    ...(tag && { ETag: etagOf(tag) }),
    ...(route.location !== undefined && { Location: filled(route.location, body as Record<string, unknown>) }),
  }
  const reply = { status: route.status, body, headers }
  return isReplayed === true ? replayed(reply) : reply
}

const filled = (location: string, body: Record<string, unknown>) =>
  location.replace(/\{(\w+)\}/g, (_, field: string) => String(body[field]))

/** Whether a reply is a file, or has addresses of files: an export may still be written, and a package may have no photo. */
const hasFile = ({ file, body }: Reply) => file !== undefined || /"(?:photo_)?url":"/.test(JSON.stringify(body))

/** The reply to a read, or 304 if the client has it (RFC 9110 §13.2.2, §15.4.5). Throws stale. */
function unlessUnchanged(reply: Reply, { headers }: HttpRequest): Reply {
  if (reply.headers.ETag !== undefined) expectMatch(headers['if-match'], reply.headers.ETag)
  if (!isUnchanged(headers['if-none-match'], reply.headers.ETag)) return reply
  return { status: 304, body: undefined, headers: reply.headers }
}
