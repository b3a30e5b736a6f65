/** Why a request is refused. The status of each stands in one table: shared/http/refusals.ts. */
export type RefusalCode =
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'bad_gateway'
  | 'unavailable'
  | 'gateway_timeout'

/** A "no" that the caller is meant to read: its message is the answer's `detail`. Anything else thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly headers: Readonly<Record<string, string>>
  /** `cause` is what the operator is to see of it in the log. */
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

/** Input that is well-formed HTTP and JSON but not what the route takes: 422 with every fault. */
export class ValidationError extends Error {
  readonly issues: readonly ValidationIssue[]
  constructor(...issues: ValidationIssue[]) {
    super('the input is not valid')
    this.name = 'Invalid'
    this.issues = issues
  }
}

/** Waits for all, and throws the refusal of the first that has one, in their order. */
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
/** The request could not be carried out in time, or not at all, and may be sent again after a moment. */
export const unavailable = (cause: unknown) =>
  new Refusal('unavailable', 'The service is busy; try again in a moment', { 'Retry-After': '2' }, cause)
/** RFC 6750 §3: a missing token names only the scheme, a bad one also says why. */
export const unauthenticated = (message: string, challenge = 'Bearer') =>
  new Refusal('unauthenticated', message, { 'WWW-Authenticate': challenge })
