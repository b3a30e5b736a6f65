import { computed, signal } from '@preact/signals'
import { courierApi } from '../../../shared/client/api.ts'
import { CourierError, unwrap } from '../../../shared/client/http/errors.ts'
import type { Role } from '../../../shared/domain/kernel/roles.ts'

/**
 * The session, which all tabs share. The refresh token is in a cookie that scripts cannot read; the access token is in the
 * memory of each tab. In localStorage are only whose session it is, how long the cookie stays, and the Idempotency-Key of
 * the next refresh: a refresh token works once, and after a lost response the same key gets the same new one.
 */
interface Access {
  token: string
  userId: string
  role: Role
  email: string
  expiresAt: number
}
interface SignedIn {
  access_token: string
  user: { email: string }
}
const [accountKey, cookieKey, refreshKey, signedOutKey] = ['account', 'cookie', 'refresh key', 'signed out']
/** The timeout of a request, in milliseconds. */
const timeout = 20_000
/** An access token is renewed this many milliseconds before it expires. */
const renewBefore = 60_000

const access = signal<Access | undefined>(undefined)
let renewal: Promise<void> | undefined
/** Counts sign-ins and sign-outs, so that nothing is sent for the next user. */
let sessionNumber = 0

/** The signed-in user, and why there is none. */
export const user = computed(
  () => access.value && { id: access.value.userId, role: access.value.role, email: access.value.email },
)
export const endReason = signal<'' | 'ended' | 'signedOut'>('')
/** True if the user has one of these roles. For display only: the service authorises each request. */
export const hasRole = (allowed: readonly Role[]) =>
  access.value !== undefined && allowed.includes(access.value.role)
/** Whose session it is; "" without one. */
export const account = () => localStorage.getItem(accountKey) ?? ''

/** Who has signed out last in this browser; null after a sign-in. */
export const lastSignedOut = () => localStorage.getItem(signedOutKey)

/** The API without an access token. It sends and gets the cookie with the refresh token (docs/guide/signing-in.md). */
export const anonymous = courierApi({
  baseUrl: location.origin,
  token: () => undefined,
  fetch: (request) => {
    request.headers.set('Refresh-Token-Cookie', localStorage.getItem(cookieKey) ?? 'session')
    return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]) })
  },
})

/** The other tabs, which follow a sign-in and a sign-out. */
const tabs = new BroadcastChannel('session')
tabs.onmessage = ({ data }: MessageEvent<'in' | 'signedOut'>) => {
  if (data === 'signedOut') forget('signedOut')
  else if (!access.value) void resume().catch(() => undefined)
}

/** Before signing in: whether the session stays when the browser is closed. */
export const keepSession = (isKept: boolean) =>
  localStorage.setItem(cookieKey, isKept ? 'persistent' : 'session')

/** Signs in with the answer to a request that opens a session. */
export function openSession({ access_token, user }: SignedIn): void {
  sessionNumber++
  localStorage.setItem(accountKey, user.email)
  for (const key of [refreshKey, signedOutKey]) localStorage.removeItem(key)
  setAccess(access_token)
  endReason.value = ''
  tabs.postMessage('in')
}

/** Continues the session from before a reload, or of another tab, if there is one. Throws what `fetch` throws. */
export async function resume(): Promise<void> {
  if (account() !== '') await accessToken()
}

/** Ends the session in all tabs, and in the service if it is reachable; also one that has no access token yet. */
export async function signOut(): Promise<void> {
  forget('signedOut')
  tabs.postMessage('signedOut')
  await inOrder(() => anonymous.POST('/api/v1/auth/logout', { body: {} as never }).catch(() => undefined))
}

/** Runs requests that change the cookie one after another, in all tabs. */
const inOrder = <T>(run: () => Promise<T>) => navigator.locks.request('session', run)

/** Resolves when a sign-out is done, including that of another tab: its answer would remove the cookie of the next session. */
export const afterSignOut = () => inOrder(() => Promise.resolve())

/** A valid access token other than `refused`; undefined without a session. Renewed once for parallel requests. */
export async function accessToken(refused?: string): Promise<string | undefined> {
  const started = sessionNumber
  const { token, expiresAt = 0 } = access.value ?? {}
  if (token === undefined || token === refused || Date.now() > expiresAt - renewBefore)
    await (renewal ??= renew().finally(() => (renewal = undefined)))
  return started === sessionNumber ? access.value?.token : undefined
}

/** Renews the access token, one tab after the other, since each refresh replaces the refresh token. */
const renew = () =>
  inOrder(async () => {
    const started = sessionNumber
    if (account() === '') return
    try {
      const { access_token } = await refresh().catch((error: unknown) => {
        // A lost response is answered again for a minute; a refused one may have lost a race against a tab that has closed.
        if (error instanceof CourierError && error.status < 500 && error.status !== 401) throw error
        return refresh()
      })
      // A sign-out during the request wins.
      if (started === sessionNumber) setAccess(access_token)
      localStorage.removeItem(refreshKey)
    } catch (error) {
      if (!(error instanceof CourierError) || error.status !== 401) throw error
      if (started === sessionNumber) endSession()
    }
  })

function refresh() {
  const key = localStorage.getItem(refreshKey) ?? crypto.randomUUID()
  localStorage.setItem(refreshKey, key)
  return unwrap(
    anonymous.POST('/api/v1/auth/refresh', { body: {} as never, headers: { 'Idempotency-Key': key } }),
  )
}

/** Ends the session after the service has refused it. The input of forms stays for the same user. */
export const endSession = () => forget('ended')

function forget(reason: 'ended' | 'signedOut'): void {
  // Another tab may have removed the account.
  if (!access.value && account() === '') return
  sessionNumber++
  access.value = undefined
  endReason.value = reason
  if (reason === 'signedOut') localStorage.setItem(signedOutKey, account())
  for (const key of [accountKey, refreshKey]) localStorage.removeItem(key)
  if (reason === 'signedOut') sessionStorage.clear()
}

function setAccess(token: string): void {
  const { sub, role, iat, exp } = claimsOf(token)
  // From the token's lifetime, since the browser's clock may be wrong.
  access.value = { token, userId: sub, role, email: account(), expiresAt: Date.now() + 1000 * (exp - iat) }
}

/** The claims of a token (RFC 7519 §3), without verification, which the service does. `sub` is the user's id. */
export function claimsOf(token: string) {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as { sub: string; role: Role; iat: number; exp: number }
}
