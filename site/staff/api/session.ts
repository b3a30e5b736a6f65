import { computed, signal } from '@preact/signals'
import { courierApi } from '../../../shared/client/api.ts'
import { CourierError, unwrap } from '../../../shared/client/http/errors.ts'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { answered } from './answered.ts'
import { isSignOutKept, keepSignOut, forgetSignOut } from './pending-sign-out.ts'

/**
 * The session, which all tabs share. The refresh token is in a cookie that scripts cannot read; the access token is in the
 * memory of each tab. In localStorage are only whose session it is, how long the cookie stays, and the Idempotency-Key of
 * the next refresh: a refresh token works once, and after a lost response the same key gets the same new one.
 *
 * A sign-out ends the session on this device at once. Until the service has confirmed it, it is pending: kept on the disk,
 * repeated, and sent before any other request that uses the cookie.
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
const [accountKey, cookieKey, refreshKey] = ['account', 'cookie', 'refresh key']
/** The timeout of a request, in milliseconds. */
const timeout = 20_000
/** An access token is renewed this many milliseconds before it expires. */
const renewBefore = 60_000
/** A pending sign-out that was not confirmed is repeated after this many milliseconds, then after twice as many, up to the last. */
const repeatAfter = { first: 1000, last: 60_000 }

const access = signal<Access | undefined>(undefined)
let renewal: Promise<void> | undefined
/** Counts sign-ins and sign-outs, so that nothing is sent for the next user. */
let sessionNumber = 0

/** The signed-in user, and why there is none. */
export const user = computed(
  () => access.value && { id: access.value.userId, role: access.value.role, email: access.value.email },
)
export const endReason = signal<'' | 'ended' | 'signedOut'>('')
/** The ticket of a sign-in that waits for the second factor, which the page then asks for; "" without one. */
export const ticket = signal('')
/** Whether it waits for one to be added, since the company requires it. The console does that for the page for phones, too. */
export const mustEnrol = signal(false)
const enrolmentKey = 'enrolment'
/** True if the user has one of these roles. For display only: the service authorises each request. */
export const hasRole = (allowed: readonly Role[]) =>
  access.value !== undefined && allowed.includes(access.value.role)
/** Whose session it is; "" without one. */
export const account = () => localStorage.getItem(accountKey) ?? ''
/** Whether the user has signed out on this device, and the service has not confirmed it yet. */
export const isSignOutPending = signal(false)
// Earlier versions of the page kept the e-mail address of who signed out.
localStorage.removeItem('signed out')

/** The API without an access token. It sends and gets the cookie with the refresh token (docs/guide/signing-in.md). */
export const anonymous = courierApi({
  baseUrl: location.origin,
  token: () => undefined,
  fetch: (request) => {
    request.headers.set('Refresh-Token-Cookie', localStorage.getItem(cookieKey) ?? 'session')
    return answered(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]) })
  },
})

/** The other tabs, which follow a sign-in and a sign-out. */
const tabs = new BroadcastChannel('session')
tabs.onmessage = ({ data }: MessageEvent<'in' | 'signedOut' | 'confirmed'>) => {
  if (data === 'confirmed') isSignOutPending.value = false
  else if (data === 'signedOut') {
    isSignOutPending.value = true
    forget('signedOut')
    // The tab that signed out may be closed before its request is answered.
    void deliverSignOut()
  } else if (!access.value) void resume().catch(() => undefined)
}

/** Before signing in: whether the session stays when the browser is closed. */
export const keepSession = (isKept: boolean) =>
  localStorage.setItem(cookieKey, isKept ? 'persistent' : 'session')

/**
 * Signs in by a request that opens a session. A pending sign-out is sent first: the service may not hear of it later, since
 * the new cookie replaces the old one. If the service cannot be reached, neither is the sign-in; if it answers with an error,
 * the sign-in goes on, so that a user is not locked out by the session of another. Throws what `send` throws.
 */
export const signInBy = (send: () => Promise<SignedIn>): Promise<void> =>
  inOrder(async () => {
    if (await isPending()) await sendSignOut()
    const { access_token, user } = await send().catch(keepTicket)
    sessionNumber++
    localStorage.setItem(accountKey, user.email)
    localStorage.removeItem(refreshKey)
    await confirmSignOut()
    setAccess(access_token)
    endReason.value = ''
    tabs.postMessage('in')
  })

