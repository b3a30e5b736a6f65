import { v5 } from 'uuid'
import { withIdempotency, type IdempotentRequest } from '../db/stores/idempotency.ts'
import { digest } from '../db/keys.ts'
import { transact, type Plan } from '../db/commit.ts'
import { keyOf, type Write } from '../db/requests.ts'
import type { AnswerPart, PublicContext, TenantContext } from '../domain/kernel/context.ts'
import { ValidationError } from '../core/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { sealer } from '../core/seal.ts'
import type { HttpRequest } from './routing/request.ts'
import type { AuthorizedRequest } from './routing/match.ts'
import { decideOnOneState } from './decide-on-one-state.ts'
import { takesIdempotencyKey } from './error-responses.ts'
import { listContext, openCursor, sealCursor } from './cursor.ts'
import { etagOf, expectMatch, isUnchanged, versionExpectation } from './preconditions.ts'
import type { Reply } from './refusals.ts'
import { FileReply, type Route } from './routing/route.ts'
import { parse, parseBody } from './routing/validation.ts'

type Context = TenantContext | PublicContext
/** The arguments of a route's handler: see shared/http/routing/route.ts. */
interface VerbRequest {
  ctx: Context
  params: Record<string, string>
  body: unknown
  query: unknown
  answerPart?: AnswerPart
}

/** Parses the input, runs the route's handler, commits its plan, and parses the response. */
export async function dispatch(
  runtime: Runtime,
  admitted: AuthorizedRequest,
  call: HttpRequest,
): Promise<Reply> {
  const { route, params, caller } = admitted
  const body = route.body && parseBody(route.body, call.body)
  const repeatable = repeatableOf(admitted, call, body)
  const input = { ctx: contextOf(runtime, admitted, call, repeatable), params, body }
  if (route.respond && caller) return route.respond(runtime, route, caller, call, input)
  const request: VerbRequest = { ...input, query: route.query && parse('query', route.query, call.query) }
  if (route.kind === 'decide') return decide(runtime, admitted, request, repeatable)
  if (route.answerPart) request.answerPart = route.answerPart(runtime, input.ctx as TenantContext, call)
  const reply = replyOf(route, await route.run(request))
  // What has acted has compared If-Match itself, with what was before.
  return route.kind === 'act' ? reply : ifChanged(reply, call)
}

function contextOf(
  runtime: Runtime,
  { caller }: AuthorizedRequest,
  { address, headers, now }: HttpRequest,
  repeatable: IdempotentRequest | undefined,
): Context {
  const { newId, secret, settings, bucket, client, limits } = runtime
  const commit: Context['transact'] = (decide) => transact(runtime.store, decide)
  let id: string | undefined
  const requestId = () => (id ??= repeatable ? idOf(repeatable) : newId())
  const base = { now, newId, requestId, secret, settings, bucket, client, limits, transact: commit }
  if (caller)
    return {
      ...base,
      ...caller,
      repeatable: repeatable !== undefined,
      elsewhere: async (kind, key, holds) => {
        const found = await runtime.directory.find(kind, key)
        const other = found && found.grant.tenantId !== caller.actor.tenant_id
        return other === true && holds(runtime.tenant(found.grant))
      },
      expectVersion: versionExpectation(headers['if-match']),
      cursor: async (path, filters, position) =>
        sealCursor(
          position,
          await runtime.secret('sealing', sealer),
          listContext(caller.actor.tenant_id, path, filters),
        ),
      openCursor: async (path, filters, cursor) =>
        openCursor(
          cursor,
          await runtime.secret('sealing', sealer),
          listContext(caller.actor.tenant_id, path, filters),
          'body',
        ),
    }
  const { store: _table, log: _log, ...open } = runtime
  return {
    ...open,
    ...base,
    address,
    idempotencyKey: () => idempotencyKey(headers),
    authorization: headers.authorization,
    userAgent: () => headers['user-agent'] ?? '',
  }
}

