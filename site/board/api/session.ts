import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { RequestError, send } from './request.ts'

/**
 * The session of this tab. The access token is in memory only. Scripts can read all storage, so the refresh token is in
 * the storage with the shortest lifetime: sessionStorage survives a reload, is not shared with other tabs, and ends with
 * the tab. The Idempotency-Key of the next refresh is stored with it: a refresh token works once, and after a lost
 * response the same key returns the same new token.
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
interface Claims {
  role: Role
  sid: string
  iat: number
  exp: number
}
const storageKey = 'session'
/** An access token is renewed this many milliseconds before it expires. */
const renewBefore = 60_000

/** Number of the current session or sign-in attempt, to discard responses that belong to an earlier one. */
let sessionNumber = 0
/** The session whose lock this tab holds. */
let lockedSession: string | undefined
let access: { token: string; role: Role; expiresAt: number } | undefined
let renewing: Promise<void> | undefined
let notifyEnd: () => void = () => undefined

/** Sets a callback for when the session ends without a sign-out. */
export function onSessionEnd(end: () => void): void {
  notifyEnd = end
}
/** Identifies the current session; being signed out counts as one. */
export const session = () => sessionNumber
export const email = () => stored()?.email ?? ''
/** True if the user has one of these roles. For display only: the service authorises each request. */
export const hasRole = (allowed: readonly Role[]) => access !== undefined && allowed.includes(access.role)
export const role = () => access?.role

/** Signs in by a request that returns a session. Throws RequestError, also if another sign-in started meanwhile. */
export async function signIn(key: string, body: unknown): Promise<void> {
  const started = ++sessionNumber
  const { user, ...tokens } = (await (await send(key, { body })).json()) as Tokens & { user: { email: string } }
  if (started !== sessionNumber) throw new RequestError(0, '')
  store(tokens, user.email)
  await lockSession(tokens.refresh_token)
}

/** Continues the session that the tab had before a reload; false if it had none. Throws RequestError. */
export async function resume(): Promise<boolean> {
  const previous = stored()
  if (!previous) return false
  if (!(await lockSession(previous.refresh_token))) {
    clear()
    return false
  }
  await accessToken()
  return true
}

/** Ends the session in this tab, and in the service if it is reachable. */
export async function signOut(): Promise<void> {
  const { refresh_token } = stored() ?? {}
  clear()
  if (refresh_token) await send('POST /api/v1/auth/logout', { body: { refresh_token } }).catch(() => undefined)
}

/**
 * Returns a valid access token other than `refused`. Renews it if it expires soon, once for parallel calls. Throws
 * RequestError, with 401 if the session has ended.
 */
export async function accessToken(refused?: string): Promise<string> {
  const isValid = () =>
    access !== undefined && access.token !== refused && Date.now() < access.expiresAt - renewBefore
  if (!isValid()) await (renewing ??= renew().finally(() => (renewing = undefined)))
  if (!access) throw new RequestError(401, '')
  return access.token
}

async function renew(): Promise<void> {
  const session = stored()
  if (!session) throw new RequestError(401, '')
  const { refresh_token, repeat, email } = session
  const refresh = () =>
    send('POST /api/v1/auth/refresh', { body: { refresh_token }, headers: { 'Idempotency-Key': repeat } })
  // If the response was lost, the service returns it again for a minute, so an immediate retry is safe.
  const isUnknownOutcome = (error: unknown) =>
    error instanceof RequestError && (error.status === 0 || error.status > 499)
  try {
    const response = await refresh().catch((error: unknown) => {
      if (isUnknownOutcome(error)) return refresh()
      throw error
    })
    const tokens = (await response.json()) as Tokens
    // A sign-out during the request wins.
    if (stored()?.refresh_token === refresh_token) store(tokens, email)
  } catch (error) {
    if (error instanceof RequestError && error.status === 401 && stored()?.refresh_token === refresh_token)
      end()
    throw error
  }
}

/** Ends the session after the service has rejected it. */
export function end(): void {
  if (!stored()) return
  clear()
  notifyEnd()
}

function store({ access_token, refresh_token }: Tokens, email: string): void {
  const { role, iat, exp } = claimsOf(access_token)
  // Calculated from the token's lifetime, since the browser's clock may be wrong.
  access = { token: access_token, role, expiresAt: Date.now() + 1000 * (exp - iat) }
  const session: StoredSession = { refresh_token, repeat: crypto.randomUUID(), email }
  sessionStorage.setItem(storageKey, JSON.stringify(session))
}
function stored(): StoredSession | undefined {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? undefined : (JSON.parse(text) as StoredSession)
}
function clear(): void {
  sessionNumber++
  access = undefined
  sessionStorage.removeItem(storageKey)
}

/** The claims of a token (RFC 7519 §3), without verification, which the service does. */
function claimsOf(token: string): Claims {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims
}

/**
 * Resolves to false if another tab has the session. Browsers copy sessionStorage when a tab is duplicated; if both tabs
 * used the refresh token, the service would detect token reuse and end the session. The tab holds a Web Lock until it is
 * closed. The timeout is for a reload, which releases the lock with a delay.
 */
function lockSession(refreshToken: string): Promise<boolean> {
  const { sid } = claimsOf(refreshToken)
  if (sid === lockedSession) return Promise.resolve(true)
  return new Promise((resolve) => {
    const holdLock = () => {
      lockedSession = sid
      resolve(true)
      return new Promise<never>(() => undefined)
    }
    navigator.locks
      .request(`session ${sid}`, { signal: AbortSignal.timeout(1000) }, holdLock)
      .catch(() => resolve(false))
  })
}
