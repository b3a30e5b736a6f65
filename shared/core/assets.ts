import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Set by lib/bundle/bundle.ts, which copies assets next to the bundle. */
declare const BUNDLED: boolean | undefined

/**
 * Reads an asset by its path in the project. A function that reads one names it in `files`. Throws as
 * `readFileSync` does.
 */
export const readAsset = (path: string): Buffer =>
  readFileSync(
    typeof BUNDLED === 'undefined' ? join(import.meta.dirname, '../..', path) : join(__dirname, basename(path)),
  )
