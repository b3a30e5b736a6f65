import type { Route } from '../../../shared/http/routing/route.ts'

/**
 * The paths of a function's routes that the gateway has to know. One route for a path, whose function knows its methods,
 * and none for a path that another covers, such as `/users/me` by `/users/{id}`, since a stack has at most 500 resources.
 */
export function gatewayPaths(routes: readonly Pick<Route, 'path'>[]): string[] {
  const paths = [...new Set(routes.map(({ path }) => path))]
  return paths.filter((path) => !paths.some((other) => other !== path && covers(other, path)))
}

/** Whether the gateway routes the requests of a path by another. */
function covers(general: string, path: string): boolean {
  const [wide, narrow] = [general.split('/'), path.split('/')]
  const isCovered = (segment = '', n: number) =>
    segment === wide[n] || (wide[n]?.startsWith('{') && !segment.startsWith('{'))
  return wide.length === narrow.length && narrow.every(isCovered)
}
