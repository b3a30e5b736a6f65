import { courierClient, type ClientOptions, type CourierClient } from '../client.ts'

/** A response from the address of the service that is not the service's. The message says what to check. */
export class NotTheService extends Error {
  override readonly name = 'NotTheService'
}

/** The client of a command. Its methods also throw NotTheService. */
export const clientOf = (options: ClientOptions): CourierClient =>
  courierClient({ ...options, fetch: (request) => answered(options.baseUrl, request) })

async function answered(baseUrl: string, request: Request): Promise<Response> {
  const response = await fetch(request)
  const { status, headers } = response
  const isPage = /html/.test(headers.get('Content-Type') ?? '')
  // Without the id, what stands before the service may be overloaded or out of order.
  if ((headers.has('X-Request-Id') && !isPage) || status === 429 || status >= 500) return response
  void response.body?.cancel()
  throw new NotTheService(
    `${baseUrl} is not the service: its answer (${status}) is ${isPage ? 'a page' : 'without an X-Request-Id'}. Check the address (--url).`,
  )
}
