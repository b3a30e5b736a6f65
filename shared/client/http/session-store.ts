/** The tokens of a signed-in user. */
export interface StoredSession {
  accessToken: string
  refreshToken: string
  /**
   * The Idempotency-Key of the request that will exchange the refresh token. It is stored with the token, so that everyone
   * who shares the store sends the same key: the service then answers all of them with the same new tokens, for a minute,
   * where a second use under another key would end the session.
   */
  refreshKey: string
}

/** Where the tokens are kept between requests, or between runs of a program. */
export interface SessionStore {
  load(): StoredSession | undefined | Promise<StoredSession | undefined>
  /**
   * Stores `next`, or deletes the session if that is undefined. `previous` is the session that `next` was obtained with; if
   * others share the store and it holds another by now, theirs is to be kept.
   */
  save(next: StoredSession | undefined, previous: StoredSession | undefined): void | Promise<void>
}

/** Keeps the session as long as the program runs. */
export function memoryStore(): SessionStore {
  let session: StoredSession | undefined
  return {
    load: () => session,
    save: (next) => {
      session = next
    },
  }
}
