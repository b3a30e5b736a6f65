import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SessionStore, StoredSession } from '../http/session-store.ts'

/** The user's session, and the service that it belongs to. */
interface SavedSession extends StoredSession {
  url: string
}

/** $XDG_CONFIG_HOME/courier/session.json (XDG Base Directory Specification; ~/.config by default). */
const path = () => join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'courier', 'session.json')

/** The session of the last sign-in; undefined without one. */
export function savedSession(): SavedSession | undefined {
  try {
    return JSON.parse(readFileSync(path(), 'utf8')) as SavedSession
  } catch {
    return undefined
  }
}

/** Keeps the session with a service in that file, which only its owner can read. Sends no other service its tokens. */
export function sessionFile(url: string): SessionStore {
  const load = () => {
    const saved = savedSession()
    return saved?.url === url ? saved : undefined
  }
  return {
    load,
    save: (next, previous) => {
      // Another process has signed in, renewed the session or signed out meanwhile.
      if (load()?.refreshToken !== previous?.refreshToken) return
      if (next) write({ url, ...next })
      else rmSync(path(), { force: true })
    },
  }
}

/** Writes the file whole or not at all: other processes may read it at any time. */
function write(session: SavedSession): void {
  const file = path()
  const temporary = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(temporary, JSON.stringify(session), { mode: 0o600 })
  renameSync(temporary, file)
}
