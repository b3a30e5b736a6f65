import type * as z from 'zod'
import { errorMessage } from '../../lib/local/runtime/startup-error.ts'

/** An unexpected response, in one line: the request and the response. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'NotAsTold'
}

/** Asks `METHOD /path` and gives the answer once it is as expected. Throws NotAsTold. */
export type SendRequest = <T>(key: string, expected: z.ZodType<T>, body?: object) => Promise<T>

/** A client of what stands below `base`, with nothing but HTTP in its hands; without a token it is anyone. */
export function client(base: string, signal: AbortSignal, token?: string): SendRequest {
  return async (key, expected, body) => {
    const [method = '', path = ''] = key.split(' ')
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const asked = `${method} ${base}${path}`
    // No answer takes longer: API Gateway gives up after 30 seconds.
    const limit = AbortSignal.any([signal, AbortSignal.timeout(30_000)])
    const sent = { method, headers, signal: limit, ...(body && { body: JSON.stringify(body) }) }
    const { ok, status, text } = await exchange(base + path, sent).catch((error: unknown) => {
      throw new UnexpectedAnswer(`${asked} got no answer: ${errorMessage((error as Error).cause ?? error)}`)
    })
    const came = `${status} ${text.length > 300 ? `${text.slice(0, 300)} ...` : text}`
      .replace(/\s+/g, ' ')
      .trim()
    if (!ok) throw new UnexpectedAnswer(`${asked} was refused: ${came}`)
    const { data, error } = expected.safeParse(parsed(text))
    if (!error) return data
    const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new UnexpectedAnswer(`${asked} did not answer as expected (${faults.join('; ')}): ${came}`)
  }
}

async function exchange(url: string, sent: RequestInit) {
  const response = await fetch(url, sent)
  return { ok: response.ok, status: response.status, text: await response.text() }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
