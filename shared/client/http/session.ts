import type { components } from '../api-types.ts'
import type { CourierApi } from '../methods.ts'
import type { Login } from './credentials.ts'
import { CourierError, unwrap } from './errors.ts'
import type { SessionStore, StoredSession } from './session-store.ts'
import type { TokenSource } from './token.ts'

/**
 * A user's session. Signs in when a token is first needed, and renews the access token when the service refuses it. `api`
 * sends requests without a token.
 */
export class Session {
  readonly #api: CourierApi
  readonly #store: SessionStore
  readonly #login: Login | undefined
  #renewal: Promise<StoredSession | undefined> | undefined

  /** Without `login`, a session that has ended stays ended. */
  constructor(api: CourierApi, store: SessionStore, login?: Login) {
    this.#api = api
    this.#store = store
    this.#login = login
  }

  /** The access token; undefined without a session. Throws CourierError, and the errors of fetch. */
  readonly token: TokenSource = async (refused) => {
    const session = await this.#store.load()
    if (session && session.accessToken !== refused) return session.accessToken
    return (await this.#renewed(session))?.accessToken
  }

  /** Signs in with e-mail and password, even over an existing session. Throws CourierError, and the errors of fetch. */
  readonly signIn = async (): Promise<void> => {
    if (this.#login) await this.#opened(this.#login)
  }

  /** Ends the session, here and in the service. Throws CourierError, and the errors of fetch. */
  readonly signOut = async (): Promise<void> => {
    const session = await this.#store.load()
    if (!session) return
    const body = { refresh_token: session.refreshToken }
    await unwrap(this.#api.POST('/api/v1/auth/logout', { body }))
    await this.#store.save(undefined, session)
  }

  /** Requests that need a token at the same time share one renewal. */
  #renewed(session: StoredSession | undefined): Promise<StoredSession | undefined> {
    this.#renewal ??= this.#renew(session).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renew(session: StoredSession | undefined): Promise<StoredSession | undefined> {
    const current = session && (await this.#refreshed(session))
    return current ?? (this.#login && this.#opened(this.#login))
  }

  /** The next session; undefined if the service does not accept this one any more, and no other is stored. */
  async #refreshed(session: StoredSession): Promise<StoredSession | undefined> {
    try {
      const tokens = await unwrap(
        this.#api.POST('/api/v1/auth/refresh', {
          body: { refresh_token: session.refreshToken },
          headers: { 'Idempotency-Key': session.refreshKey },
        }),
      )
      return await this.#saved(tokens, session)
    } catch (error) {
      if (!(error instanceof CourierError) || error.status !== 401) throw error
      // Another program that shares the store has been faster by more than a minute.
      const stored = await this.#store.load()
      return stored?.refreshToken === session.refreshToken ? undefined : stored
    }
  }

  async #opened(login: Login): Promise<StoredSession> {
    const { email, password } = login
    const body = { email, password }
    return this.#saved(await unwrap(this.#api.POST('/api/v1/auth/login', { body })), await this.#store.load())
  }

  async #saved(
    { access_token, refresh_token }: components['schemas']['Tokens'],
    previous: StoredSession | undefined,
  ): Promise<StoredSession> {
    const next = { accessToken: access_token, refreshToken: refresh_token, refreshKey: crypto.randomUUID() }
    await this.#store.save(next, previous)
    // The stored session counts: if several programs refresh at the same time, the first one stores it.
    return (await this.#store.load()) ?? next
  }
}