/** Keeps the ticket of a sign-in that needs a second factor. After a change of the password all sessions have ended. */
function keepTicket(error: unknown): never {
  const { reason, params } = error instanceof CourierError ? error : {}
  const given = String(params?.['ticket'] ?? '')
  if (reason === 'second_factor_missing' && location.pathname.startsWith('/work')) {
    sessionStorage.setItem(enrolmentKey, given)
    location.assign('/console')
  } else if (reason === 'second_factor_required' || reason === 'second_factor_missing') {
    mustEnrol.value = reason === 'second_factor_missing'
    ticket.value = given
    endSession()
  }
  throw error
}

/** Continues the sign-in that the page for phones has begun, in the console. */
export function takeEnrolment(): void {
  const kept = sessionStorage.getItem(enrolmentKey)
  if (kept === null) return
  mustEnrol.value = true
  ticket.value = kept
}
/** Ends it, or leaves it; the page for phones goes on with its session. */
export function leaveEnrolment(): void {
  ticket.value = ''
  const isOfPhone = sessionStorage.getItem(enrolmentKey) !== null
  sessionStorage.removeItem(enrolmentKey)
  if (isOfPhone) location.assign('/work')
}

/** Continues the session from before a reload, or of another tab, if there is one. Throws what `fetch` throws. */
export async function resume(): Promise<void> {
  if (await isPending()) {
    isSignOutPending.value = true
    // The browser's process may have ended before it stored that there is no account.
    if (account() === '') endReason.value = 'signedOut'
    else forget('signedOut')
    tabs.postMessage('signedOut')
    void deliverSignOut()
  } else if (account() !== '') await accessToken()
}

/** Ends the session in all tabs at once, also without a connection, and in the service as soon as it can be reached. */
export async function signOut(): Promise<void> {
  isSignOutPending.value = true
  const kept = keepSignOut().catch(() => (isUnkept = true))
  // At once, since the page may be left at any moment.
  forget('signedOut')
  await kept
  tabs.postMessage('signedOut')
  await deliverSignOut()
}

/** Runs requests that change the cookie one after another, in all tabs. */
const inOrder = <T>(run: () => Promise<T>) => navigator.locks.request('session', run)

/** Whether a sign-out is pending that could not be kept, for example on a full disk: it is repeated while the page is open. */
let isUnkept = false
/** Asks the store, since messages of other tabs may arrive later than their requests are answered. */
const isPending = async () => isUnkept || (await isSignOutKept().catch(() => false))

/** Ends the session of the cookie. Throws what `fetch` throws; true if the service has confirmed that it has ended. */
async function sendSignOut(): Promise<boolean> {
  const { response } = await anonymous.POST('/api/v1/auth/logout', { body: {} as never })
  // 401: the session has ended before.
  const isConfirmed = response.ok || response.status === 401
  if (isConfirmed) await confirmSignOut()
  return isConfirmed
}

async function confirmSignOut(): Promise<void> {
  isUnkept = false
  isSignOutPending.value = false
  await forgetSignOut().catch(() => undefined)
  tabs.postMessage('confirmed')
}

let repetition: ReturnType<typeof setTimeout> | undefined
/** Sends a pending sign-out, and repeats it until it is confirmed, here or by another tab. */
async function deliverSignOut(delay = repeatAfter.first): Promise<void> {
  clearTimeout(repetition)
  // Another tab may have sent it meanwhile, or signed a user in.
  const isDone = await inOrder(async () => !(await isPending()) || (await sendSignOut())).catch(() => false)
  clearTimeout(repetition)
  isSignOutPending.value = !isDone
  if (!isDone) repetition = setTimeout(() => void deliverSignOut(Math.min(2 * delay, repeatAfter.last)), delay)
}
addEventListener('online', () => isSignOutPending.value && void deliverSignOut())

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
    if (account() === '' || (await isPending())) return
    try {
      const { access_token } = await refresh().catch(async (error: unknown) => {
        // A lost response is answered again for a minute; a refused one may have lost a race against a tab that has closed.
        if (error instanceof CourierError && error.status < 500 && error.status !== 401) throw error
        if (await isPending()) throw error
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

/** Ends the session of a user who does nothing. The input of forms stays for the same user. */
export async function endIdleSession(): Promise<void> {
  endSession()
  await anonymous.POST('/api/v1/auth/logout', { body: {} as never }).catch(() => undefined)
}

/** Ends the session after the service has refused it. The input of forms stays for the same user. */
export const endSession = () => forget('ended')

function forget(reason: 'ended' | 'signedOut'): void {
  // Another tab may have removed the account, or signed out.
  if (reason === 'ended' && !access.value && account() === '') return
  sessionNumber++
  access.value = undefined
  endReason.value = reason
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
