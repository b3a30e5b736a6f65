import type { Entry } from './entry.ts'

/** AES keys by their ids, the one for new entries first. No script can read them out. */
export type Keys = ReadonlyMap<string, CryptoKey>

/** Bytes that were sealed (AES-GCM, NIST SP 800-38D). */
interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}
/** What was done and became of it: what an entry says about people and parcels. */
type Content = 'label' | 'input' | 'answer' | 'problem'
/** An entry as it is stored, whose content cannot be read without a key that a sign-in of its user gives. */
export type SealedEntry = Omit<Entry, Content> & {
  sealed: { key: string; content: Sealed; blob?: Sealed & { type: string } }
}

/** Key material as the service gives it (GET /api/v1/users/me/phone-keys). */
export const importKeys = async (material: readonly { id: string; key: string }[]): Promise<Keys> =>
  new Map(
    await Promise.all(
      material.map(async ({ id, key }) => {
        const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
        const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
        return [
          id,
          await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']),
        ] as const
      }),
    ),
  )

async function encrypt(key: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
}
const decrypt = (key: CryptoKey, { iv, bytes }: Sealed) =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)

/** An entry with its content sealed, with the newest key; as it is while there is none. */
export async function seal<E extends Omit<Entry, 'seq'>>(entry: E, keys: Keys): Promise<E | SealedEntry> {
  const [newest] = keys
  if (!newest) return entry
  const [id, key] = newest
  const { label, input, answer, problem, ...rest } = entry as unknown as Entry
  const { blob, ...others } = input as typeof input & { blob?: Blob }
  const text = JSON.stringify({ label, input: others, answer, problem })
  return {
    ...rest,
    sealed: {
      key: id,
      content: await encrypt(key, new TextEncoder().encode(text)),
      ...(blob && { blob: { type: blob.type, ...(await encrypt(key, await blob.arrayBuffer())) } }),
    },
  }
}

/** A stored entry with its content; undefined if none of the keys opens it. */
export async function open(stored: Entry | SealedEntry, keys: Keys): Promise<Entry | undefined> {
  if (!('sealed' in stored)) return stored
  const { sealed, ...rest } = stored
  const key = keys.get(sealed.key)
  if (!key) return undefined
  const { input, ...content } = JSON.parse(
    new TextDecoder().decode(await decrypt(key, sealed.content)),
  ) as Entry
  const { blob } = sealed
  const all = blob ? { ...input, blob: new Blob([await decrypt(key, blob)], { type: blob.type }) } : input
  return { ...rest, ...content, input: all } as Entry
}
