/** The error codes. shared/http/error-reply.ts has the status of each. */
export type RefusalCode =
  | 'bad_request'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'unauthenticated'
  | 'second_factor_required'
  | 'second_factor_missing'
  | 'insufficient_user_authentication'
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

/** Values of a refusal that its text names, such as the code of a package. */
export type RefusalParams = Readonly<Record<string, string | number>>

/** What a refusal is made of; `cause` is logged for operators. */
type RefusalFields = Pick<Refusal, 'code' | 'reason' | 'message'> &
  Partial<Pick<Refusal, 'params' | 'headers' | 'cause'>>

/**
 * An error for the client: its message is the response's `detail`, and `reason` says the same for programs. Any other error is
 * unexpected. Thrown by the rows of a table (`refusals`).
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly reason: string
  readonly params: RefusalParams
  readonly headers: Readonly<Record<string, string>>
  constructor({ code, reason, message, params = {}, headers = {}, cause }: RefusalFields) {
    super(message, { cause })
    this.name = 'Refusal'
    this.code = code
    this.reason = reason
    this.params = params
    this.headers = headers
  }
  /** The same with more headers of the response, and a cause that is logged for operators. */
  with(headers: Readonly<Record<string, string>>, cause: unknown = this.cause): Refusal {
    const { code, reason, message, params } = this
    return new Refusal({ code, reason, message, params, headers: { ...this.headers, ...headers }, cause })
  }
  /** The same with params that its text does not name, for programs. */
  withParams(params: RefusalParams): Refusal {
    const { code, reason, message, headers, cause } = this
    return new Refusal({ code, reason, message, params: { ...this.params, ...params }, headers, cause })
  }
}

/** The names of the `{params}` in a text. `{id}` is none: it stands in the paths of requests. */
type ParamOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'id'> | ParamOf<Rest>
  : never
type Thrower<Text extends string> = [ParamOf<Text>] extends [never]
  ? () => Refusal
  : (params: Readonly<Record<ParamOf<Text>, string | number>>) => Refusal
type Row = readonly [code: RefusalCode, text: string]

/** Seconds for which the code of a second factor counts for what needs a recent one. */
export const factorLasts = 300

/** The headers of each refusal with a code (RFC 9110 §11.6.1, §10.2.3; RFC 9470 §3, whose `max_age` is in seconds). */
const headersOf: Partial<Record<RefusalCode, Record<string, string>>> = {
  unauthenticated: { 'WWW-Authenticate': 'Bearer' },
  second_factor_required: { 'WWW-Authenticate': 'Bearer' },
  second_factor_missing: { 'WWW-Authenticate': 'Bearer' },
  insufficient_user_authentication: {
    'WWW-Authenticate': `Bearer error="insufficient_user_authentication", max_age="${factorLasts}"`,
  },
  unavailable: { 'Retry-After': '2' },
}

/**
 * The refusals of a noun, from a table of their reasons, each with its code and its text: `throw refused.bag_not_empty()`. A reason
 * is unique in the service and never changes. Statuses in params are named by their kind, as `bag_status` or `new_bag_status`.
 */
export function refusals<const Rows extends Record<string, Row>>(
  rows: Rows,
): { readonly [R in keyof Rows]: Thrower<Rows[R][1]> } {
  const refusing = Object.entries(rows).map(([reason, [code, text]]) => [
    reason,
    (params: RefusalParams = {}) => {
      const message = text.replace(/\{(\w+)\}/g, (whole, name: string) => `${params[name] ?? whole}`)
      return new Refusal({ code, reason, message, params, headers: headersOf[code] ?? {} })
    },
  ])
  return Object.fromEntries(refusing) as { [R in keyof Rows]: Thrower<Rows[R][1]> }
}

/** The challenge for an invalid token (RFC 6750 §3); for a missing one only the scheme is named. */
export const invalidToken = { 'WWW-Authenticate': 'Bearer error="invalid_token"' }

/** A quota is used up for `seconds` (RFC 6585 §4; draft "RateLimit header fields for HTTP"). */
export const forSeconds = (refusal: Refusal, seconds: number, headers: Record<string, string> = {}) =>
  refusal.with({ 'Retry-After': `${seconds}`, RateLimit: `"quota";r=0;t=${seconds}`, ...headers })

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
