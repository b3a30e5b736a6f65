import { STATUS_CODES } from 'node:http'
import type { RefusalParams, ValidationIssue } from '../core/errors.ts'
import { accepts } from './accept.ts'
import type { Reply } from './routing/reply.ts'

/** Whether a client asks for errors as problem details (RFC 9457 §3). */
export const acceptsProblem = (accept: string | undefined): boolean => accepts(accept, problemType)
export const problemType = 'application/problem+json'

/**
 * An error response as problem details. `type` is the section of the reference that explains the error. An error of the token
 * endpoint keeps its members of RFC 6749 §5.2, which clients of OAuth read in any JSON.
 */
export function problemOf({ status, code = 'fault', body }: Omit<Reply, 'headers'>) {
  const { detail, message, reason, params, error, error_description } = body as {
    detail?: string | ValidationIssue[]
    message?: string
    reason?: string
    params?: RefusalParams
    error?: string
    error_description?: string
  }
  const isList = Array.isArray(detail)
  return {
    type: `/docs/errors#${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: isList
      ? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
      : (detail ?? message ?? ''),
    code,
    ...(reason !== undefined && { reason, params }),
    ...(isList && { errors: detail }),
    ...(error_description !== undefined && { error, error_description }),
  }
}
