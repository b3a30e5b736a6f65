import { createHmac, timingSafeEqual, type BinaryLike } from 'node:crypto'
import * as z from 'zod'
import { exampleIds } from './example-ids.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { currentKey, type Keyring, type Secrets } from '../../config/secrets.ts'
import { Id } from './fields.ts'

/** The content of a label's QR code: entity kind, its id, signature, number of the signing key. */
export const QrData = lazySchema(() =>
  z
    .object({
      t: z.enum(['pkg', 'bag']).meta({ description: 'The kind: `pkg` or `bag`', examples: ['pkg'] }),
      i: Id.meta({ description: 'The id of the package or bag', examples: [exampleIds.package] }),
      c: z.string().meta({ description: 'The HMAC-SHA256 signature, in hexadecimal', examples: ['b7f3…'] }),
      v: z.int().meta({ description: 'The number of the signing key', examples: [1] }),
    })
    .meta({ id: 'QrData' }),
)
export type QrData = z.output<typeof QrData>

export type QrSigner = (t: QrData['t'], i: string) => QrData

/** HMAC-SHA256 (RFC 2104) in lower-case hex. */
export const mac = (key: BinaryLike, message: BinaryLike) =>
  createHmac('sha256', key).update(message).digest('hex')
/** The signed content of a label. */
const signed = (v: number, t: string, i: string) => `${v}|${t}|${i}`

/** Signs labels with the current key of the ring. */
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

/** A cached ring may lag behind a new key by five minutes; an unknown key reloads it at most this often. */
const reloadAfterSeconds = 10

/**
 * Whether this service signed a label. For an unknown key the ring is reloaded once, since the key may be new.
 */
export async function isGenuine({ secret }: { secret: Secrets }, claim: Claim): Promise<boolean> {
  const known = (await secret('qr', qrVerifier))(claim)
  return known ?? (await secret('qr', qrVerifier, reloadAfterSeconds))(claim) ?? false
}
