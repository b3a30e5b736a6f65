import * as z from 'zod'
import { commonTexts } from '../domain/kernel/field-texts.ts'
import type { OperationError, RefusalCode } from '../core/errors.ts'
import { notFound } from '../core/refusals.ts'
import { lazySchema } from '../core/lazy-schema.ts'
import { oauthErrors, trackingErrors, type RefusalForm } from './refusal-forms.ts'
import { refusalBody, statusOf } from './error-reply.ts'
import type { Route } from './routing/route.ts'

/** Descriptions of fields that several schemas share. */
const errorTexts = {
  detail: { description: 'The problem and its remedy, in words', examples: ['Shipment not found'] },
}

/** The fields of a refusal for programs; see the reference of refusals. Errors of earlier versions, and faults, lack them. */
export const why = () => ({
  reason: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional()
    .meta({
      description:
        'Why it was refused, for programs, more exactly than `code`; the reference lists all reasons',
      examples: ['package_in_bag'],
    }),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .meta({
      description: 'The values that `detail` names, such as the code of a package',
      examples: [{ package: 'PKG-7K2M9QX4TB' }],
    }),
})

export const ErrorBody = lazySchema(() =>
  z
    .strictObject({
      detail: z.string().min(1).meta(errorTexts.detail),
      code: z
        .enum(Object.keys(statusOf) as RefusalCode[])
        .optional()
        .meta(commonTexts.code),
      ...why(),
    })
    .meta({ id: 'ApiError', examples: [refusalBody(notFound('Shipment'))] }),
)

const TrackingErrorBody = lazySchema(() =>
  z
    .strictObject({
      error: z.string().min(1).meta(commonTexts.error),
      message: z
        .string()
        .min(1)
        .meta({
          description: 'The problem and its remedy, in words',
          examples: ['No parcel has this tracking id'],
        }),
    })
    .meta({
      id: 'TrackingError',
      examples: [{ error: 'not_found', message: 'No parcel has this tracking id, or it has expired' }],
    }),
)
const OAuthErrorBody = lazySchema(() => {
  const text = z.string().min(1)
  return z
    .strictObject({
      error: z
        .string()
        .regex(/^[a-z_]+$/)
        .meta(commonTexts.error),
      error_description: text.meta({
        description: 'What went wrong, for a person',
        examples: ['Unknown API key, or wrong secret'],
      }),
      detail: text.meta(errorTexts.detail),
      code: text.meta(commonTexts.code),
    })
    .meta({ id: 'OAuthError' })
})
/** The body of the errors of a route, but for invalid input. */
export const errorBodyOf = (form: RefusalForm | undefined): z.ZodType =>
  form === trackingErrors ? TrackingErrorBody : form === oauthErrors ? OAuthErrorBody : ErrorBody

const ValidationIssue = lazySchema(() =>
  z
    .strictObject({
      loc: z
        .array(z.union([z.string(), z.int()]))
        .min(1)
        .meta({ description: 'Where: `body` or `query`, then the field', examples: [['body', 'weight']] }),
      msg: z
        .string()
        .min(1)
        .meta({ description: 'The problem, in words', examples: ['Field required'] }),
      type: z
        .string()
        .regex(/^[a-z][a-z_]*$/)
        .meta({ description: 'The kind of fault, for programs', examples: ['missing'] }),
    })
    .meta({ id: 'ValidationIssue' }),
)

/** API Gateway's own responses: throttled, too large, or no response of the function. */
export const GatewayErrorBody = lazySchema(() =>
  z
    .object({
      message: z.string().meta({ description: 'The problem, in words', examples: ['Too Many Requests'] }),
    })
    .meta({ id: 'GatewayError', examples: [{ message: 'Too Many Requests' }] }),
)

