import { courierClient, CourierError, type Credentials } from '../../shared/client/index.ts'
import { errorMessage } from '../../lib/local/runtime/startup-error.ts'

/** An unexpected response. The message is one line with the request and the response. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse'
}

/** The result of a method of the client. */
export interface Result<T> {
  data?: T
  error?: unknown
  response: Response
}

/** The request of each response. */
const requests = new WeakMap<Response, Request>()
/** `METHOD address` of the request that a response belongs to. */
export function requestLine(response: Response): string {
  const { method, url } = requests.get(response) ?? { method: '', url: response.url }
  return `${method} ${url}`
}

/** API Gateway's integration timeout. */
const timeoutMilliseconds = 30_000

/** A client of the service that sends each request once. Its methods throw UnexpectedResponse without a response. */
export function demoClient(baseUrl: string, signal: AbortSignal, credentials: Credentials = {}) {
  const fetchOnce = async (request: Request) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)])
    const response = await fetch(request, { signal: limit }).catch((error: unknown) => {
      const cause = errorMessage((error as Error).cause ?? error)
      throw new UnexpectedResponse(`${request.method} ${request.url} got no response: ${cause}`)
    })
    requests.set(response, request)
    return response
  }
  return courierClient({ baseUrl, ...credentials, fetch: fetchOnce, retries: 0 })
}
export type DemoClient = ReturnType<typeof demoClient>

/** The data of a successful response. Throws UnexpectedResponse. */
export async function dataOf<T>(request: Promise<Result<T>>): Promise<{ data: T; response: Response }> {
  const { data, error, response } = await request
  if (data !== undefined) return { data, response }
  const { detail } = new CourierError(response, error)
  throw new UnexpectedResponse(`${requestLine(response)} failed: ${response.status} ${detail}`)
}
