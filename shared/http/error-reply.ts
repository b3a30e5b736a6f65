import { Refusal, ValidationError, type RefusalCode } from '../core/errors.ts'
import type { RefusalForm } from './refusal-forms.ts'
import type { Reply } from './routing/reply.ts'

/** The status of every error code. */
export const statusOf = {
  bad_request: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  unauthenticated: 401,
  second_factor_required: 401,
  second_factor_missing: 401,
  insufficient_user_authentication: 401,
  forbidden: 403,
  email_not_verified: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
} as const satisfies Record<RefusalCode, number>

/** What a response says about a refusal. */
export const refusalBody = ({ message, code, reason, params }: Refusal) => ({
  detail: message,
  code,
  reason,
  params,
})

/** The response for a thrown error. Undefined for an unexpected error, of which the client learns nothing. */
function refusalReply(error: unknown, form: RefusalForm | undefined): Reply | undefined {
  if (error instanceof ValidationError) {
    if (form?.invalid) return refusalReply(form.invalid(error.issues), form)
    return { status: 422, code: 'invalid', body: { detail: error.issues }, headers: {} }
  }
  if (!(error instanceof Refusal)) return undefined
  const { code, message, headers } = error
  const body = form ? form.bodyOf(code, message) : refusalBody(error)
  return { status: statusOf[code], code, body, headers: { ...headers } }
}

const faultReply: Reply = {
  status: 500,
  code: 'fault',
  body: { detail: 'Internal Server Error' },
  headers: {},
}

/** The response to any error. What operators must see of it, if anything, goes to `report`. */
export function errorReply(error: unknown, report: (fault: unknown) => void, form?: RefusalForm): Reply {
  const refusal = refusalReply(error, form)
  const fault = refusal ? (error as Error).cause : error
  if (fault) report(fault)
  return refusal ?? faultReply
}
