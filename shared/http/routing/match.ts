import type { Caller } from './request.ts'
import type { Route } from './route.ts'

export interface Match {
  route: Route
  params: Record<string, string>
}

/** An authorised request: its route, the caller, and the rate limit headers of the response. */
export interface AuthorizedRequest extends Match {
  caller?: Caller
  headers: Record<string, string>
}

const isPlaceholder = (segment: string) => segment.startsWith('{')
const segmentsOf = (path: string) => path.split('/').slice(1)

export interface Matcher {
  match(method: string, path: string): Match | undefined
  /** The methods of a path, for the header Allow (RFC 9110 §15.5.6); none if no route has it. */
  methodsOf(path: string): string[]
}

/**
 * Finds the route of a request. From the left, a literal segment takes precedence over a placeholder, as in API
 * Gateway: `/shipments/board` is never a shipment's id. Throws an Error at build time for ambiguous routes.
 */
export function matcher(routes: readonly Route[]): Matcher {
  const table = routes.map((route) => ({ route, segments: segmentsOf(route.path) }))
  for (const [i, a] of table.entries())
    for (const b of table.slice(i + 1))
      if (a.route.method === b.route.method && shape(a.segments) === shape(b.segments))
        throw new Error(`Routes ${a.route.key} and ${b.route.key} match the same requests`)
  table.sort((a, b) => (rank(a.segments) < rank(b.segments) ? -1 : 1))
  const fitting = (given: string[]) => table.filter(({ segments }) => fits(segments, given))
  return {
    match(method, path) {
      const given = segmentsOf(path)
      const found = fitting(given).find(({ route }) => route.method === method)
      if (!found) return undefined
      const params = found.segments.flatMap((segment, i) =>
        isPlaceholder(segment) ? [[segment.slice(1, -1), given[i]]] : [],
      )
      return { route: found.route, params: Object.fromEntries(params) as Record<string, string> }
    },
    methodsOf(path) {
      const [closest] = fitting(segmentsOf(path))
      if (!closest) return []
      const methods = routes.flatMap((route) => (route.path === closest.route.path ? [route.method] : []))
      return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
    },
  }
}

const fits = (segments: string[], given: string[]) =>
  segments.length === given.length &&
  segments.every((segment, i) => (isPlaceholder(segment) ? given[i] !== '' : segment === given[i]))

/** Paths of the same shape match the same requests. */
const shape = (segments: string[]) =>
  segments.map((segment) => (isPlaceholder(segment) ? '{}' : segment)).join('/')
/** Sorts literals before placeholders, segment by segment. */
const rank = (segments: string[]) => segments.map((segment) => (isPlaceholder(segment) ? '1' : '0')).join('')
