import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const known = new Map<string, readonly string[]>()

/** The relative imports of a TypeScript file, including dynamic ones, as paths from the root. */
export function importsOf(file: string): readonly string[] {
  const found = known.get(file) ?? readImports(file)
  known.set(file, found)
  return found
}
const readImports = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(?)\s*['"](\.{1,2}\/[^'"]+)['"]/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .filter((path) => existsSync(path))

/** For each file, all files that import it, directly or indirectly, and the file itself. */
export function importersOf(files: readonly string[]): (file: string) => ReadonlySet<string> {
  const direct = new Map<string, string[]>()
  for (const file of files)
    for (const imported of importsOf(file)) direct.set(imported, [...(direct.get(imported) ?? []), file])
  return (file) => {
    const found = new Set([file])
    for (const one of found) for (const importer of direct.get(one) ?? []) found.add(importer)
    return found
  }
}
