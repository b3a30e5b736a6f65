import type { components } from '../api-types.ts'
import { WebhookError } from './error.ts'

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

/** The headers of a request: of fetch, of Node.js, or of a framework; names in any case. */
type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** A header of the request. Throws WebhookError if it is missing. */
function header(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = typeof value === 'object' ? value?.[0] : value
  if (text === undefined || text === '') throw new WebhookError('header', `The header ${name} is missing`)
  return text
}

/** The key of a secret, base64 with or without `whsec_` before it. Throws a TypeError for another text. */
function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('The secret of a webhook looks like whsec_<base64>')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** The HMAC-SHA256 signatures, `v1,<base64>`. Other versions, such as public-key signatures, are skipped. */
function signaturesOf(text: string): Uint8Array<ArrayBuffer>[] {
  const signatures = text.split(' ').flatMap((part) => {
    const [version, signature = ''] = part.split(',')
    return version === 'v1' ? (fromBase64(signature) ?? []) : []
  })
  if (signatures.length > 0) return signatures
  throw new WebhookError('signature', 'The header webhook-signature has no signature of version v1')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Throws WebhookError unless a time, in seconds since 1970, is that close to `now`, in milliseconds since 1970. */
function expectRecent(timestamp: string, now: number, toleranceSeconds: number): void {
  if (!/^\d+$/.test(timestamp))
    throw new WebhookError('timestamp', 'The header webhook-timestamp is not a number of seconds since 1970')
  const age = Math.floor(now / 1000) - Number(timestamp)
  if (Math.abs(age) <= toleranceSeconds) return
  const distance = `${Math.abs(age)} seconds ${age > 0 ? 'ago' : 'in the future'}`
  throw new WebhookError('timestamp', `The webhook was sent ${distance}; ${toleranceSeconds} are allowed`)
}
