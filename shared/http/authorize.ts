import { tooManyRequests } from '../core/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { AuthorizedRequest, Match } from './routing/match.ts'
import type { HttpRequest } from './routing/request.ts'
import type { Route } from './routing/route.ts'

/** Authenticates, authorises and counts. Throws a refusal. */
export async function authorize(runtime: Runtime, match: Match, call: HttpRequest): Promise<AuthorizedRequest> {
  const { route } = match
  if (route.access === 'public') return { ...match, headers: await countHit(runtime, route, call) }
  return { ...match, caller: await route.access(runtime, route, call), headers: {} }
}

/** Counts a hit if the route has a limit; the headers follow the draft "RateLimit header fields for HTTP". */
async function countHit(
  runtime: Runtime,
  { limit, key }: Route,
  { address, now }: HttpRequest,
): Promise<Record<string, string>> {
  if (!limit) return {}
  const { quota, window } = limit(runtime.settings)
  const taken = await runtime.limits.count({ name: key, quota, window }, address, now)
  const headers = {
    'RateLimit-Policy': `"address";q=${quota};w=${window}`,
    RateLimit: `"address";r=${taken.remaining};t=${taken.resetsIn}`,
  }
  if (taken.allowed) return headers
  throw tooManyRequests('Too many requests; try again later', taken.resetsIn, headers)
}
