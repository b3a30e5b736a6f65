import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { newestKey, type Keyring } from '../secrets.ts'
import { Id } from './fields.ts'

/** What a label's QR code holds: entity kind, its id, signature, number of the key that signed. */
export const QrData = z
  .object({ t: z.enum(['pkg', 'bag']), i: Id, c: z.string(), v: z.int() })
  .meta({ id: 'QrData' })
export type QrData = z.output<typeof QrData>

export type QrSigner = (t: QrData['t'], i: string) => QrData

/** Signs labels: HMAC-SHA256 (RFC 2104) over `v|t|i` under the newest key, in lower-case hex. */
export function qrSigner(keys: Keyring): QrSigner {
  const { number: v, key } = newestKey(keys)
  return (t, i) => ({ t, i, c: createHmac('sha256', key).update(`${v}|${t}|${i}`).digest('hex'), v })
}
