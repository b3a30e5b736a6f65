import { closestMatch } from 'leven'
import * as z from 'zod'
import type { Page, PageRequest } from '../db/page.ts'
import { wholeNumber } from '../domain/kernel/fields.ts'
import { ValidationError, type ValidationIssue } from '../core/errors.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import { sealer, type Sealer } from '../core/seal.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { listContext, openCursor, sealCursor } from './cursor.ts'
import type { Reply } from './routing/reply.ts'
import type { Caller, HttpRequest } from './routing/request.ts'
import type { Route, VerbRequest } from './routing/route.ts'
import { parse } from './routing/validation.ts'

/** Runs a list: parses its filters and page, and responds with the page and links to the next. Throws ValidationError. */
export async function pageReply(
  runtime: Runtime,
  route: Route,
  { actor }: Caller,
  { path, query }: HttpRequest,
  request: Omit<VerbRequest, 'query'>,
): Promise<Reply> {
  const unknown = unknownFilters(query, route.query)
  const filters = route.query && parse('query', route.query, query, unknown)
  if (unknown.length > 0) throw new ValidationError(...unknown)
  const seals = {
    sealer: await runtime.secret('sealing', sealer),
    context: listContext(actor.tenant_id, path, filters),
  }
  const wanted = readPage(query, { defaultLimit: route.pageSize, ...seals })
  const page = (await route.run({ ...request, query: filters, page: wanted })) as Page<unknown>
  const headers = pageHeaders(page, { path, query, ...seals })
  return { status: route.status, body: page.records.map((record) => route.reply.parse(record)), headers }
}

export const PageQuery = lazySchema(() =>
  z.object({
    limit: wholeNumber(1, 200).meta({ description: 'How many', examples: [50] }),
    cursor: z
      .string()
      .max(2000)
      .optional()
      .meta({
        description: 'Where the last page ended: its `X-Next-Cursor`, with the same filters',
        examples: ['1.tUtuwx9tnJuaoH7G'],
      }),
  }),
)

/** An issue for each filter that the list does not have: a misspelt one would list everything. */
function unknownFilters(query: Record<string, string>, filters: z.ZodType | undefined): ValidationIssue[] {
  const known = [filters, PageQuery].flatMap((schema) =>
    schema instanceof z.ZodLazy ? Object.keys((schema.unwrap() as z.ZodObject).shape) : [],
  )
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      loc: ['query', name],
      msg: `This list has no such filter; the nearest is ${closestMatch(name, known)}, all are ${known.join(', ')}`,
      type: 'extra_forbidden',
    }))
}

/** A cursor holds where the last page ended. `context` is the list's (see above). */
function readPage(
  query: unknown,
  { defaultLimit, sealer, context }: { defaultLimit: number; sealer: Sealer; context: string },
): PageRequest {
  const { limit = defaultLimit, cursor } = parse('query', PageQuery, query) as z.output<typeof PageQuery>
  const after = cursor === undefined ? undefined : openCursor(cursor, sealer, context, 'query')
  return { limit, after, skipUnreadable: true }
}

/** The headers that link to the next page (RFC 8288); none on the last. `query` is the request's own. */
function pageHeaders(
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
