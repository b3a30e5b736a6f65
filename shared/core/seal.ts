import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { currentKey, type Keyring } from '../config/secrets.ts'

/**
 * Seals texts that leave the service or are stored (AES-256-GCM, NIST SP 800-38D). A sealed text opens only in its
 * context, so that a cursor of one tenant, route or filter is useless in another.
 */
export interface Sealer {
  seal(text: string, context: string): string
  /** The text, or undefined if it was not sealed here, or in another context. */
  open(sealed: string, context: string): string | undefined
}

/** New texts are sealed with the newest key; its number precedes the text, so old ones still open. */
export function sealer(keys: Keyring): Sealer {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'seal', 32))
  const ring = new Map(Object.entries(keys).map(([number, secret]) => [number, keyOf(secret)]))
  const current = currentKey(keys)
  const sealing = keyOf(current.key)
  return {
    seal(text, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.number}.${sealed.toString('base64url')}`
    },
    open(sealed, context) {
      const [, number = '', body = ''] = /^(\d{1,9})\.([\w-]+)$/.exec(sealed) ?? []
      const key = ring.get(number)
      const bytes = Buffer.from(body, 'base64url')
      // Only the canonical base64 form is accepted.
      if (!key || bytes.length < 28 || bytes.toString('base64url') !== body) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      try {
        return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
