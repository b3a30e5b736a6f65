import * as z from 'zod'
import type { Page, Position } from '../db/page.ts'
import { wholeNumber } from '../domain/kernel/fields.ts'
import { ValidationError } from '../core/errors.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import type { Sealer } from '../core/seal.ts'
import type { PageRequest } from './routing/route.ts'
import { parse } from './routing/validation.ts'

export const PageQuery = lazySchema(() =>
  z.object({
    limit: wholeNumber(1, 200),
    cursor: z.string().max(2000).optional(),
  }),
)

/** Throws ValidationError for a filter that the list does not have: a misspelt one would list everything. */
export function expectFilters(query: Record<string, string>, filters: z.ZodType | undefined): void {
  const known = [filters, PageQuery].flatMap((schema) =>
    schema instanceof z.ZodLazy ? Object.keys((schema.unwrap() as z.ZodObject).shape) : [],
  )
  const issues = Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      loc: ['query', name],
      msg: `This list has no such filter; it has ${known.join(', ')}`,
      type: 'extra_forbidden',
    }))
  if (issues.length > 0) throw new ValidationError(...issues)
}

/** Everything that a cursor is bound to: tenant, path and filters. */
export const listContext = (tenantId: string, path: string, filters: unknown) =>
  JSON.stringify([tenantId, path, filters])

export const sealCursor = (position: Position, sealer: Sealer, context: string) =>
  sealer.seal(JSON.stringify(position), context)

/** A cursor holds where the last page ended. `context` is the list's (see above). */
export function readPage(
  query: unknown,
  { defaultLimit, sealer, context }: { defaultLimit: number; sealer: Sealer; context: string },
): PageRequest {
  const { limit = defaultLimit, cursor } = parse('query', PageQuery, query) as z.output<typeof PageQuery>
  return { limit, after: cursor === undefined ? undefined : openCursor(cursor, sealer, context, 'query') }
}

/** The position of a cursor. Throws ValidationError for a cursor of another list. */
export function openCursor(cursor: string, sealer: Sealer, context: string, where: 'query' | 'body'): Position {
  const position = sealer.open(cursor, context)
  if (position !== undefined) return JSON.parse(position) as Position
  throw new ValidationError({
    loc: [where, 'cursor'],
    msg: 'Not a cursor of this list with these filters',
    type: 'value_error',
  })
}

/** The headers that link to the next page (RFC 8288); none on the last. `query` is the request's own. */
export function pageHeaders(
  page: Page<unknown>,
  {
    path,
    query,
    sealer,
    context,
  }: { path: string; query: Record<string, string>; sealer: Sealer; context: string },
): Record<string, string> {
  if (!page.next) return {}
  const cursor = sealCursor(page.next, sealer, context)
  const next = `${path}?${new URLSearchParams({ ...query, cursor }).toString()}`
  return { Link: `<${next}>; rel="next"`, 'X-Next-Cursor': cursor }
}
