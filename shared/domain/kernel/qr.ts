import { createHmac, timingSafeEqual, type BinaryLike } from 'node:crypto'
import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { currentKey, type Keyring, type Secrets } from '../../config/secrets.ts'
import { Id } from './fields.ts'

/** What a label's QR code holds: entity kind, its id, signature, number of the key that signed. */
export const QrData = lazySchema(() =>
  z.object({ t: z.enum(['pkg', 'bag']), i: Id, c: z.string(), v: z.int() }).meta({ id: 'QrData' }),
)
export type QrData = z.output<typeof QrData>

export type QrSigner = (t: QrData['t'], i: string) => QrData

/** HMAC-SHA256 (RFC 2104) in lower-case hex. */
export const mac = (key: BinaryLike, message: BinaryLike) =>
  createHmac('sha256', key).update(message).digest('hex')
/** What the signature of a label is over. */
const signed = (v: number, t: string, i: string) => `${v}|${t}|${i}`

/** Signs labels under the current key of the ring. */
export function qrSigner(keys: Keyring): QrSigner {
  const { number: v, key } = currentKey(keys)
  return (t, i) => ({ t, i, c: mac(key, signed(v, t, i)), v })
}

/** A claimed label, not verified yet: its signature and key number may be anything. */
export interface Claim {
  t: string
  i: string
  c?: unknown
  v?: unknown
}

/**
 * Whether a label was signed with a key of the ring; undefined if it names an unknown key. Never throws.
 * Signatures are compared in constant time, and only their canonical form is accepted.
 */
export const qrVerifier =
  (keys: Keyring) =>
  ({ t, i, c, v }: Claim): boolean | undefined => {
    if (typeof c !== 'string' || typeof v !== 'number' || !Number.isSafeInteger(v)) return false
    const key = Object.hasOwn(keys, v) ? keys[v] : undefined
    if (key === undefined) return undefined
    const [given, right] = [Buffer.from(c), Buffer.from(mac(key, signed(v, t, i)))]
    return given.length === right.length && timingSafeEqual(given, right)
  }

/** A ring may lag behind a new key by the five minutes for which it is kept; then it is asked for at most this often. */
const askAgainAfter = 10

/** Whether this service signed a label. A key that is not known is looked for once more: it may be new. */
export async function isGenuine({ secret }: { secret: Secrets }, claim: Claim): Promise<boolean> {
  const known = (await secret('qr', qrVerifier))(claim)
  return known ?? (await secret('qr', qrVerifier, askAgainAfter))(claim) ?? false
}
