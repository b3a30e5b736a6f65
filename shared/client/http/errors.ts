import type { components } from '../api-types.ts'

/** One problem with the input: its place, a message, and a machine-readable type. */
export type ValidationIssue = components['schemas']['ValidationError']['detail'][number]

/** An error response of the service. */
export class CourierError extends Error {
  override readonly name = 'CourierError'
  readonly status: number
  /** The problem as a code, such as `not_found`, or `invalid` with issues; not all errors have one. */
  readonly code: string | undefined
  /** The problem in words. */
  readonly detail: string
  /** Why the service refused, more exactly than `code`, such as `package_in_bag`; undefined of other errors, and of those of earlier versions. */
  readonly reason: string | undefined
  /** The values that `detail` names, such as the code of a package. */
  readonly params: Readonly<Record<string, string | number>>
  /** The problems with the input, of a 422; otherwise none. */
  readonly issues: readonly ValidationIssue[]
  /** The X-Request-Id of the response, by which the service's operators find the request. */
  readonly requestId: string | undefined
  /** Seconds after which to try again, if the service says so. */
  readonly retryAfter: number | undefined

  /** `body` is the parsed body of the response, or its text. */
  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { code, detail, issues, reason, params } = readBody(body)
    const text = detail ?? `The service answered ${status}`
    super(text)
    this.status = status
    this.code = code
    this.detail = text
    this.reason = reason
    this.params = params
    this.issues = issues
    this.requestId = headers.get('X-Request-Id') ?? undefined
    this.retryAfter = retryAfter(headers)
  }
}

interface ErrorBody {
  code: string | undefined
  detail: string | undefined
  issues: readonly ValidationIssue[]
  reason: string | undefined
  params: Readonly<Record<string, string | number>>
}

/**
 * Four forms: `{detail, code, reason, params}`; `{detail: [issues]}`, whose code is only in problem details, `{detail, code, errors}`
 * (RFC 9457); and `{error, message}` of public tracking and the gateway.
 */
function readBody(body: unknown): ErrorBody {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const code = text(fields['code']) ?? text(fields['error'])
  const issues = [fields['detail'], fields['errors']].find(Array.isArray) as ValidationIssue[] | undefined
  const reason = text(fields['reason'])
  const params = valuesOf(fields['params'])
  if (issues)
    return { code: code ?? 'invalid', detail: issues.map(describe).join('; '), issues, reason, params }
  return { code, detail: text(fields['detail']) ?? text(fields['message']), issues: [], reason, params }
}
const valuesOf = (given: unknown) => {
  const entries = Object.entries(typeof given === 'object' && given !== null ? given : {})
  return Object.fromEntries(entries.filter(([, value]) => ['string', 'number'].includes(typeof value)))
}
const describe = ({ loc, msg }: ValidationIssue) => `${loc.slice(1).join('.') || loc.join('.')}: ${msg}`

/** Seconds of a Retry-After header (RFC 9110 §10.2.3); undefined without one, and for a date, which the service never sends. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')?.trim() ?? ''
  return /^\d+$/.test(value) ? Number(value) : undefined
}

/** A result of the client's methods: `data` of a success, `error` otherwise. */
interface Result {
  data?: unknown
  error?: unknown
  response: Response
}

/**
 * The data of a response: `const shipment = await unwrap(courier.GET('/api/v1/shipments/{id}', ...))`. Throws CourierError
 * for an error response, and what the promise rejects with.
 */
export async function unwrap<R extends Result>(promise: Promise<R>): Promise<Exclude<R['data'], undefined>> {
  const { data, error, response } = await promise
  if (!response.ok) throw new CourierError(response, error)
  return data as Exclude<R['data'], undefined>
}
