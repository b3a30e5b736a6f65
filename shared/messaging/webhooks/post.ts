import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import { boundedRequest, deadline } from '../../core/bounded-request.ts'
import { Refusal } from '../../core/errors.ts'
import { NotPublic, publicLookup, targetFault, type TargetOptions, type Resolve } from './target.ts'

/**
 * The outcome of a post: the receiver's status, including a redirect, or why there is none. `address`: it resolves to
 * an address that is not allowed. `connection`: it cannot be reached, or does not speak HTTP. `retryAfter`: the seconds
 * that a 429 or 503 asks to wait. `isConfirmed`: the receiver has shown that it wants events.
 */
export type Outcome =
  | { status: number; retryAfter?: number; isConfirmed?: boolean }
  | { fault: 'address' | 'timeout' | 'connection' }

/** `url` is checked again, whatever its registration found; `body` is JSON; `headers` contain the signature. */
export interface Webhook {
  url: string
  headers: Record<string, string>
  body: string
  /** Of a ping: what a receiver that wants events answers with, and who asks (CloudEvents: `WebHook-Request-Origin`). */
  asks?: { challenge: string; origin: string }
}
/** `milliseconds` covers everything, including name resolution. */
export interface PostOptions extends TargetOptions {
  milliseconds?: number
  resolve?: Resolve
}

/**
 * Posts to a webhook, whose receiver is untrusted: no address of this network is reached, no redirect is followed,
 * no body is read but the beginning of the answer to a ping, and the call ends in time. Never throws for what the receiver
 * does.
 *
 * A receiver confirms a ping by its challenge, or by `WebHook-Allowed-Origin`: in the answer itself, or in that to the
 * OPTIONS request which CloudEvents prescribes (HTTP 1.1 Web Hooks for Event Delivery §4). That one follows a ping that was
 * answered with 2xx. `WebHook-Allowed-Rate` is ignored.
 */
export async function postWebhook(
  { url, headers, body, asks }: Webhook,
  { milliseconds = 10_000, resolve, ...target }: PostOptions,
): Promise<Outcome> {
  if (targetFault(url, target)) return { fault: 'address' }
  const found = { inside: false }
  const judge = publicLookup({ ...target, resolve })
  const lookup: LookupFunction = (name, options, done) =>
    judge(name, options, (error, ...addresses) => {
      found.inside = error instanceof NotPublic
      done(error, ...addresses)
    })
  const request = {
    who: 'The receiver',
    url: new URL(url),
    lookup,
    texts: asks ? ok : [],
    firstBytes: 1000,
    headers: {
      ...headers,
      ...(asks && { 'WebHook-Request-Origin': asks.origin }),
      'User-Agent': 'Courier-Logistics-Webhooks/1',
    },
  }
  const until = deadline(milliseconds)
  try {
    const answer = await boundedRequest(
      { ...request, body, headers: { ...request.headers, 'Content-Type': 'application/json' } },
      until,
    )
    const { status } = answer
    if (!asks || status < 200 || status > 299)
      return { status, ...retryAfterOf(status, answer.headers['retry-after']) }
    if (isChallenge(answer.text, asks.challenge) || allows(answer, asks.origin))
      return { status, isConfirmed: true }
    const asked = boundedRequest({ ...request, method: 'OPTIONS' }, until)
    return {
      status,
      isConfirmed: await asked.then(
        (one) => allows(one, asks.origin),
        () => false,
      ),
    }
  } catch (error) {
    if (found.inside) return { fault: 'address' }
    if (!(error instanceof Refusal)) throw error
    return { fault: error.code === 'gateway_timeout' ? 'timeout' : 'connection' }
  }
}

/** The statuses with a body. */
const ok = [200, 201, 202]

/** Exactly the challenge, as text or as JSON: a server that returns whatever it is sent confirms nothing. */
function isChallenge(text: string, challenge: string): boolean {
  const answer = text.trim()
  if (answer === challenge) return true
  try {
    const json: unknown = JSON.parse(answer)
    return json === challenge || (json as { challenge?: unknown } | null)?.challenge === challenge
  } catch {
    return false
  }
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
}
const allows = ({ status, headers }: Answer, origin: string) =>
  status >= 200 && status <= 299 && ['*', origin].includes(String(headers['webhook-allowed-origin'] ?? ''))

/** RFC 9110 §10.2.3, in seconds; a date is ignored. */
const retryAfterOf = (status: number, text = '') =>
  (status === 429 || status === 503) && /^\d{1,9}$/.test(text) ? { retryAfter: Number(text) } : {}
