import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret that one receiver shares with us (standardwebhooks.com, "Signature scheme": 24 to 64 random bytes). */
export const newSecret = () => prefix + randomBytes(24).toString('base64')

/** What is signed: the message's id, the same at every attempt; the moment of the attempt; and the exact body. */
export interface Signed {
  id: string
  at: Date
  body: string
}

/**
 * The headers by which a receiver knows that a webhook is ours, whole and recent (standardwebhooks.com): one signature under
 * each of the secrets, so that one can be replaced while both are good. Throws an Error for an id with a dot, which
 * separates what is signed.
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
