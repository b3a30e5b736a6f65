import * as z from 'zod'
import {
  errorBodyOf,
  ErrorBody,
  errorsOf,
  GatewayErrorBody,
  ProblemBody,
  ValidationErrorBody,
  type ErrorStatus,
} from '../error-responses.ts'
import { problemOf, problemType } from '../problem.ts'
import type { Refusal } from '../../core/errors.ts'
import { notFound, refused as general } from '../../core/refusals.ts'
import { refused as ofBags } from '../../domain/bags/refusals.ts'
import { refusalBody } from '../error-reply.ts'
import { refused } from '../refusals.ts'
import type { RefusalForm } from '../refusal-forms.ts'
import type { Json, SchemaWriter } from '../routing/json-schema.ts'
import type { Route } from '../routing/route.ts'

interface Meaning {
  name: string
  description: string
  example?: Refusal
  header?: [string, string]
}
/** The meaning of each status for the client, and its header. */
const meanings: Record<ErrorStatus, Meaning> = {
  400: {
    name: 'BadRequest',
    example: refused.body_not_json(),
    description: 'The body is not JSON, or the request cannot be carried out',
  },
  401: {
    name: 'Unauthenticated',
    example: refused.not_authenticated(),
    description:
      'The token is missing or invalid, or the credentials are wrong; or, with the code insufficient_user_authentication, the user has to prove their second factor again',
    header: ['WWW-Authenticate', 'The scheme, and the fault of the token (RFC 6750 §3, RFC 9470 §3)'],
  },
  403: {
    name: 'Forbidden',
    example: general.role_not_permitted(),
    description:
      'The role of the user, or the scopes of the API key, do not permit this; or, with the code email_not_verified, the user’s e-mail address is to be verified first',
  },
  404: {
    name: 'NotFound',
    example: notFound('Shipment'),
    description: 'There is no such record',
  },
  409: {
    name: 'Conflict',
    example: ofBags.bag_not_open({ bag_status: 'SEALED' }),
    description: 'The record’s state does not allow this, or others keep changing it',
  },
  412: {
    name: 'Stale',
    example: refused.record_changed(),
    description: 'The record has another version than the one that If-Match names',
    header: ['ETag', 'The current version'],
  },
  413: {
    name: 'TooLarge',
    example: refused.body_too_large({ max: 256 }),
    description: 'The body is larger than 256 KiB, or a photo than 4 MiB',
  },
  415: {
    name: 'UnsupportedMediaType',
    example: refused.media_type_unsupported(),
    description: 'The body is not application/json',
  },
  422: { name: 'Invalid', description: 'The input is invalid; every fault is listed' },
  429: {
    name: 'TooManyRequests',
    example: refused.too_many_requests(),
    description: 'Too many requests of an address, a user or a company, or too many failed logins',
    header: ['Retry-After', 'Seconds after which to try again'],
  },
  502: {
    name: 'BadGateway',
    example: general.provider_unreachable({ provider: 'AeroDataBox' }),
    description: 'The provider failed or sent an invalid response',
  },
  503: {
    name: 'Unavailable',
    example: general.service_busy(),
    description: 'The service is busy. The request may have taken effect; send it again as a retry',
    header: ['Retry-After', 'Seconds after which to try again'],
  },
  504: {
    name: 'GatewayTimeout',
    example: general.provider_too_slow({ provider: 'AeroDataBox', seconds: 3 }),
    description: 'The provider does not answer in time',
  },
}

/** Statuses that API Gateway answers too, in its own form. */
const ofGateway: readonly ErrorStatus[] = [413, 429, 503]

function errorResponse(status: ErrorStatus, form: RefusalForm | undefined, write: SchemaWriter): Json {
  const { description, header, example } = meanings[status]
  const own = status === 422 ? ValidationErrorBody : errorBodyOf(form)
  const body = ofGateway.includes(status) ? z.union([own, GatewayErrorBody]) : own
  const shown =
    example === undefined
      ? { detail: [{ loc: ['body', 'weight'], msg: 'Field required', type: 'missing' }] }
      : (form?.bodyOf(example.code, example.message) ?? refusalBody(example))
  return {
    description,
    ...(header && { headers: { [header[0]]: { description: header[1], schema: { type: 'string' } } } }),
    content: {
      'application/json': { schema: write(body, 'output'), example: shown },
      [problemType]: {
        schema: write(ProblemBody, 'output'),
        example: problemOf({ status, code: example?.code ?? 'invalid', body: shown }),
      },
    },
  }
}

/** The error responses for `components/responses`. */
export const errorResponses = (write: SchemaWriter): Json => ({
  ...Object.fromEntries(
    Object.entries(meanings).map(([status, { name }]) => [
      name,
      errorResponse(Number(status) as ErrorStatus, undefined, write),
    ]),
  ),
  Unexpected: {
    description: 'An error of the service (500), or one that the gateway answers by itself',
    content: {
      'application/json': {
        schema: write(z.union([ErrorBody, GatewayErrorBody]), 'output'),
        example: { message: 'Internal Server Error' },
      },
    },
  },
})

/** A route's error responses, and `others`: references to those above, unless they have another form. */
export const errorReferences = (route: Route, others: readonly ErrorStatus[], write: SchemaWriter): Json => ({
  ...Object.fromEntries(
    [...errorsOf(route), ...others].map((status) => [
      status,
      route.refusalForm !== undefined
        ? errorResponse(status, route.refusalForm, write)
        : { $ref: `#/components/responses/${meanings[status].name}` },
    ]),
  ),
  default: { $ref: '#/components/responses/Unexpected' },
})
