import { createHash } from 'node:crypto'
import {
  type Dirent,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
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

/**
 * Builds a directory, unless it was built before from the same contents of `sources`. Several processes may build it at once, and
 * others read it meanwhile: `build` writes into a folder of its own, whose files are then moved to their places.
 */
export async function buildOnce(
  directory: string,
  sources: readonly string[],
  build: (into: string) => Promise<void>,
): Promise<void> {
  const [key, stamp] = [contentKey(sources), `${directory}.key`]
  const isBuilt = () => existsSync(directory) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key
  if (isBuilt()) return
  mkdirSync(dirname(directory), { recursive: true })
  const into = mkdtempSync(`${directory}-`)
  try {
    await build(into)
    // Another process may have built it meanwhile.
    if (isBuilt()) return
    rmSync(stamp, { force: true })
    moveFiles(into, directory)
    writeFileSync(stamp, key)
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

/** Moves all files of a folder to the same places in another, and deletes other files there last. */
function moveFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const moved = filesIn(from)
  for (const file of moved) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    renameSync(join(from, file), join(to, file))
  }
  const kept = new Set(moved)
  for (const file of filesIn(to)) if (!kept.has(file)) rmSync(join(to, file), { force: true })
}
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