async function decide(
  runtime: Runtime,
  { route, caller }: AuthorizedRequest,
  request: VerbRequest,
  repeatable: IdempotentRequest | undefined,
) {
  const decided = async (): Promise<Plan<Reply>> => {
    const check = await route.requires?.(request.ctx as TenantContext, route.roles)
    const plan = (await route.run(request)) as Plan<unknown>
    if ('refusal' in plan) return plan
    const writes = check ? withCheck(plan.writes, check) : plan.writes
    const { result, reread } = plan
    const again = async () => {
      const found = await reread?.()
      return found === undefined ? undefined : replyOf(route, found)
    }
    return { writes, result: replyOf(route, result), ...(reread && { reread: again }) }
  }
  const decision = () => decideOnOneState(caller?.table, decided)
  if (!caller || !repeatable) return transact(runtime.store, decision)
  const context = { table: caller.table, sealer: await runtime.secret('sealing', sealer), now: request.ctx.now }
  const { replayed, ...reply } = await transact(runtime.store, withIdempotency(context, repeatable, decision))
  return replayed ? { ...reply, headers: { ...reply.headers, ...replayedHeader } } : reply
}

/** Adds a condition check to writes. A transaction has one operation per item: a written item has its version. */
function withCheck(writes: readonly Write[], check: Write): readonly Write[] {
  const key = JSON.stringify(keyOf(check))
  return writes.length === 0 || writes.some((write) => JSON.stringify(keyOf(write)) === key)
    ? writes
    : [...writes, check]
}

/** The request as a repeatable one, if the route takes an Idempotency-Key and the request has one. */
function repeatableOf(
  { route, caller }: AuthorizedRequest,
  call: HttpRequest,
  body: unknown,
): IdempotentRequest | undefined {
  const key = takesIdempotencyKey(route) ? idempotencyKey(call.headers) : undefined
  if (!caller || key === undefined) return undefined
  return { user: caller.actor.user_id, route: `POST ${call.path}`, key, body }
}

/**
 * The request id that all requests of a user to a route with one key share: a name-based UUID (RFC 9562 §5.5).
 */
const idOf = ({ user, route, key }: IdempotentRequest) =>
  v5(JSON.stringify([user, route, key]), requestNamespace)
const requestNamespace = '6f1d5c0e-3a52-4a0b-9f5e-0c7a4e8b2d91'

const replayedHeader = { 'Idempotent-Replayed': 'true' }

function idempotencyKey(headers: HttpRequest['headers']): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (key.length >= 1 && key.length <= 255)) return key
  throw new ValidationError({
    loc: ['header', 'Idempotency-Key'],
    msg: 'A key has 1 to 255 characters',
    type: 'value_error',
  })
}

function replyOf(route: Route, result: unknown): Reply {
  if (route.produces)
    return { status: route.status, body: undefined, file: FileReply.parse(result), headers: {} }
  const { version, replayed } = result as { version?: number | string; replayed?: unknown }
  const body = route.reply.parse(result)
  // The ETag of a record is its version, which is no part of the body; other cacheable responses use a digest of that.
  const isRecord = version !== undefined && !Object.hasOwn(body as object, 'version')
  const tag = isRecord ? version : route.cache && digest(JSON.stringify(body)).slice(0, 22)
  const headers = {
    ...(tag && { ETag: etagOf(tag) }),
    ...(route.location !== undefined && { Location: filled(route.location, body as Record<string, unknown>) }),
    ...(replayed === true && replayedHeader),
  }
  return { status: route.status, body, headers }
}

const filled = (location: string, body: Record<string, unknown>) =>
  location.replace(/\{(\w+)\}/g, (_, field: string) => String(body[field]))

/** The response to a read, or 304 if the client has it (RFC 9110 §13.2.2, §15.4.5). Throws stale. */
function ifChanged(reply: Reply, { headers }: HttpRequest): Reply {
  if (reply.headers.ETag !== undefined) expectMatch(headers['if-match'], reply.headers.ETag)
  if (!isUnchanged(headers['if-none-match'], reply.headers.ETag)) return reply
  return { status: 304, body: undefined, headers: reply.headers }
}
