import { createHash } from 'node:crypto'
import {
  type Dirent,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Every build depends on the installed packages. */
const always = ['package.json', 'package-lock.json']

/** Installed or built files below a folder of sources are not sources. */
const isBuilt = ({ name }: Dirent) => name === 'node_modules' || name === 'dist'

/**
 * A hash of the contents of files and folders, given as paths from the project's root, and of a text. Two equal keys mean an
 * equal build.
 */
export function contentKey(paths: readonly string[], text = ''): string {
  const hash = createHash('sha256').update(text)
  const files = [...always, ...paths].flatMap((path) =>
    statSync(resolve(root, path)).isDirectory()
      ? globSync('**/*', { cwd: resolve(root, path), withFileTypes: true, exclude: isBuilt })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [resolve(root, path)],
  )
  for (const file of files)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

/** Builds a directory, unless it was built before from the same contents of `sources`. */
export async function buildOnce(
  directory: string,
  sources: readonly string[],
  build: () => Promise<void>,
): Promise<void> {
  const [key, stamp] = [contentKey(sources), `${directory}.key`]
  if (existsSync(directory) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return
  rmSync(stamp, { force: true })
  await build()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, key)
}
