import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { currentKey, type Keyring } from '../config/secrets.ts'

/**
 * Encrypts texts that leave our hands or lie in the table (AES-256-GCM, NIST SP 800-38D). A sealed text opens only in
 * the context it was sealed for, so that a cursor of one tenant, route or filter is worth nothing in another.
 */
export interface Sealer {
  seal(text: string, context: string): string
  /** The text, or undefined if this was not sealed here, or for another context. */
  open(sealed: string, context: string): string | undefined
}

/** New texts are sealed by the key with the highest number; its number stands before the text, so old ones still open. */
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
      // One text has one sealed form: base64 that decodes to the same bytes by another spelling is refused.
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
