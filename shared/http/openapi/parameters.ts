import type * as z from 'zod'
import { idempotencyHours } from '../../core/idempotency.ts'
import { acceptsIdempotencyKey, takesIfMatch } from '../error-responses.ts'
import { cookieLifetimes } from '../cookies/session-cookie.ts'
import { sessionCookieHeader, sessionCookieName } from '../headers.ts'
import { PageQuery } from '../list.ts'
import type { Json, SchemaWriter } from '../routing/json-schema.ts'
import type { Route } from '../routing/route.ts'
import { exampleIds } from '../../domain/kernel/example-ids.ts'
import { idTexts } from '../../domain/kernel/fields.ts'
import { exampleOf } from './example.ts'

/** The parameters of a route. `tagged`: its response has an ETag. */
export function parametersOf(
  route: Route,
  tagged: boolean,
  write: SchemaWriter,
  components: Record<string, Json>,
): Json[] {
  const isList = route.kind === 'list'
  const query = (schema: z.ZodType, noun = '') => queryParameters(schema, { noun, isList }, write, components)
  return [
    ...pathParameters(route.path),
    ...(route.query ? query(route.query, nounOf(route.path)) : []),
    ...(isList ? query(PageQuery).map((parameter) => withDefault(parameter, route.pageSize)) : []),
    ...(acceptsIdempotencyKey(route) ? [idempotencyKey] : []),
    ...(takesIfMatch(route) ? [ifMatch] : []),
    ...(route.sessionCookie ? [sessionCookie] : []),
    ...(tagged && route.kind === 'read' ? [ifMatch, ifNoneMatch] : []),
  ]
}

/** `{id}` is the id of the noun before it: in /bags/{id}/seal a bag's. */
function pathParameters(path: string): Json[] {
  const segments = path.split('/')
  return segments.flatMap((segment, n) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (name === undefined) return []
    const noun = (segments[n - 1] ?? '').replace(/s$/, '')
    // Every id is a UUID, except the public tracking id; a package is also named by its code.
    const named = name === 'id' ? `${noun}_id` : name
    const { description, example } = pathParameter(named)
    return {
      name,
      in: 'path',
      required: true,
      description,
      example,
      schema: { type: 'string', ...(/^(?!tracking_|package_)(.+_)?id$/.test(named) && { format: 'uuid' }) },
    }
  })
}

const pathTexts: Record<string, { description: string; example: string }> = {
  notice_token: { description: 'The token in the e-mail’s List-Unsubscribe header', example: '1.sJ0qWc3Lk2' },
  provider: { description: '`google` or `microsoft`', example: 'google' },
  custom_provider: { description: 'The name of the provider in the configuration', example: 'local' },
  name: { description: 'The name of the provider in the configuration', example: 'local' },
  tracking_id: { description: 'The public id of a shipment, for its recipient', example: 'TRK-7HQ3M2K9XW4BC' },
  delivery_id: { description: 'The delivery’s id, which is that of its event', example: exampleIds.event },
  package_id: { description: 'The package’s id, or the code of its label', example: exampleIds.package },
  entity_type: { description: 'The kind in the QR code: `pkg` or `bag`', example: 'pkg' },
  entity_id: { description: 'The id in the QR code', example: exampleIds.package },
}

/** The schema of a path parameter: one of the table, or the id of a noun. Throws an Error for a name that is neither. */
function pathParameter(name: string) {
  const text = pathTexts[name]
  if (text) return text
  const kind = name.replace(/_id$/, '').replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
  if (!(kind in exampleIds))
    throw new Error(`The path parameter "${name}" has no description: add it to pathTexts`)
  const { description, examples } = idTexts(kind as keyof typeof exampleIds)
  return { description, example: examples[0] }
}

/** The noun that a path returns: /flights/search flights. */
const nounOf = (path: string) =>
  path
    .replace(/\/search$/, '')
    .split('/')
    .at(-1) ?? ''

/** `noun`: what the route returns; a list filters it. */
function queryParameters(
  query: z.ZodType,
  { noun, isList }: { noun: string; isList: boolean },
  write: SchemaWriter,
  components: Record<string, Json>,
): Json[] {
  // Without metadata such as the id: only the properties are compared.
  const { properties = {}, required = [] } = write(query.meta({}), 'input')
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { description, examples, ...schema } = property
    const [example] = (examples as unknown[] | undefined) ?? [exampleOf(schema, components)]
    return {
      name,
      in: 'query',
      ...((required as string[]).includes(name) && { required: true }),
      description:
        description ?? (isList ? `Returns only ${noun} with this ${name.replaceAll('_', ' ')}` : undefined),
      ...(example !== undefined && typeof example !== 'object' && { example }),
      schema: withoutNull(schema),
    }
  })
}

const withDefault = ({ name, schema, ...parameter }: Json, pageSize: number): Json => ({
  name,
  ...parameter,
  schema: { ...(schema as Json), ...(name === 'limit' && { default: pageSize }) },
})

/** A query can omit a field, but cannot contain null. */
function withoutNull(schema: Json): Json {
  const choices = (schema.anyOf as Json[] | undefined)?.filter(({ type }) => type !== 'null')
  return choices?.length === 1 && choices[0] ? choices[0] : schema
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `A request that is repeated under its key takes effect once, and gets the first answer for ${idempotencyHours} hours`,
  example: '6f1d5c0e-3a52-4a0b-9f5e-0c7a4e8b2d91',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
const sessionCookie = {
  name: sessionCookieHeader,
  in: 'header',
  description: `For pages of this service only. The refresh token is kept in the cookie \`${sessionCookieName}\`, which no script can read: until it expires (\`persistent\`), or the browser is closed (\`session\`). The response has it in \`Set-Cookie\`, not in the body, and a request without \`refresh_token\` takes it from the cookie`,
  example: 'persistent',
  schema: { type: 'string', enum: cookieLifetimes },
}
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the version that the request is meant for; another gets 412 (RFC 9110 §13.1.1)',
  example: '"1"',
  schema: { type: 'string' },
}
const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the version that the client has; the same gets 304 (RFC 9110 §13.1.2)',
  example: '"1"',
  schema: { type: 'string' },
}
