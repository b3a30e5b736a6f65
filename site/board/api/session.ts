import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { Refused, send } from './request.ts'

/**
 * The session of this tab. The access token is kept in memory only. A page's scripts can read all of its storage,
 * so the refresh token is in the storage with the shortest life: sessionStorage survives a reload, is not shared
 * with other tabs, and ends with the tab. The Idempotency-Key of its exchange is stored with it: a refresh token
 * works once, and after a lost response the same key returns the same successor.
 */
interface Kept {
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
const place = 'session'
/** In milliseconds; so long before its end an access token is renewed. */
const ahead = 60_000

/** Counts the sessions of this page, those that are tried for too: what one began, another does not finish. */
let nth = 0
/** The session that this page holds alone already. */
let held: string | undefined
let access: { token: string; role: Role; until: number } | undefined
let renewing: Promise<void> | undefined
let notifyEnd: () => void = () => undefined

/** Has `end` called when the session ends without anybody having signed out. */
export function whenEnded(end: () => void): void {
  notifyEnd = end
}
/** Identifies the current session; having none counts as a session. */
export const session = () => nth
export const email = () => kept()?.email ?? ''
/** What one may do; the service decides in any case. */
export const may = (those: readonly Role[]) => access !== undefined && those.includes(access.role)
export const role = () => access?.role

/** Signs in by a request that returns a session. Throws Refused, also if another sign-in started meanwhile. */
export async function signIn(key: string, body: unknown): Promise<void> {
  const mine = ++nth
  const { user, ...tokens } = (await (await send(key, { body })).json()) as Tokens & { user: { email: string } }
  if (mine !== nth) throw new Refused(0, '')
  keep(tokens, user.email)
  await onlyHere(tokens.refresh_token)
}

/** Goes on with the session that the tab had before a reload; false where it had none. Throws Refused. */
export async function resume(): Promise<boolean> {
  const before = kept()
  if (!before) return false
  if (!(await onlyHere(before.refresh_token))) {
    forget()
    return false
  }
  await accessToken()
  return true
}

/** Ends the session here in any case, and in the service if that can be reached. */
export async function signOut(): Promise<void> {
  const { refresh_token } = kept() ?? {}
  forget()
  if (refresh_token) await send('POST /api/v1/auth/logout', { body: { refresh_token } }).catch(() => undefined)
}

/**
 * A good access token: another than `refused`, and one that lasts a while; renewed once, however many wait for it. Throws
 * Refused, with 401 where the session has ended.
 */
export async function accessToken(refused?: string): Promise<string> {
  const good = () => access !== undefined && access.token !== refused && Date.now() < access.until - ahead
  if (!good()) await (renewing ??= renew().finally(() => (renewing = undefined)))
  if (!access) throw new Refused(401, '')
  return access.token
}

async function renew(): Promise<void> {
  const session = kept()
  if (!session) throw new Refused(401, '')
  const { refresh_token, repeat, email } = session
  const ask = () =>
    send('POST /api/v1/auth/refresh', { body: { refresh_token }, headers: { 'Idempotency-Key': repeat } })
  // The answer may have been lost, and is given again for a minute: so it is asked for again at once.
  const unanswered = (error: unknown) => error instanceof Refused && (error.status === 0 || error.status > 499)
  try {
    const answer = await ask().catch((error: unknown) => {
      if (unanswered(error)) return ask()
      throw error
    })
    const tokens = (await answer.json()) as Tokens
    // A sign-out during the request wins.
    if (kept()?.refresh_token === refresh_token) keep(tokens, email)
  } catch (error) {
    if (error instanceof Refused && error.status === 401 && kept()?.refresh_token === refresh_token) end()
    throw error
  }
}

/** The session is over. */
export function end(): void {
  if (!kept()) return
  forget()
  notifyEnd()
}

function keep({ access_token, refresh_token }: Tokens, email: string): void {
  const { role, iat, exp } = claimsOf(access_token)
  // By its lifetime and our own clock, which may go wrong as long as it goes evenly.
  access = { token: access_token, role, until: Date.now() + 1000 * (exp - iat) }
  const session: Kept = { refresh_token, repeat: crypto.randomUUID(), email }
  sessionStorage.setItem(place, JSON.stringify(session))
}
function kept(): Kept | undefined {
  const text = sessionStorage.getItem(place)
  return text === null ? undefined : (JSON.parse(text) as Kept)
}
function forget(): void {
  nth++
  access = undefined
  sessionStorage.removeItem(place)
}

/** What a token says (RFC 7519 §3); that it is true, the service sees to. */
function claimsOf(token: string): Claims {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims
}

/**
 * Whether the session is this tab's alone. Browsers copy sessionStorage when a tab is duplicated; were both to exchange
 * the one token, that would look like theft and end the session in both. A lock is held as long as the tab lives; a
 * reload lets go of it a moment late.
 */
function onlyHere(refreshToken: string): Promise<boolean> {
  const { sid } = claimsOf(refreshToken)
  if (sid === held) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = () => {
      held = sid
      resolve(true)
      return new Promise<never>(() => undefined)
    }
    navigator.locks
      .request(`session ${sid}`, { signal: AbortSignal.timeout(1000) }, hold)
      .catch(() => resolve(false))
  })
}
