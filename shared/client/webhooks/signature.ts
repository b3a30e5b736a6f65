import { WebhookError } from './error.ts'

/** The key of a secret, base64 with or without `whsec_` before it. Throws a TypeError for another text. */
export function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('The secret of a webhook looks like whsec_<base64>')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** The HMAC-SHA256 signatures, `v1,<base64>`. Other versions, such as public-key signatures, are skipped. */
export function signaturesOf(text: string): Uint8Array<ArrayBuffer>[] {
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
export function expectRecent(timestamp: string, now: number, toleranceSeconds: number): void {
  if (!/^\d+$/.test(timestamp))
    throw new WebhookError('timestamp', 'The header webhook-timestamp is not a number of seconds since 1970')
  const age = Math.floor(now / 1000) - Number(timestamp)
  if (Math.abs(age) <= toleranceSeconds) return
  const distance = `${Math.abs(age)} seconds ${age > 0 ? 'ago' : 'in the future'}`
  throw new WebhookError('timestamp', `The webhook was sent ${distance}; ${toleranceSeconds} are allowed`)
}
