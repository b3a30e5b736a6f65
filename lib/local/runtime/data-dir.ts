import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError, errorMessage } from './startup-error.ts'

const sqliteBusy = 5

/**
 * Creates the data directory if it is missing and locks it, so that two instances never share an emulator file. The
 * lock is SQLite's, an operating system lock, so even kill -9 releases it.
 * Throws StartupError if the directory is not writable or another process holds the lock.
 */
export function lockDataDir(dataDir: string): Disposable {
  try {
    // The files contain names and phone numbers.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new StartupError(
      `The data directory ${dataDir} is not writable (${errorMessage(error)}): set LOCAL_DATA_DIR to one that is.`,
    )
  }
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
    throw new StartupError(
      busy
        ? `The data directory ${dataDir} is in use by another running local cloud: stop that one, or set LOCAL_DATA_DIR.`
        : `The lock ${join(dataDir, 'lock')} cannot be taken (${errorMessage(error)}): delete that file, or set LOCAL_DATA_DIR.`,
    )
  }
  const acquired = lock
  return { [Symbol.dispose]: () => acquired.close() }
}
