import type * as z from 'zod'
import type { Json, SchemaWriter } from '../routing/json-schema.ts'
import type { Route } from '../routing/route.ts'
import { sessionCookieHeader } from '../headers.ts'
import { scopeOf } from '../routing/scope.ts'
import { mayBeMissing } from '../routing/validation.ts'
import { errorReferences } from './errors.ts'
import { exampleOf } from './example.ts'
import { operationIdOf } from './operation-id.ts'
import { parametersOf } from './parameters.ts'
import { tags } from './tags.ts'

/** A route as an OpenAPI operation. `tagged`: its response has an ETag. */
export function operation(
  route: Route,
  group: string,
  tagged: boolean,
  write: SchemaWriter,
  components: Record<string, Json>,
): Json {
  const isPublic = route.access === 'public'
  const isConditional = tagged && route.kind === 'read'
  const scope = scopeOf(route)
  const ofKeys = scope === undefined ? '' : `, and for API keys with the scope ${scope}`
  return {
    operationId: operationIdOf(route, group),
    tags: [tags[group]?.name ?? group],
    summary: route.summary,
    description: [
      ...(route.description ? [route.description] : []),
      isPublic ? 'For anyone.' : `For the roles ${route.roles.join(', ')}${ofKeys}.`,
    ].join(' '),
    security: isPublic
      ? route.takesToken
        ? [{}, { bearerAuth: [] }]
        : []
      : [{ bearerAuth: [] }, ...(scope === undefined ? [] : [{ apiKey: [scope] }])],
    parameters: parametersOf(route, tagged, write, components),
    ...(route.body && { requestBody: requestBody(route, route.body, write) }),
    responses: {
      [route.status]: success(route, tagged, write, components),
      ...(route.redirects && redirection),
      ...(isConditional && notModified),
      ...errorReferences(route, isConditional ? [412] : [], write),
    },
  }
}

function requestBody({ reader, summary }: Route, body: z.ZodType, write: SchemaWriter): Json {
  const schema = write(reader?.json() ?? body, 'input')
  return { description: summary, required: !mayBeMissing(body), content: { 'application/json': { schema } } }
}

function success(route: Route, tagged: boolean, write: SchemaWriter, components: Record<string, Json>): Json {
  const { reply, kind, status, location, produces, json, limit, sessionCookie } = route
  const isList = kind === 'list'
  const headers = {
    ...(isList ? pageHeaders : tagged && tagHeaders),
    ...(location !== undefined && locationHeader),
    ...(limit && limitHeaders),
    ...(sessionCookie && cookieHeader),
    ...requestIdHeader,
  }
  if (produces) {
    const types = produces.map((type) => type.replace(/;.*/, ''))
    const content = Object.fromEntries(
      types.map((type) => [
        type,
        json && type === 'application/json' ? jsonContent(write(json, 'output')) : fileOf(type),
      ]),
    )
    return { description: 'The file', headers: { ...headers, ...fileHeader }, content }
  }
  const item = write(reply, 'output')
  const schema = isList ? { type: 'array', items: item } : item
  return {
    description: descriptions[status],
    headers,
    content: { 'application/json': jsonContent(schema) },
  }

  function jsonContent(schema: Json) {
    return { schema, example: responseExample(route, schema, write, components) }
  }
}

/** Descriptions of successful responses, by status. */
const descriptions = { 200: 'OK', 201: 'Created', 202: 'Accepted', 303: 'See Other' } as const

/** The example of a response: with the values of the request’s example, and what the operation determines. */
function responseExample(
  { body, reader, example: determined }: Route,
  schema: Json,
  write: SchemaWriter,
  components: Record<string, Json>,
): unknown {
  const example = exampleOf(schema, components)
  const sent = body && exampleOf(write(reader?.json() ?? body, 'input'), components)
  const applied = (record: object) => ({
    ...record,
    ...Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => name in record)),
    ...determined,
  })
  return Array.isArray(example) ? example.map(applied) : isRecord(example) ? applied(example) : example
}
const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A file; generated clients read `text/...` as text and the rest as bytes. */
const fileOf = (type: string) => ({
  schema: {
    type: 'string',
    ...(!type.startsWith('text/') && { format: 'binary' }),
    description: 'The content of the file',
  },
  ...(type in texts && { example: texts[type] }),
})
/** Examples of files that are texts. */
const texts: Record<string, string> = {
  'text/plain':
    'Contact: mailto:security@parcels.example\nExpires: 2027-05-22T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://parcels.example/.well-known/security.txt\n',
  'application/zpl': '^XA\n^PW800\n^LL1200\n^FO40,900^A0N,48,0^FH^FDPKG-7K2M9QX4TB^FS\n^XZ\n',
  'image/svg+xml':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 150" width="100mm" height="150mm">…</svg>',
  'text/csv':
    'qr_code,tracking_id,recipient_name,destination,description,category,status,weight_kg\r\n' +
    'PKG-7K2M9QX4TB,TRK-7HQ3M2K9XW4BC,Giorgi Beridze,Tbilisi,Documents,general,ASSIGNED_TO_BAG,2.5\r\n',
}
const header = (description: string) => ({ description, schema: { type: 'string' } })
const pageHeaders = {
  Link: header('The next page, `<…>; rel="next"` (RFC 8288); none on the last'),
  'X-Next-Cursor': header('The cursor of the next page; none on the last'),
}
const tagHeaders = {
  ETag: header('The version of the record, for If-Match and If-None-Match (RFC 9110 §8.8.3)'),
}
const locationHeader = {
  Location: header('Where the new record can be read, or where a redirection leads to (RFC 9110 §10.2.2)'),
}
const fileHeader = {
  'Content-Disposition': header('The name of the file (RFC 6266)'),
  'Label-Warnings': header(
    'Of a label that cannot show all of its texts, what is missing: `recipient_name: U+1F381 has no glyph and is printed as a box`; several are separated by `; `',
  ),
}
const limitHeaders = {
  RateLimit: header('How many requests are left (`r`), and seconds until the window ends (`t`)'),
  'RateLimit-Policy': header('The quota (`q`) and its window in seconds (`w`)'),
}
const cookieHeader = {
  'Set-Cookie': header(
    `To requests with ${sessionCookieHeader}: the cookie of the session, or that it is cleared`,
  ),
}
const requestIdHeader = { 'X-Request-Id': header('The id of the request, which the service’s log has too') }
const redirection = {
  303: {
    description: 'To the page that began the sign-in, with the answer of the provider in the fragment',
    headers: { ...locationHeader, ...limitHeaders, ...requestIdHeader },
  },
}
const notModified = { 304: { description: 'Unchanged since the version that If-None-Match names' } }
