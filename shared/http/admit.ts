import type { TenantTable } from '../db/table.ts'
import type { Actor } from '../domain/context.ts'
import { Refusal } from '../errors.ts'
import type { Runtime } from '../runtime.ts'
import type { Match } from './match.ts'
import type { Route } from './route.ts'

/** A request, as far as the routes care. Header names are in lower case. */
export interface Call {
  path: string
  headers: Record<string, string | undefined>
  query: Record<string, string>
  /** Of the caller, as limits count it; the edge's own, where the row has no limit. */
  address: string
  /** When it came in: the one moment that all of it goes by. */
  now: Date
  body?: unknown
}

export interface Caller {
  actor: Actor
  table: TenantTable
}
/** A request that may go on: its route, who asks, and what the answer's headers tell of limits. */
export interface Admitted extends Match {
  caller?: Caller
  headers: Record<string, string>
}

/** Authenticates, authorises, counts. Throws a refusal; for an unknown path, not found. */
export async function admit(runtime: Runtime, match: Match | undefined, call: Call): Promise<Admitted> {
  if (!match) throw new Refusal('not_found', 'Not Found')
  const { route } = match
  if (route.access === 'public') return { ...match, headers: await countHit(runtime, route, call) }
  return { ...match, caller: await route.access(runtime, route, call), headers: {} }
}

/** Counts a hit where the route has a limit; the headers are those of the draft "RateLimit header fields for HTTP". */
async function countHit(
  runtime: Runtime,
  { limit, key }: Route,
  { address, now }: Call,
): Promise<Record<string, string>> {
  if (!limit) return {}
  const { quota, window } = limit(runtime.settings)
  const taken = await runtime.limits.count({ name: key, quota, window }, address, now)
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
