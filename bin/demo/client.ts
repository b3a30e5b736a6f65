import type * as z from 'zod'
import { errorMessage } from '../../lib/local/runtime/startup-error.ts'

/** An unexpected response. The message is one line with the request and the response. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse'
}

/** Sends a request, `METHOD /path`, and returns the response body. Throws UnexpectedResponse. */
export type Send = <T>(key: string, expected: z.ZodType<T>, body?: object) => Promise<T>

/** An HTTP client for paths below `base`; without a token, requests are anonymous. */
export function client(base: string, signal: AbortSignal, token?: string): Send {
  return async (key, expected, body) => {
    const [method = '', path = ''] = key.split(' ')
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const request = `${method} ${base}${path}`
    // API Gateway's integration timeout is 30 seconds.
    const limit = AbortSignal.any([signal, AbortSignal.timeout(30_000)])
    const init = { method, headers, signal: limit, ...(body && { body: JSON.stringify(body) }) }
    const { ok, status, text } = await exchange(base + path, init).catch((error: unknown) => {
      throw new UnexpectedResponse(
        `${request} got no response: ${errorMessage((error as Error).cause ?? error)}`,
      )
    })
    const response = `${status} ${text.length > 300 ? `${text.slice(0, 300)} ...` : text}`
      .replace(/\s+/g, ' ')
      .trim()
    if (!ok) throw new UnexpectedResponse(`${request} failed: ${response}`)
    const { data, error } = expected.safeParse(parseJson(text))
    if (!error) return data
    const issues = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new UnexpectedResponse(
      `${request} returned an unexpected response (${issues.join('; ')}): ${response}`,
    )
  }
}

async function exchange(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  return { ok: response.ok, status: response.status, text: await response.text() }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
