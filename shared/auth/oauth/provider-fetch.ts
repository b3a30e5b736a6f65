import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import { boundedRequest, isConfidential, type Deadline } from '../../core/bounded-request.ts'
import { refused } from './refusals.ts'

/** OAuth errors have a JSON body (RFC 6749 §5.2). */
const texts = [200, 400, 401]

/**
 * `fetch` for the protocol libraries, within one deadline for all calls. Throws bad_gateway and gateway_timeout,
 * whose messages contain no part of the request or response.
 */
export const providerFetch =
  (who: string, until: Deadline) =>
  async (
    address: string,
    { headers, body }: { headers?: ConstructorParameters<typeof Headers>[0]; body?: unknown } = {},
  ): Promise<Response> => {
    const url = new URL(address)
    if (!isConfidential(url)) throw refused.provider_address_insecure({ provider: who })
    const { status, type, text } = await boundedRequest(
      {
        who,
        url,
        texts,
        headers: Object.fromEntries(new Headers(headers)),
        ...(body instanceof URLSearchParams && { body: body.toString() }),
      },
      until,
    )
    // A status outside 200 to 599 is not a valid response, and the Response constructor rejects it.
    const known = status >= 200 && status <= 599 ? status : 500
    return new Response(text || null, { status: known, headers: { 'content-type': type } })
  }

/** The library's options: it allows no http addresses, which `fetch` here restricts to this machine. */
export const requestOptions = (fetch: ReturnType<typeof providerFetch>) => ({
  [customFetch]: fetch,
  // It is marked deprecated only to stand out.
  // oxlint-disable-next-line typescript/no-deprecated
  [allowInsecureRequests]: true as const,
})
