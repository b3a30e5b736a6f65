import { ValidationError } from '../core/errors.ts'
import type { IdempotentRequest } from '../db/stores/idempotency.ts'
import { takesIdempotencyKey } from './error-responses.ts'
import type { AuthorizedRequest } from './routing/match.ts'
import type { HttpRequest } from './routing/request.ts'

/** The header Idempotency-Key. Throws ValidationError for a key of another length than 1 to 255. */
export function idempotencyKey(headers: HttpRequest['headers']): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (key.length >= 1 && key.length <= 255)) return key
  throw new ValidationError({
    loc: ['header', 'Idempotency-Key'],
    msg: 'A key has 1 to 255 characters',
    type: 'value_error',
  })
}

/** The request as a repeatable one, if the route takes an Idempotency-Key and the request has one. Throws ValidationError. */
export function idempotentRequest(
  { route, caller }: AuthorizedRequest,
  { headers, path }: HttpRequest,
  body: unknown,
): IdempotentRequest | undefined {
  const key = takesIdempotencyKey(route) ? idempotencyKey(headers) : undefined
  if (!caller || key === undefined) return undefined
  return { user: caller.actor.user_id, route: `POST ${path}`, key, body }
}