/** Any error, for clients that accept application/problem+json (RFC 9457). */
export const ProblemBody = lazySchema(() =>
  z
    .object({
      type: z.string().meta({
        description: 'The kind of problem, as an address of the reference',
        examples: ['/docs/errors#not_found'],
      }),
      title: z.string().meta({ description: 'The status in words', examples: ['Not Found'] }),
      status: z.int().meta({ description: 'The HTTP status', examples: [404] }),
      detail: z.string().meta(errorTexts.detail),
      code: z.string().meta(commonTexts.error),
      ...why(),
      errors: z.array(ValidationIssue).optional().meta({ description: 'Of a 422: every fault of the request' }),
      error: z
        .string()
        .optional()
        .meta({
          description: 'Of the token endpoint: the error of RFC 6749 §5.2',
          examples: ['invalid_client'],
        }),
      error_description: z
        .string()
        .optional()
        .meta({ description: 'Of the token endpoint: the same as `detail`', examples: ['Shipment not found'] }),
    })
    .meta({ id: 'Problem' }),
)

/** Validation errors in the form of FastAPI (Pydantic 2). */
export const ValidationErrorBody = lazySchema(() =>
  z
    .strictObject({
      detail: z.array(ValidationIssue).min(1).meta({ description: 'Every fault of the request' }),
    })
    .meta({
      id: 'ValidationError',
      examples: [{ detail: [{ loc: ['body', 'weight'], msg: 'Field required', type: 'missing' }] }],
    }),
)

/** The reply to an item of a batch (shared/http/batch-item.ts), whose body is `reply` or an error. */
export const itemReply = (reply: z.ZodType) =>
  z.object({
    status: z
      .int()
      .min(200)
      .max(599)
      .meta({ description: 'The HTTP status that a request with this item alone would get', examples: [200] }),
    body: z
      .union([reply, ErrorBody, ValidationErrorBody])
      .meta({ description: 'The body that a request with this item alone would get' }),
    retry_after: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Seconds after which to send this scan again; missing if its answer is final' }),
  })

export type ErrorStatus = (typeof statusOf)[OperationError] | 422

/** Whether a request may carry If-Match (see shared/http/preconditions.ts). */
export const takesIfMatch = ({ access, kind, method, refuses }: Route) =>
  access !== 'public' &&
  (kind === 'decide' || kind === 'act') &&
  method !== 'GET' &&
  (method !== 'POST' || refuses.includes('stale'))
/** Whether a request may carry an Idempotency-Key (see shared/http/idempotency-key.ts). */
export const takesIdempotencyKey = ({ access, kind, method }: Route) =>
  access !== 'public' && kind === 'decide' && method === 'POST'
/** Whether clients may send an Idempotency-Key: also to a route that handles repetitions itself. */
export const acceptsIdempotencyKey = (route: Route) => takesIdempotencyKey(route) || route.repeatable === true

/** The error statuses of a route, in order, without 500. */
export function errorsOf(route: Route): ErrorStatus[] {
  const tenant = route.access !== 'public'
  const input = route.body ?? route.query ?? (route.kind === 'list' || takesIdempotencyKey(route))
  const codes: OperationError[] = [
    ...route.refuses,
    ...(route.body ? (['bad_request', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(tenant ? (['unauthenticated', 'forbidden'] as const) : []),
    // The request comes from a page of another origin.
    ...(route.sessionCookie ? (['forbidden'] as const) : []),
    ...(route.path.includes('{') ? (['not_found'] as const) : []),
    // Contention: see shared/db/commit.ts.
    ...(route.kind === 'decide' || route.kind === 'act' ? (['conflict'] as const) : []),
    ...(takesIfMatch(route) ? (['stale'] as const) : []),
    // API Gateway throttles every route.
    'too_many_requests',
    'unavailable',
  ]
  const invalid = input && !route.refusalForm?.invalid
  const statuses = [...codes.map((code) => statusOf[code]), ...(invalid ? ([422] as const) : [])]
  return [...new Set(statuses)].sort((a, b) => a - b)
}
