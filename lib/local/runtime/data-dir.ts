import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError, wordsOf } from './startup-error.ts'

const sqliteBusy = 5

/**
 * Makes the data directory if need be and takes its lock, so that two instances never share one emulator file.
 * The lock is SQLite's own (a lock of the operating system), so even kill -9 gives it back.
 * Throws StartupError when the directory cannot be written or another process holds it.
 */
export function lockDataDir(dataDir: string): Disposable {
  try {
    // The files hold names and phone numbers.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new StartupError(
      `The data directory ${dataDir} cannot be written (${wordsOf(error)}): set LOCAL_DATA_DIR to one that can.`,
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
        : `The lock ${join(dataDir, 'lock')} cannot be taken (${wordsOf(error)}): delete that file, or set LOCAL_DATA_DIR.`,
    )
  }
  const held = lock
  return { [Symbol.dispose]: () => held.close() }
}
