import { STATUS_CODES } from 'node:http'
import type { ValidationIssue } from '../core/errors.ts'
import { accepts } from './accept.ts'
import type { Reply } from './routing/reply.ts'

/** Whether a client asks for errors as problem details (RFC 9457 §3). */
export const acceptsProblem = (accept: string | undefined): boolean => accepts(accept, problemType)
export const problemType = 'application/problem+json'

/** An error response as problem details. `type` is the section of the reference that explains the error. */
export function problemOf({ status, code = 'fault', body }: Omit<Reply, 'headers'>) {
  const { detail, message } = body as { detail?: string | ValidationIssue[]; message?: string }
  const isList = Array.isArray(detail)
  return {
    type: `/docs/errors#${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: isList
      ? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
      : (detail ?? message ?? ''),
    code,
    ...(isList && { errors: detail }),
  }
}
