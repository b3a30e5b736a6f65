import { get } from 'node:http'
import type { FunctionSettings } from './function-settings.ts'

/**
 * The stage's secrets, all JSON. `sealing`, `pepper`, `qr`, `personal`, `search`, `webhooks` and `origin` are keyrings:
 * {"1": random text, "2": …, "current": "1"}; without `current` the highest number is the current key.
 * `flightdata` is {"key": …}, empty until an operator sets the provider's key. `oauth` holds this service's client
 * for each identity provider (see shared/auth/oauth/provider-config.ts), empty until an operator sets it.
 * `signing` holds the private signing keys, {current, next, former} as JWK, read by `auth`, `oauth` and `passkeys` alone.
 * `canary` is {password}, of the company in which a journey runs every few minutes.
 * `verification` is the public half, a JWK Set (RFC 7517 §5).
 */
export const secretNames = [
  'sealing',
  'pepper',
  'qr',
  'personal',
  'search',
  'webhooks',
  'origin',
  'flightdata',
  'oauth',
  'signing',
  'verification',
  'canary',
] as const
export type SecretName = (typeof secretNames)[number]
export type Keyring = Readonly<Record<string, string>>

/**
 * The key for new values: the one that `current` names, or the one with the highest number. Throws an Error for an
 * empty ring.
 */
export function currentKey(keys: Keyring): { number: number; key: string } {
  const number = Number(keys.current ?? Math.max(...numbersOf(keys)))
  const key = keys[number]
  if (key === undefined) throw new Error('The keyring has no current key')
  return { number, key }
}
const numbersOf = (keys: Keyring) =>
  Object.keys(keys)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/**
 * The next generation of a keyring: the last added key comes into use, and a new one is added, so that every
 * container knows a key for a whole period before its first use. The last `keep` used keys stay, including the
 * current one.
 */
export function rotateKeyring(keys: Keyring, newKey: string, keep: number): Keyring {
  const numbers = numbersOf(keys)
  const newest = Math.max(...numbers)
  const current = keys.current === undefined ? newest : Math.min(Number(keys.current) + 1, newest)
  const kept = numbers.filter((number) => number > current - keep)
  const ring = Object.fromEntries(kept.map((number) => [number, keys[number] ?? '']))
  return { ...ring, [newest + 1]: newKey, current: String(current) }
}

/** The environment variable with the id of a secret: `signing` is `SECRET_SIGNING`. */
export const secretVariable = (name: SecretName) => `SECRET_${name.toUpperCase()}`

/** Reads a secret's text. Throws an Error that names the secret if it cannot be read. */
export type FetchSecret = (name: SecretName) => Promise<string>

/**
 * Secrets from the AWS Parameters and Secrets Lambda Extension, which caches them on the execution environment and
 * answers HTTP on loopback (AWS Lambda developer guide, "Retrieve secrets using the Lambda extension").
 */
export const extensionSecrets =
  (options: { port: number; token: string; idOf: (name: SecretName) => string }): FetchSecret =>
  async (name) => {
    const path = `/secretsmanager/get?secretId=${encodeURIComponent(options.idOf(name))}`
    const [status, body] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const headers = { 'X-Aws-Parameters-Secrets-Token': options.token }
      const signal = AbortSignal.timeout(3000)
      get({ host: '127.0.0.1', port: options.port, path, headers, signal }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (part: string) => (body += part))
        response.on('end', () => resolve([response.statusCode, body])).on('error', reject)
      }).on('error', reject)
    }).catch((cause: unknown) => {
      throw new Error(`Secret ${name}: the secrets extension cannot be reached`, { cause })
    })
    if (status !== 200) throw new Error(`Secret ${name}: the secrets extension answered ${status ?? 'nothing'}`)
    const { SecretString } = JSON.parse(body) as { SecretString?: string }
    if (!SecretString) throw new Error(`Secret ${name} has no text`)
    return SecretString
  }

/** How long a secret is cached before the extension is called again; the extension caches it as long. */
const keptSeconds = 300

/**
 * Derives a value from a secret, such as a hasher or a verifier. Must be a module-level function, since results
 * are cached by it.
 */
export type Make<V, T> = (value: V, settings: FunctionSettings) => T | Promise<T>
/** `maxAge`, in seconds: a value that is older is read again, also within its five minutes. */
export type Secrets = <V, T>(name: SecretName, make: Make<V, T>, maxAge?: number) => Promise<T>

type Kept = Map<unknown, { made: Promise<unknown>; at: number }>

/**
 * Returns what `make` derives from a secret, cached for five minutes, so that keys are parsed once and rotations
 * are noticed. Errors are not cached: the next call tries again, and the earlier value stays in use for its time.
 */
export function keptSecrets(fetch: FetchSecret, settings: FunctionSettings): Secrets {
  // By name too: two secrets may have the same `make`.
  const kept = Object.fromEntries(secretNames.map((name) => [name, new Map()])) as Record<SecretName, Kept>
  return <V, T>(name: SecretName, make: Make<V, T>, maxAge = keptSeconds) => {
    const before = kept[name].get(make)
    if (before && before.at + 1000 * maxAge > performance.now()) return before.made as Promise<T>
    const made = fetch(name).then((text) => make(JSON.parse(text) as V, settings))
    kept[name].set(make, { made, at: performance.now() })
    made.catch(() => (before ? kept[name].set(make, before) : kept[name].delete(make)))
    return made
  }
}
