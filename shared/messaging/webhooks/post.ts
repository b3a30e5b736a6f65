import type { LookupFunction } from 'node:net'
import { boundedRequest, deadline } from '../../core/bounded-request.ts'
import { Refusal } from '../../core/errors.ts'
import { NotPublic, publicLookup, targetFault, type TargetOptions, type Resolve } from './target.ts'

/**
 * The outcome of a post: the receiver's status, including a redirect, or why there is none. `address`: it resolves to
 * an address that is not allowed. `connection`: it cannot be reached, or does not speak HTTP.
 */
export type Outcome = { status: number } | { fault: 'address' | 'timeout' | 'connection' }

/** `url` is checked again, whatever its registration found; `body` is JSON; `headers` contain the signature. */
export interface Webhook {
  url: string
  headers: Record<string, string>
  body: string
}
/** `milliseconds` covers everything, including name resolution. */
export interface PostOptions extends TargetOptions {
  milliseconds?: number
  resolve?: Resolve
}

/**
 * Posts to a webhook, whose receiver is untrusted: no address of this network is reached, no redirect is followed,
 * no body is read, and the call ends in time. Never throws for what the receiver does.
 */
export async function postWebhook(
  { url, headers, body }: Webhook,
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
  try {
    const { status } = await boundedRequest(
      {
        who: 'The receiver',
        url: new URL(url),
        body,
        lookup,
        texts: [],
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'User-Agent': 'Courier-Logistics-Webhooks/1',
        },
      },
      deadline(milliseconds),
    )
    return { status }
  } catch (error) {
    if (found.inside) return { fault: 'address' }
    if (!(error instanceof Refusal)) throw error
    return { fault: error.code === 'gateway_timeout' ? 'timeout' : 'connection' }
  }
}
