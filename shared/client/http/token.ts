/**
 * Returns the current access token; with `refused`, a new one, since the service has just refused that one.
 * Without a token requests are anonymous.
 */
export type TokenSource = (refused?: string) => string | undefined | Promise<string | undefined>

/** The base URL of the service, such as https://api.example, and the token. */
export interface Access {
  baseUrl: string
  token: TokenSource
  fetch?: (request: Request) => Promise<Response>
  /** Asks the user for a code of their second factor, which the service wants to be recent; false if they give none (RFC 9470). */
  stepUp?: () => Promise<boolean>
}

const once = new WeakSet<Request>()
/** Whether the body of a request can be sent again: a stream cannot. */
export const isRepeatable = (request: Request) => !once.has(request)
/** A request that knows whether its body can be read again: a stream cannot. */
export class RepeatableRequest extends Request {
  constructor(...[url, init]: ConstructorParameters<typeof Request>) {
    super(url, init)
    if (init?.body instanceof ReadableStream) once.add(this)
  }
}

const wantsRecentFactor = ({ headers }: Response) =>
  headers.get('WWW-Authenticate')?.includes('insufficient_user_authentication') === true

/**
 * `fetch` with the caller's token. A 401 means that nothing was done, so the request is sent once more with a new
 * token, if there is one and the body can be sent again; or with the same, once the user has proven their second factor.
 */
export function authorised({
  token,
  fetch = (request) => globalThis.fetch(request),
  stepUp = () => Promise.resolve(false),
}: Access) {
  const send = (request: Request, bearer: string | undefined) => {
    if (bearer !== undefined) request.headers.set('Authorization', `Bearer ${bearer}`)
    return fetch(request)
  }
  return async (request: Request): Promise<Response> => {
    const bearer = await token()
    const spare = bearer === undefined || !isRepeatable(request) ? undefined : request.clone()
    const response = await send(request, bearer)
    const repeats = async (): Promise<string | undefined> => {
      if (response.status !== 401 || !spare) return undefined
      if (wantsRecentFactor(response)) return (await stepUp()) ? token() : undefined
      const another = await token(bearer)
      return another === bearer ? undefined : another
    }
    const another = await repeats()
    if (!spare || another === undefined) {
      void spare?.body?.cancel()
      return response
    }
    void response.body?.cancel()
    return send(spare, another)
  }
}
