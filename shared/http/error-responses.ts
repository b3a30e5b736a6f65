import * as z from 'zod'
import { roles } from '../domain/kernel/roles.ts'
import type { OperationError, RefusalCode } from '../core/errors.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import type { Json, SchemaWriter } from './routing/json-schema.ts'
import { statusOf } from './refusals.ts'
import type { Route } from './routing/route.ts'

export const ErrorBody = lazySchema(() =>
  z
    .strictObject({
      detail: z.string().min(1),
      code: z.enum(Object.keys(statusOf) as RefusalCode[]).optional(),
    })
    .meta({ id: 'Error', examples: [{ detail: 'Shipment not found', code: 'not_found' }] }),
)

/** The body of errors in the form {error, message} (see shared/http/routing/route.ts). */
export const TrackingErrorBody = lazySchema(() =>
  z.strictObject({ error: z.string().min(1), message: z.string().min(1) }).meta({
    id: 'TrackingError',
    examples: [{ error: 'not_found', message: 'No parcel has this tracking id, or it has expired' }],
  }),
)

/** Validation errors in the form of FastAPI (Pydantic 2). */
export const ValidationErrorBody = lazySchema(() =>
  z
    .strictObject({
      detail: z
        .array(
          z.strictObject({
            loc: z.array(z.union([z.string(), z.int()])).min(1),
            msg: z.string().min(1),
            type: z.string().regex(/^[a-z][a-z_]*$/),
          }),
        )
        .min(1),
    })
    .meta({
      id: 'ValidationError',
      examples: [{ detail: [{ loc: ['body', 'weight'], msg: 'Field required', type: 'missing' }] }],
    }),
)

type ErrorStatus = (typeof statusOf)[OperationError] | 422

/** Whether a request may carry If-Match (see shared/http/preconditions.ts). */
export const takesIfMatch = ({ access, kind, method, refuses }: Route) =>
  access !== 'public' &&
  kind === 'decide' &&
  method !== 'GET' &&
  (method !== 'POST' || refuses.includes('stale'))
/** Whether a request may carry an Idempotency-Key (see shared/http/dispatch.ts). */
export const takesIdempotencyKey = ({ access, kind, method }: Route) =>
  access !== 'public' && kind === 'decide' && method === 'POST'

/** The error statuses of a route, in order, without 500. */
export function errorsOf(route: Route): ErrorStatus[] {
  const tenant = route.access !== 'public'
  const input = route.body ?? route.query ?? (route.kind === 'list' || takesIdempotencyKey(route))
  const codes: OperationError[] = [
    ...route.refuses,
    ...(route.body ? (['bad_request', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(tenant ? (['unauthenticated'] as const) : []),
    ...(tenant && roles.some((role) => !route.roles.includes(role)) ? (['forbidden'] as const) : []),
    ...(route.requires ? (['forbidden'] as const) : []),
    ...(route.path.includes('{') ? (['not_found'] as const) : []),
    // Contention: see shared/db/commit.ts.
    ...(route.kind === 'decide' || route.kind === 'act' ? (['conflict'] as const) : []),
    ...(takesIfMatch(route) ? (['stale'] as const) : []),
    ...(route.limit ? (['too_many_requests'] as const) : []),
    'unavailable',
  ]
  const statuses = [...codes.map((code) => statusOf[code]), ...(input ? ([422] as const) : [])]
  return [...new Set(statuses)].sort((a, b) => a - b)
}

/** The meaning of each status for the client, and its header. */
const meanings: Record<ErrorStatus, { name: string; description: string; header?: [string, string] }> = {
  400: { name: 'BadRequest', description: 'The body is not JSON, or the request cannot be carried out' },
  401: {
    name: 'Unauthenticated',
    description: 'The token is missing or invalid, or the credentials are wrong',
    header: ['WWW-Authenticate', 'The scheme, and what is wrong with the token (RFC 6750 §3)'],
  },
  403: {
    name: 'Forbidden',
    description:
      'The role of the user does not permit this; or, with the code email_not_verified, their e-mail address is to be verified first',
  },
  404: { name: 'NotFound', description: 'There is no such record' },
  409: {
    name: 'Conflict',
    description: 'The record’s state does not allow this, or others keep changing it',
  },
  412: {
    name: 'Stale',
    description: 'The record has another version than the one that If-Match names',
    header: ['ETag', 'The current version'],
  },
  413: { name: 'TooLarge', description: 'The body is larger than 256 KiB, or a photo than 4 MiB' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not application/json' },
  422: { name: 'Invalid', description: 'The input is invalid; every fault is listed' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests or failed logins',
    header: ['Retry-After', 'Seconds after which to try again'],
  },
  502: {
    name: 'BadGateway',
    description: 'The provider failed or sent an invalid response',
  },
  503: {
    name: 'Unavailable',
    description: 'The service is busy. The request may have taken effect; send it again as a retry',
    header: ['Retry-After', 'Seconds after which to try again'],
  },
  504: { name: 'GatewayTimeout', description: 'The provider does not answer in time' },
}

function errorResponse(status: ErrorStatus, form: Route['refusalForm'], write: SchemaWriter): Json {
  const { description, header } = meanings[status]
  const body = status === 422 ? ValidationErrorBody : form === 'error' ? TrackingErrorBody : ErrorBody
  return {
    description,
    ...(header && { headers: { [header[0]]: { description: header[1], schema: { type: 'string' } } } }),
    content: { 'application/json': { schema: write(body, 'output') } },
  }
}

/** The error responses for `components/responses`. */
export const errorResponses = (write: SchemaWriter): Json =>
  Object.fromEntries(
    Object.entries(meanings).map(([status, { name }]) => [
      name,
      errorResponse(Number(status) as ErrorStatus, 'detail', write),
    ]),
  )

/** A route's error responses: references to those, unless they have another form. */
export const errorReferences = (route: Route, write: SchemaWriter): Json =>
  Object.fromEntries(
    errorsOf(route).map((status) => [
      status,
      route.refusalForm === 'error'
        ? errorResponse(status, 'error', write)
        : { $ref: `#/components/responses/${meanings[status].name}` },
    ]),
  )
