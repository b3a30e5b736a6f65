import { computed, signal } from '@preact/signals'
import { courierApi } from '../../../shared/client/api.ts'
import { CourierError, unwrap } from '../../../shared/client/http/errors.ts'
import type { Role } from '../../../shared/domain/kernel/roles.ts'

/**
 * The session of this tab. The access token is in memory only. Scripts can read all storage, so the refresh token is in
 * the storage with the shortest lifetime: sessionStorage survives a reload and ends with the tab. The Idempotency-Key of
 * the next refresh is stored with it: after a lost response, the same key returns the same new token.
 */
interface StoredSession {
  refresh_token: string
  repeat: string
  email: string
}
interface Tokens {
  access_token: string
  refresh_token: string
}
interface Access {
  token: string
  role: Role
  email: string
  expiresAt: number
}
const storageKey = 'session'
/** An access token is renewed this many milliseconds before it expires. */
const renewBefore = 60_000

const access = signal<Access | undefined>(undefined)
let renewal: Promise<void> | undefined

/** The signed-in user, and why there is none. */
export const user = computed(() => access.value && { role: access.value.role, email: access.value.email })
export const endReason = signal<'' | 'ended' | 'signedOut'>('')
/** True if the user has one of these roles. For display only: the service authorises each request. */
export const hasRole = (allowed: readonly Role[]) =>
  access.value !== undefined && allowed.includes(access.value.role)

/** The API without a token. */
export const anonymous = courierApi({ baseUrl: location.origin, token: () => undefined })

/** Signs in with the answer to a request that opens a session. */
export function openSession({ user, ...tokens }: Tokens & { user: { email: string } }): void {
  store(tokens, user.email)
  endReason.value = ''
}

/** Continues the session that the tab had before a reload, if it had one. Throws what `fetch` throws. */
export async function resume(): Promise<void> {
  if (stored()) await accessToken()
}

/** Ends the session in this tab, and in the service if it is reachable. */
export async function signOut(): Promise<void> {
  const { refresh_token } = stored() ?? {}
  clear('signedOut')
  if (refresh_token)
    await anonymous.POST('/api/v1/auth/logout', { body: { refresh_token } }).catch(() => undefined)
}

/** A valid access token other than `refused`; undefined without a session. Renewed once for parallel requests. */
export async function accessToken(refused?: string): Promise<string | undefined> {
  const { token, expiresAt = 0 } = access.value ?? {}
  if (token === undefined || token === refused || Date.now() > expiresAt - renewBefore)
    await (renewal ??= renew().finally(() => (renewal = undefined)))
  return access.value?.token
}

async function renew(): Promise<void> {
  const session = stored()
  if (!session) return
  const { refresh_token, repeat, email } = session
  const refresh = () =>
    unwrap(
      anonymous.POST('/api/v1/auth/refresh', {
        body: { refresh_token },
        headers: { 'Idempotency-Key': repeat },
      }),
    )
  try {
    const tokens = await refresh().catch((error: unknown) => {
      // If the response was lost, the service returns it again for a minute.
      if (error instanceof CourierError && error.status < 500) throw error
      return refresh()
    })
    // A sign-out during the request wins.
    if (stored()?.refresh_token === refresh_token) store(tokens, email)
  } catch (error) {
    if (!(error instanceof CourierError) || error.status !== 401) throw error
    if (stored()?.refresh_token === refresh_token) clear('ended')
  }
}

/** Ends the session after the service has refused its new token too. */
export const endSession = () => stored() && clear('ended')

function store({ access_token, refresh_token }: Tokens, email: string): void {
  const { role, iat, exp } = claimsOf(access_token)
  // From the token's lifetime, since the browser's clock may be wrong.
  access.value = { token: access_token, role, email, expiresAt: Date.now() + 1000 * (exp - iat) }
  const session: StoredSession = { refresh_token, repeat: crypto.randomUUID(), email }
  sessionStorage.setItem(storageKey, JSON.stringify(session))
}
function stored(): StoredSession | undefined {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? undefined : (JSON.parse(text) as StoredSession)
}
function clear(reason: 'ended' | 'signedOut'): void {
  access.value = undefined
  endReason.value = reason
  sessionStorage.clear()
}

/** The claims of a token (RFC 7519 §3), without verification, which the service does. */
function claimsOf(token: string) {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as { role: Role; iat: number; exp: number }
}
