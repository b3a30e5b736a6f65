import { generateKeyPairSync, randomUUID } from 'node:crypto'

/** The signature algorithm (RFC 8037: EdDSA with Ed25519): small signatures, no parameters. */
export const algorithm = 'EdDSA'

/**
 * The private signing keys: `current` signs, `next` is already published. So every verifier knows a key for a
 * whole rotation period before the first token is signed with it.
 */
export interface SigningKeys {
  current: PrivateKey
  next: PrivateKey
  /** The public halves of former signing keys, newest first. */
  former: PublicKey[]
}

/** The public half of a signing key (RFC 8037 §2). */
interface PublicKey {
  kty: 'OKP'
  crv: string
  x: string
  kid: string
  alg: string
  use: string
}
export interface PublicKeys {
  keys: PublicKey[]
}
type PrivateKey = PublicKey & { d: string }

const publicPart = ({ kty, crv, x, kid, alg, use }: PrivateKey): PublicKey => ({ kty, crv, x, kid, alg, use })

const formerKeys = 12

function newKey(): PrivateKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { crv = '', x = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { kty: 'OKP', crv, x, d, kid: randomUUID(), alg: algorithm, use: 'sig' }
}

/**
 * The next generation of keys, or the first one. Returns the texts of the secrets `signing` and `verification`;
 * former keys stay in `verification`, so that issued tokens stay valid, even after several rotations by hand in a
 * week.
 */
export function rotateKeys(before?: SigningKeys): { signing: string; verification: string } {
  const former = before ? [publicPart(before.current), ...before.former].slice(0, formerKeys) : []
  const signing: SigningKeys = { current: before?.next ?? newKey(), next: newKey(), former }
  const keys = [publicPart(signing.current), publicPart(signing.next), ...former]
  return { signing: JSON.stringify(signing), verification: JSON.stringify({ keys }) }
}

/** The public keys. */
export const publishedKeys = (keys: PublicKeys) => keys
