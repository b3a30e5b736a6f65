import type { Route } from '../routing/route.ts'

const verbs = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }

/**
 * The operation id: the row's own, or derived from method and path: `listShipments`, `getShipment`, `createShipment`. A POST to a
 * path that is not a collection is an action: `/auth/login` is `loginAuth`, `/bags/{id}/close` is `closeBag`. A
 * path without words is named by its group.
 */
export function operationIdOf({ operationId, method, path, kind }: Route, group = ''): string {
  if (operationId !== undefined) return operationId
  const segments = path.replace(/^\/api\/v1\//, '/').split('/')
  const words = segments
    .filter((segment) => segment && !segment.startsWith('{'))
    .map((word) => (word === segments.at(-1) ? word : singular(word)))
  const last = words.at(-1) ?? group
  const before = words.slice(0, -1)
  if (method !== 'POST') return camel(kind === 'list' ? 'list' : verbs[method], ...before, last)
  const act = last === segments.at(-1) && last === singular(last)
  return act ? camel(last, ...before) : camel(verbs.POST, ...before, singular(last))
}

/** The singular of nouns in paths: `status` and `address` are singular already. */
export const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/(?<![su])s$/, '')

const camel = (...words: string[]) =>
  words
    .join('-')
    .replace(/^[^a-z]+/i, '')
    .replace(/[^a-z0-9]+(.)/gi, (_, letter: string) => letter.toUpperCase())
