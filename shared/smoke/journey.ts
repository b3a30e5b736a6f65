import { sleep } from '../client/clock.ts'
import { courierClient, CourierError, type CourierClient } from '../client/index.ts'
import { Unexpected } from './unexpected.ts'

/** One passage through the steps. Uses nothing but fetch, WebSocket and crypto, so that it can run anywhere. */
export interface Journey {
  /** Sends a request to any address. A failure of the step names the last one. */
  fetch(request: Request): Promise<Response>
  /** The URL of a path of the service. */
  at(path: string): string
  anonymous: CourierClient
  /** A client with an access token. */
  withToken(token: string): CourierClient
  /**
   * Reads until there is a value: lists, feeds and uploads take their time. Throws Unexpected once the patience is over,
   * and what `read` throws at once.
   */
  eventually<T>(what: string, read: () => Promise<T | undefined>): Promise<T>
  /** Deletes what a step has made; called in reverse order. */
  undo: (() => Promise<unknown>)[]
  /** The details of a step's error. */
  failureOf(error: unknown): Failure
}

/** Why a step failed. */
export interface Failure {
  /** The last request, as `GET https://…`. */
  request?: string
  /** The status of its response. */
  status?: number
  request_id?: string
  /** The response's own words, or its fault. */
  detail: string
}

export interface JourneyOptions {
  /** The public URL of a stage: of CloudFront or of the API. */
  url: string
  /** How long to wait for what takes its time, in milliseconds. Cold starts of four functions follow each other. */
  patience?: number
}

/** API Gateway's integration timeout. */
const requestMilliseconds = 30_000
const pollMilliseconds = 250

export function openJourney({ url, patience = 30_000 }: JourneyOptions): Journey {
  const base = url.replace(/\/+$/, '')
  let last: { request: string; response?: Response } | undefined
  const send = async (request: Request) => {
    const exchange: typeof last = (last = { request: `${request.method} ${request.url.split('?')[0] ?? ''}` })
    const limit = AbortSignal.any([request.signal, AbortSignal.timeout(requestMilliseconds)])
    return (exchange.response = await fetch(request, { signal: limit }))
  }
  // Without retries: what fails once on a new stage is to be seen.
  const client = { baseUrl: base, fetch: send, retries: 0 }
  return {
    fetch: send,
    at: (path) => base + path,
    anonymous: courierClient(client),
    withToken: (token) => courierClient({ ...client, token }),
    async eventually(what, read) {
      for (const deadline = Date.now() + patience; Date.now() <= deadline;) {
        const value = await read()
        if (value !== undefined) return value
        await sleep(pollMilliseconds, {})
      }
      throw new Unexpected(`Not within ${patience / 1000} s: ${what}`)
    },
    undo: [],
    failureOf(error) {
      const { request, response } = last ?? {}
      const requestId = response?.headers.get('X-Request-Id')
      return {
        ...(request !== undefined && { request }),
        ...(response && { status: response.status }),
        ...(requestId && { request_id: requestId }),
        detail: error instanceof CourierError ? error.detail : messageOf(error),
      }
    },
  }
}

/** Fetch keeps the reason of a network error in `cause`, where a refused connection has a code but no message. */
function messageOf(error: unknown): string {
  const cause = error instanceof TypeError && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
