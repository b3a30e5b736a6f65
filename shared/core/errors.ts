/** The error codes. shared/http/refusals.ts has the status of each. */
export type RefusalCode =
  | 'bad_request'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'unauthenticated'
  | 'forbidden'
  | 'email_not_verified'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'bad_gateway'
  | 'unavailable'
  | 'gateway_timeout'

/** The error codes of operations; the other one is that of a path. */
export type OperationError = Exclude<RefusalCode, 'method_not_allowed'>

/** An error for the client: its message is the response's `detail`. Any other error is unexpected. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly headers: Readonly<Record<string, string>>
  /** `cause` is logged for operators. */
  constructor(code: RefusalCode, message: string, headers: Record<string, string> = {}, cause?: unknown) {
    super(message, { cause })
    this.name = 'Refusal'
    this.code = code
    this.headers = headers
  }
}

/** One problem with the input, in the form of FastAPI: location, message, and a machine-readable type. */
export interface ValidationIssue {
  loc: (string | number)[]
  msg: string
  type: string
}

/** Input that is well-formed but does not match the route's schema: 422 with every issue. */
export class ValidationError extends Error {
  readonly issues: readonly ValidationIssue[]
  constructor(...issues: ValidationIssue[]) {
    super('the input is not valid')
    this.name = 'Invalid'
    this.issues = issues
  }
}

/** Waits for all, and throws the first error in their order. */
export async function allInOrder<T extends readonly unknown[]>(
  ...promises: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const settled = await Promise.allSettled(promises)
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(promises) as Promise<unknown> as Promise<T>
}

export const notFound = (noun: string) => new Refusal('not_found', `${noun} not found`)
export const conflict = (message: string) => new Refusal('conflict', message)
export const badRequest = (message: string) => new Refusal('bad_request', message)
export const forbidden = (message = 'Your role does not permit this') => new Refusal('forbidden', message)
/** The request could not be completed in time and may be sent again. */
export const unavailable = (cause: unknown) =>
  new Refusal('unavailable', 'The service is busy; try again in a moment', { 'Retry-After': '2' }, cause)
/** A quota is used up for `seconds` (RFC 6585 §4; draft "RateLimit header fields for HTTP"). */
export const tooManyRequests = (message: string, seconds: number, headers: Record<string, string> = {}) =>
  new Refusal('too_many_requests', message, {
    'Retry-After': `${seconds}`,
    RateLimit: `"quota";r=0;t=${seconds}`,
    ...headers,
  })
/** RFC 6750 §3: for a missing token only the scheme is named, for an invalid one also the error. */
export const unauthenticated = (message: string, challenge = 'Bearer') =>
  new Refusal('unauthenticated', message, { 'WWW-Authenticate': challenge })
