import { Invalid, Refusal, type RefusalCode } from '../errors.ts'

/** An answer before it becomes the gateway's: `body` is JSON. */
export interface Reply {
  status: number
  body: unknown
  headers: Record<string, string>
}

/** The one error table: the status of every refusal. */
const statusOf: Record<RefusalCode, number> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
}

/** What a client is told of anything that was thrown. Undefined for a fault of ours, of which it learns nothing. */
export function refusalReply(error: unknown): Reply | undefined {
  if (error instanceof Invalid) return { status: 422, body: { detail: error.faults }, headers: {} }
  if (!(error instanceof Refusal)) return undefined
  return {
    status: statusOf[error.code],
    body: { detail: error.message, code: error.code },
    headers: { ...error.headers },
  }
}

export const faultReply: Reply = { status: 500, body: { detail: 'Internal Server Error' }, headers: {} }
