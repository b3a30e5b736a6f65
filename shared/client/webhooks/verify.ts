import type { components } from '../api-types.ts'
import { WebhookError } from './error.ts'
import { header, type WebhookHeaders } from './headers.ts'
import { expectRecent, keyOf, signaturesOf } from './signature.ts'

/** The body of a webhook's request: an event of the company, or a ping or a test of the webhook itself. */
export type WebhookEvent = components['schemas']['FeedEvent'] | components['schemas']['WebhookControlEvent']

/** The secret of the webhook. While it is being replaced, both. */
export type WebhookSecrets =
  { secret: string; secrets?: never } | { secrets: readonly string[]; secret?: never }
export interface WebhookRequest {
  headers: WebhookHeaders
  /** The body exactly as it arrived: parsed and serialised again, it may have other bytes, and another signature. */
  body: string | Uint8Array | ArrayBuffer
  /** The time of the check, in milliseconds since 1970; now by default. */
  now?: number
  /** How many seconds before or after that the request may have been sent; 300 by default. */
  toleranceSeconds?: number
}

/**
 * Verifies that a request comes from the service, is unchanged, and is not an old one that was sent again, according to
 * Standard Webhooks (standardwebhooks.com, "Signature scheme"). Returns its event. Delivery is at least once: a repeated
 * event has the same `id`. Throws WebhookError if the request is not to be trusted, and a TypeError without a valid secret.
 */
export async function verifyWebhook({
  secret,
  secrets = secret === undefined ? [] : [secret],
  headers,
  body,
  now = Date.now(),
  toleranceSeconds = 300,
}: WebhookSecrets & WebhookRequest): Promise<WebhookEvent> {
  if (secrets.length === 0) throw new TypeError('verifyWebhook needs a secret')
  const keys = await Promise.all(secrets.map(keyOf))
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = signaturesOf(header(headers, 'webhook-signature'))
  expectRecent(timestamp, now, toleranceSeconds)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const signed = new Uint8Array(await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer())
  for (const key of keys)
    for (const signature of signatures)
      // Compares in constant time, which a comparison of texts does not.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return eventOf(bytes)
  throw new WebhookError('signature', 'No signature of the webhook matches its body and the secret')
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
  } catch {
    throw new WebhookError('body', 'The body of the webhook is not JSON')
  }
}
