import type * as z from 'zod'
import { errorReferences, errorResponses, takesIdempotencyKey, takesIfMatch } from '../error-responses.ts'
import { schemaWriter, type Json, type SchemaWriter } from '../routing/json-schema.ts'
import { operationId } from './operation-id.ts'
import { PageQuery } from '../paging.ts'
import type { Route } from '../routing/route.ts'
import { mayBeMissing } from '../routing/validation.ts'

type Groups = Record<string, { routes: readonly Route[] }>

/**
 * The service's routes, by group, as an OpenAPI 3.1 document. `url` is the API's address relative to the document.
 * Throws an Error for a schema that cannot be written (see shared/http/routing/json-schema.ts).
 */
export function openApi(groups: Groups, { version, url = '/' }: { version: string; url?: string }): Json {
  const { write, components } = schemaWriter()
  const versioned = versionedReplies(groups)
  const tagged = (route: Route) => versioned.has(route.reply) || route.cache !== undefined
  const paths: Record<string, Json> = {}
  for (const [group, { routes }] of Object.entries(groups))
    for (const route of routes)
      (paths[route.path] ??= {})[route.method.toLowerCase()] = {
        operationId: operationId(route, group),
        tags: [group],
        summary: route.summary,
        description: [
          route.access === 'public' ? 'For anyone.' : `For the roles ${route.roles.join(', ')}.`,
          ...(route.notes ? [route.notes] : []),
        ].join(' '),
        security: route.access === 'public' ? [] : [{ bearerAuth: [] }],
        parameters: [
          ...parameters(route, write),
          ...(tagged(route) && route.kind === 'read' ? [ifNoneMatch] : []),
        ],
        ...(route.body && { requestBody: requestBody(route, route.body, write) }),
        responses: {
          [route.status]: success(route, tagged(route), write),
          ...(tagged(route) && route.kind === 'read' && notModified),
          ...errorReferences(route, write),
        },
      }
  return {
    openapi: '3.1.0',
    info: { title: 'Courier Logistics', version },
    servers: [{ url }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components: {
      responses: errorResponses(write),
      schemas: components,
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

/** The response schemas of records with versions: those that some route changes under If-Match. */
const versionedReplies = (groups: Groups) =>
  new Set(
    Object.values(groups).flatMap(({ routes }) =>
      routes.filter((route) => takesIfMatch(route) && route.method !== 'DELETE').map(({ reply }) => reply),
    ),
  )

function parameters(route: Route, write: SchemaWriter): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    // Every id is a UUID, except the public tracking id.
    schema: { type: 'string', ...(/^(?!tracking_)(.+_)?id$/.test(name) && { format: 'uuid' }) },
  }))
  return [
    ...inPath,
    ...(route.query ? queryParameters(route.query, write) : []),
    ...(route.kind === 'list' ? queryParameters(PageQuery, write) : []),
    ...(takesIdempotencyKey(route) || route.repeatable ? [idempotencyKey] : []),
    ...(takesIfMatch(route) ? [ifMatch] : []),
  ]
}

function queryParameters(query: z.ZodType, write: SchemaWriter): Json[] {
  // Without metadata such as the id: only the properties are compared.
  const { properties = {}, required = [] } = write(query.meta({}), 'input')
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...((required as string[]).includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    schema: withoutNull(schema),
  }))
}

/** A query can omit a field, but cannot contain null. */
function withoutNull(schema: Json): Json {
  const choices = (schema.anyOf as Json[] | undefined)?.filter(({ type }) => type !== 'null')
  return choices?.length === 1 && choices[0] ? choices[0] : schema
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A request that is repeated under its key takes effect once, and gets the first answer for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the version that the change is meant for (RFC 9110 §13.1.1)',
  schema: { type: 'string' },
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the version that the client has (RFC 9110 §13.1.2)',
  schema: { type: 'string' },
}

const requestBody = ({ reader }: Route, body: z.ZodType, write: SchemaWriter) => ({
  required: !mayBeMissing(body),
  content: reader?.content ?? { 'application/json': { schema: write(body, 'input') } },
})

function success(
  { reply, kind, status, location, produces }: Route,
  tagged: boolean,
  write: SchemaWriter,
): Json {
  // A file has no schema but its media type (OpenAPI 3.1 §4.8.14.2).
  if (produces)
    return { description: 'The file', content: Object.fromEntries(produces.map((type) => [type, {}])) }
  const schema = write(reply, 'output')
  const list = kind === 'list'
  const headers = {
    ...(list ? pageHeaders : tagged && tagHeaders),
    ...(location !== undefined && locationHeader),
  }
  return {
    description: status === 201 ? 'Created' : 'OK',
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema: list ? { type: 'array', items: schema } : schema } },
  }
}

const header = (description: string) => ({ description, schema: { type: 'string' } })
const pageHeaders = {
  Link: header('The next page, `<…>; rel="next"` (RFC 8288); none on the last'),
  'X-Next-Cursor': header('The cursor of the next page; none on the last'),
}
const tagHeaders = { ETag: header('What this version goes by in If-Match and If-None-Match (RFC 9110 §8.8.3)') }
const locationHeader = { Location: header('Where the new record can be read (RFC 9110 §10.2.2)') }
const notModified = { 304: { description: 'Unchanged since the version that If-None-Match names' } }
