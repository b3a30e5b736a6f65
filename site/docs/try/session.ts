import { courierApi } from '../../../shared/client/api.ts'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { Session } from '../../../shared/client/http/session.ts'
import type { SessionStore, StoredSession } from '../../../shared/client/http/session-store.ts'

const api = courierApi({ baseUrl: location.origin, token: () => undefined })

// sessionStorage has the shortest lifetime of the storages that survive going to another page: it ends with the tab.
const storageKey = 'docs-session'
const store: SessionStore = {
  load() {
    const text = sessionStorage.getItem(storageKey)
    return text === null ? undefined : (JSON.parse(text) as StoredSession)
  },
  save(next) {
    if (next) sessionStorage.setItem(storageKey, JSON.stringify(next))
    else sessionStorage.removeItem(storageKey)
    dispatchEvent(new Event(sessionChange))
  },
}

/** The event of the window when the user has signed in or out. */
export const sessionChange = 'docs-session-change'
export const isSignedIn = (): boolean => sessionStorage.getItem(storageKey) !== null
const session = new Session(api, store)
export const { signOut } = session

/** The access token, renewed if the service has refused `refused`. Undefined without a session, or if it has ended. */
export async function accessToken(refused?: string): Promise<string | undefined> {
  const token = await session.token(refused)
  if (token === undefined) await store.save(undefined, undefined)
  return token
}

/** Throws CourierError, for example for a wrong password. */
export const signIn = (email: string, password: string): Promise<void> =>
  new Session(api, store, { email, password }).signIn()

/** Whether the service runs on the reader's machine, where anyone may register companies to try it. */
export const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)

/** Registers a company and signs in as its manager. Throws CourierError. */
export async function signInAsDemo(): Promise<void> {
  const { access_token, refresh_token } = await unwrap(
    api.POST('/api/v1/auth/register', {
      body: {
        email: `reader-${crypto.randomUUID()}@example.com`,
        password: crypto.randomUUID(),
        tenant_name: 'Demo Couriers',
      },
    }),
  )
  const next = { accessToken: access_token, refreshToken: refresh_token, refreshKey: crypto.randomUUID() }
  await store.save(next, undefined)
}
