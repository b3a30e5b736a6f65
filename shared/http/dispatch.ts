import * as z from 'zod'
import type { PublicContext } from '../auth/context.ts'
import { once } from '../db/idempotency.ts'
import { settle, type Plan } from '../db/settle.ts'
import type { Page } from '../db/table.ts'
import { type TenantTable } from '../db/table.ts'
import type { Actor, TenantContext } from '../domain/context.ts'
import { forbidden, Invalid, Refusal, unauthenticated } from '../errors.ts'
import type { Runtime } from '../runtime.ts'
import type { Match } from './match.ts'
import { pageHeaders, readPage } from './paging.ts'
import { etagOf, versionExpectation } from './preconditions.ts'
import type { Reply } from './refusals.ts'
import type { Route } from './route.ts'
import { parse } from './validation.ts'

/** A request, as far as the routes care. Header names are in lower case. */
export interface Call {
  path: string
  headers: Record<string, string | undefined>
  query: Record<string, string>
  address: string
  body?: unknown
}

/** A request that may go on: its route, who asks, and what the answer's headers tell of limits. */
export interface Admitted extends Match {
  caller?: { actor: Actor; table: TenantTable }
  headers: Record<string, string>
}

/** Authenticates, authorises, counts. Throws a refusal; for an unknown path, not found. */
export async function admit(runtime: Runtime, match: Match | undefined, call: Call): Promise<Admitted> {
  if (!match) throw new Refusal('not_found', 'Not Found')
  const { route } = match
  if (route.access === 'public') return { ...match, headers: await countHit(runtime, route, call.address) }
  const token = /^Bearer +([^ ]+) *$/i.exec(call.headers.authorization ?? '')?.[1]
  if (!token) throw unauthenticated('Not authenticated')
  const { actor, grant } = await (await runtime.verifier()).access(token, runtime.now())
  if (!route.roles.includes(actor.role)) throw forbidden()
  return { ...match, caller: { actor, table: runtime.tenant(grant) }, headers: {} }
}

/** Counts a hit where the route has a limit; the headers are those of the draft "RateLimit header fields for HTTP". */
async function countHit(
  runtime: Runtime,
  { limit, key }: Route,
  address: string,
): Promise<Record<string, string>> {
  if (!limit) return {}
  const { quota, window } = limit(runtime.settings)
  const taken = await runtime.limits.take({ name: key, quota, window }, address, runtime.now())
  const headers = {
    'RateLimit-Policy': `"address";q=${quota};w=${window}`,
    RateLimit: `"address";r=${taken.remaining};t=${taken.resetsIn}`,
  }
  if (taken.allowed) return headers
  throw new Refusal('too_many_requests', 'Too many requests; try again later', {
    ...headers,
    'Retry-After': `${taken.resetsIn}`,
  })
}

/** Parses, runs the route's verb, commits what it decided, and parses the answer. */
export async function answer(
  runtime: Runtime,
  { route, params, caller }: Admitted,
  call: Call,
): Promise<Reply> {
  const body = route.body && parse('body', route.body, call.body ?? absentBody(route.body))
  const query = route.query && parse('query', route.query, call.query)
  const idempotencyKey = readIdempotencyKey(call.headers['idempotency-key'])
  const base = { now: runtime.now(), newId: runtime.newId }
  const ctx: TenantContext | PublicContext = caller
    ? { ...base, ...caller, expectVersion: versionExpectation(call.headers['if-match']) }
    : { ...anonymous(runtime), ...base, address: call.address, idempotencyKey }
  const request = { ctx, params, body, query }
  const toReply = (result: unknown): Reply => replyOf(route, result)

  if (route.kind === 'read') return toReply(await route.run(request))
  if (route.kind === 'list') {
    const sealer = await runtime.sealer()
    const context = JSON.stringify([caller?.actor.tenant_id, route.key, query])
    const page = (await route.run({ ...request, page: readPage(call.query, sealer, context) })) as Page<unknown>
    const links = pageHeaders(page, { path: call.path, query: call.query, sealer, context })
    return { status: 200, body: z.array(route.reply).parse(page.records), headers: links }
  }
  const decide = async (): Promise<Plan<Reply>> => {
    const plan = (await route.run(request)) as Plan<unknown>
    return 'refusal' in plan ? plan : { writes: plan.writes, result: toReply(plan.result) }
  }
  if (!caller || route.method !== 'POST' || idempotencyKey === undefined) return settle(runtime.store, decide)
  const repeatable = { user: caller.actor.user_id, route: `POST ${call.path}`, key: idempotencyKey, body }
  const context = { table: caller.table, sealer: await runtime.sealer(), now: base.now }
  const reply = await settle(runtime.store, once(context, repeatable, decide))
  return reply.replayed ? { ...reply, headers: { ...reply.headers, ...replayed } } : reply
}

/** What of the runtime a request without a tenant sees: not the table. */
function anonymous({ store: _store, sealer: _sealer, log: _log, ...rest }: Runtime) {
  return rest
}

const replayed = { 'Idempotent-Replayed': 'true' }

/** Where every field is optional, no body at all is an empty one. */
function absentBody(schema: z.ZodType): unknown {
  return schema.safeParse({}).success ? {} : undefined
}

function readIdempotencyKey(key: string | undefined): string | undefined {
  if (key === undefined || (key.length >= 1 && key.length <= 255)) return key
  throw new Invalid({
    loc: ['header', 'Idempotency-Key'],
    msg: 'A key has 1 to 255 characters',
    type: 'value_error',
  })
}

function replyOf(route: Route, result: unknown): Reply {
  const { version, replayed: isReplay } = result as { version?: unknown; replayed?: unknown }
  return {
    status: route.status,
    body: route.reply.parse(result),
    headers: {
      ...(typeof version === 'number' && { ETag: etagOf(version) }),
      ...(isReplay === true && replayed),
    },
  }
}
