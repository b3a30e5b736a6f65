import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** Bytes in CBOR (RFC 8949), of what WebAuthn has: numbers, texts, bytes and maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const encoded = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** A public key on P-256 as COSE has it (RFC 9053 §7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const entries: [number, number | Buffer][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return cbor(new Map<number | string, unknown>(entries))
}

/** Of the authenticator data (WebAuthn Level 3 §6.1): its user was there, was verified, its key may be on several devices, a key follows. */
const flag = { present: 1, verified: 4, synced: 8, stored: 16, withKey: 64 }

/** What an answer has otherwise than a right one. */
export interface Otherwise {
  origin?: string
  rpId?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
  type?: string
}

/** An authenticator in software, as the one of a phone or a laptop, with one passkey. */
export function softwareAuthenticator({ origin = 'http://localhost:3000', isSynced = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let [counter, handle] = [0, '']
  const clientData = (type: string, challenge: string, otherwise: Otherwise) =>
    JSON.stringify({
      type: otherwise.type ?? type,
      challenge: otherwise.challenge ?? challenge,
      origin: otherwise.origin ?? origin,
      crossOrigin: false,
    })
  const dataOf = (rpId: string, otherwise: Otherwise, key = Buffer.alloc(0)) => {
    const flags =
      flag.present +
      ((otherwise.isVerified ?? true) ? flag.verified : 0) +
      (isSynced ? flag.synced + flag.stored : 0) +
      (key.length > 0 ? flag.withKey : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(otherwise.counter ?? counter)
    return Buffer.concat([sha256(otherwise.rpId ?? rpId), Buffer.from([flags]), count, key])
  }
  const named = { id: encoded(id), rawId: encoded(id), type: 'public-key' as const, clientExtensionResults: {} }
  return {
    id: named.id,
    /** Makes the passkey that these options ask for (`navigator.credentials.create`). */
    create(
      { challenge, rp, user }: { challenge: string; rp: { id: string }; user: { id: string } },
      otherwise: Otherwise = {},
    ) {
      handle = user.id
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const attestation = new Map<number | string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(rp.id, otherwise, attested)],
      ])
      return {
        ...named,
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', challenge, otherwise)),
          attestationObject: encoded(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    /** Signs the challenge of these options (`navigator.credentials.get`). */
    get({ challenge, rpId }: { challenge: string; rpId: string }, otherwise: Otherwise = {}) {
      counter += 1
      const client = clientData('webauthn.get', challenge, otherwise)
      const data = dataOf(rpId, otherwise)
      return {
        ...named,
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: otherwise.userHandle ?? handle,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof softwareAuthenticator>
