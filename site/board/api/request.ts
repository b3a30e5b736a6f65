import { words } from '../ui/words.ts'

/**
 * An error with a message for the user. `status` is 0 without a response, `retryAfter` is in milliseconds,
 * `fields` contains messages by field of the request.
 */
export class RequestError extends Error {
  readonly status: number
  readonly retryAfter: number
  readonly fields: Record<string, string>
  constructor(status: number, message: string, retryAfter = 0, fields: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
    this.fields = fields
  }
}
/** The message to show for an error. */
export const errorMessage = (error: unknown) => (error instanceof RequestError ? error.message : words.failing)

export interface Options {
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  token?: string
}
/** Timeout of a request, in milliseconds. */
const timeoutMilliseconds = 20_000

/** Sends a request, `GET /api/v1/…`. Throws RequestError with the service's message, or a general one. */
export async function send(key: string, { body, headers, token }: Options = {}): Promise<Response> {
  const [method = '', path = ''] = key.split(' ')
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json, */*',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch(() => {
    throw unreachableError()
  })
  if (response.ok) return response
  throw errorOf(response.status, await response.text().catch(() => ''), response.headers.get('retry-after'))
}

export const unreachableError = () => new RequestError(0, navigator.onLine ? words.failing : words.offline)

/** Creates the error for a response. `retryAfterSeconds` is the header. */
export function errorOf(status: number, text: string, retryAfterSeconds: string | null = null): RequestError {
  const retryAfter = 1000 * Math.min(Number(retryAfterSeconds) || 0, 3600)
  const detail = detailOf(text)
  if (!Array.isArray(detail)) return new RequestError(status, detail ?? words.failing, retryAfter)
  const fields = detail.map(({ loc, msg }) => [loc.slice(1).join('.'), msg] as const)
  const message = fields.map(([field, msg]) => `${field}: ${msg}`.replace(/^: /, '')).join('; ')
  return new RequestError(status, message, retryAfter, Object.fromEntries(fields))
}

/** Parses an error: `{detail: string}` or `{detail: [{loc, msg}, …]}`. */
function detailOf(text: string): string | { loc: string[]; msg: string }[] | undefined {
  try {
    return (JSON.parse(text) as { detail?: ReturnType<typeof detailOf> }).detail
  } catch {
    return undefined
  }
}
