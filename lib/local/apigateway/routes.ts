import type { ApiRoute } from './http-api.ts'

export interface Match<R> {
  route: R
  pathParameters: Record<string, string>
}

/** Priority of a segment: `literal`, then `{variable}`, then `{greedy+}`. */
const rank = (segment: string) => (segment.endsWith('+}') ? 2 : segment.startsWith('{') ? 1 : 0)

/**
 * Matches method and decoded path segments with API Gateway's priority: full matches before greedy ones, literal
 * segments before variables, a specific method before ANY, `$default` last (API Gateway developer guide, "Create
 * routes for HTTP APIs").
 */
export function router<R extends Pick<ApiRoute, 'key'>>(routes: readonly R[]) {
  const fallback = routes.find(({ key }) => key === '$default')
  const ordered = routes
    .filter((route) => route !== fallback)
    .map((route) => {
      const [method = '', path = ''] = route.key.split(' ')
      return { route, method, segments: path.split('/').slice(1) }
    })
    .sort(
      (one, other) =>
        bySegments(one.segments, other.segments) ||
        Number(one.method === 'ANY') - Number(other.method === 'ANY'),
    )
  return {
    match(method: string, path: readonly string[]): Match<R> | undefined {
      for (const candidate of ordered) {
        if (candidate.method !== method && candidate.method !== 'ANY') continue
        const pathParameters = matchSegments(candidate.segments, path)
        if (pathParameters) return { route: candidate.route, pathParameters }
      }
      return undefined
    },
    /** The `$default` route. */
    fallback,
  }
}

function bySegments(one: readonly string[], other: readonly string[]): number {
  const greedy = Number(one.some((segment) => rank(segment) === 2)) - Number(other.some((s) => rank(s) === 2))
  if (greedy !== 0) return greedy
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const difference = rank(one[i] ?? '') - rank(other[i] ?? '')
    if (difference !== 0) return difference
  }
  return other.length - one.length
}

function matchSegments(
  pattern: readonly string[],
  path: readonly string[],
): Record<string, string> | undefined {
  const parameters: [string, string][] = []
  for (const [i, segment] of pattern.entries()) {
    const value = path[i]
    if (value === undefined) return undefined
    if (rank(segment) === 0) {
      if (segment !== value) return undefined
      continue
    }
    if (value === '') return undefined
    if (rank(segment) === 2) {
      parameters.push([segment.slice(1, -2), path.slice(i).join('/')])
      return Object.fromEntries(parameters)
    }
    parameters.push([segment.slice(1, -1), value])
  }
  return pattern.length === path.length ? Object.fromEntries(parameters) : undefined
}
