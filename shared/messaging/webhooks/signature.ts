import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret shared with one receiver (standardwebhooks.com, "Signature scheme": 24 to 64 random bytes). */
export const newSecret = () => prefix + randomBytes(24).toString('base64')

/**
 * The signed content: the message's id, the same at every attempt; the time of the attempt; and the exact body.
 */
export interface Signed {
  id: string
  at: Date
  body: string
}

/**
 * The headers that prove a webhook's origin, integrity and age (standardwebhooks.com): one signature per secret,
 * so that a secret can be replaced while both are valid. Throws an Error for an id with a dot, the separator of
 * the signed content.
 */
export function signatureHeaders(secrets: readonly string[], { id, at, body }: Signed) {
  if (id.includes('.')) throw new Error(`A webhook's id holds no dot: ${id}`)
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map(signature).join(' '),
  }
}
