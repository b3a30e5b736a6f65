import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Set by lib/bundle/bundle.ts, which copies assets next to the bundle, under their paths in the project. */
declare const BUNDLED: boolean | undefined

const locate = (path: string) =>
  join(...(typeof BUNDLED === 'undefined' ? [import.meta.dirname, '../..'] : [__dirname]), path)

/**
 * Reads an asset by its path in the project. A function that reads one names it in `files`. Throws as
 * `readFileSync` does.
 */
export const readAsset = (path: string): Buffer => readFileSync(locate(path))

/** The asset that `importAsset` needs besides the module. */
export const importer = 'shared/core/import-module.cjs'

/** Imports an asset that is an ES module. */
export function importAsset<Module>(path: string): Promise<Module> {
  const file = locate(importer)
  const importModule = createRequire(file)(file) as (url: string) => Promise<Module>
  return importModule(pathToFileURL(locate(path)).href)
}
