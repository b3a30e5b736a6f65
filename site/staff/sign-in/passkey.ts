import { unwrap } from '../../../shared/client/http/errors.ts'
import { anonymous, signInBy } from '../api/session.ts'

/** Whether this browser can use passkeys here. A page at an IP address has none. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$/.test(location.hostname)

/** Whether the user has turned away, from a passkey or another way to sign in. */
export const wasCancelled = (error: unknown) =>
  error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name)

/** The answer of the passkey that the user chooses to a challenge. Throws CourierError, and what `fetch` and the browser throw. */
export async function passkeyAnswer(signal?: AbortSignal) {
  const { ticket, public_key } = await unwrap(
    anonymous.POST('/api/v1/auth/passkey/options', signal ? { signal } : {}),
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(public_key)
  const answer = await navigator.credentials.get({ publicKey, ...(signal && { signal }) })
  return { ticket, credential: (answer as PublicKeyCredential).toJSON() as never }
}

/** Signs in with a passkey. Throws what `passkeyAnswer` throws. */
export async function signInWithPasskey(signal: AbortSignal, device_name: string | undefined): Promise<void> {
  const body = { ...(await passkeyAnswer(signal)), ...(device_name && { device_name }) }
  await signInBy(() => unwrap(anonymous.POST('/api/v1/auth/passkey', { body, signal })))
}
